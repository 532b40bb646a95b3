-- Everybody who has saved what is submitted, so that none of them approves it; until now the last one alone was kept.
ALTER TABLE distribution ADD COLUMN editor_ids uuid[] NOT NULL DEFAULT '{}';
UPDATE distribution d SET editor_ids = ARRAY(
  SELECT DISTINCT x.id FROM (
    SELECT d.last_edited_by AS id
    UNION ALL SELECT a.person_id FROM activity a
      WHERE a.tenant_id = d.tenant_id AND a.object_id = d.id AND a.operation = 'saveDistribution') x
  WHERE x.id IS NOT NULL);
ALTER TABLE distribution DROP COLUMN last_edited_by;
