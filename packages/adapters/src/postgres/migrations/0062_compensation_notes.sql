-- Notes and documents that compensation keeps of an employee are apart from those of carry: they, and what the trail keeps of them, are of those who
-- see that pay.
ALTER TABLE document ADD COLUMN application text NOT NULL DEFAULT 'carry';

CREATE POLICY visible_pay ON note AS RESTRICTIVE TO carrara_app
  USING (application <> 'comp' OR object_type <> 'employee' OR object_id IN (SELECT visible_pay()))
  WITH CHECK (application <> 'comp' OR object_type <> 'employee' OR object_id IN (SELECT visible_pay()));
CREATE POLICY visible_pay ON document AS RESTRICTIVE TO carrara_app
  USING (application <> 'comp' OR object_type <> 'employee' OR object_id IN (SELECT visible_pay()))
  WITH CHECK (application <> 'comp' OR object_type <> 'employee' OR object_id IN (SELECT visible_pay()));

CREATE POLICY visible_pay_notes ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type NOT IN ('note', 'document') OR coalesce(after, before) ->> 'application' IS DISTINCT FROM 'comp'
    OR coalesce(after, before) ->> 'objectType' IS DISTINCT FROM 'employee' OR container_id IN (SELECT visible_pay()));
