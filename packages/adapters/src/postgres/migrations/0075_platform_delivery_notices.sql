-- What was released can be withdrawn: its reader goes on seeing it, as withdrawn, and opens it no more.
ALTER TABLE delivery_release ADD COLUMN withdrawn_at timestamptz;
GRANT UPDATE (withdrawn_at) ON delivery_release TO carrara_app;

-- Evidence of the mail that tells of a delivery: the notice knows of which release it tells, and so does the mail that is made of it.
ALTER TABLE notification ADD COLUMN delivery_release_id uuid;
ALTER TABLE mail ADD COLUMN delivery_release_ids uuid[] NOT NULL DEFAULT '{}';
GRANT INSERT ON delivery_event TO carrara_worker;
ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_kind_check,
  ADD CONSTRAINT delivery_event_kind_check
    CHECK (kind IN ('RELEASED', 'MAILED', 'UNMAILED', 'OPENED', 'DOWNLOADED', 'ACKNOWLEDGED', 'REMINDED', 'SUPERSEDED', 'WITHDRAWN'));
