-- By which version of the rules figures were made. Of those that are kept it is not known: they count as of the first, so that the next start computes
-- those of open quarters anew; the figures of locked quarters stay as they are.
ALTER TABLE period_figure ADD COLUMN engine_version text NOT NULL DEFAULT '1' CHECK (engine_version <> '');
ALTER TABLE period_figure ALTER COLUMN engine_version DROP DEFAULT;

-- Work of the product itself is nobody's: no person sees it, and no request runs without one.
ALTER TABLE task ALTER COLUMN person_id DROP NOT NULL;
DROP POLICY own_rows ON task;
CREATE POLICY own_rows ON task TO carrara_app
  USING (tenant_id = (SELECT current_tenant()) AND person_id IS NOT DISTINCT FROM (SELECT current_person()))
  WITH CHECK (tenant_id = (SELECT current_tenant()) AND person_id IS NOT DISTINCT FROM (SELECT current_person()));
