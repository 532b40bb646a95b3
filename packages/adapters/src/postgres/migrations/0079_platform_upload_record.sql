-- What a file made or changed, record by record: what its undo takes back. `before` is what a changed record said; of one that the file made there is none.
CREATE TABLE upload_record (
  tenant_id      uuid NOT NULL REFERENCES tenant,
  id             uuid NOT NULL,
  upload_id      uuid NOT NULL,
  -- As they were written, from 1.
  position       integer NOT NULL CHECK (position > 0),
  object_type    text NOT NULL CHECK (object_type <> '' AND length(object_type) <= 50),
  object_id      uuid NOT NULL,
  object_name    text NOT NULL CHECK (length(object_name) <= 400),
  version_before integer CHECK (version_before > 0),
  version_after  integer NOT NULL CHECK (version_after > 0),
  before         jsonb CHECK (jsonb_typeof(before) = 'object'),
  -- Once the file is undone: the version that says again what `before` says. For a file before it nobody has changed the record since.
  version_undone integer CHECK (version_undone > 0),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, upload_id, position),
  UNIQUE (tenant_id, upload_id, object_id),
  FOREIGN KEY (tenant_id, upload_id) REFERENCES upload_history,
  CONSTRAINT upload_record_changed CHECK ((version_before IS NULL) = (before IS NULL))
);
CREATE INDEX upload_record_object ON upload_record (tenant_id, object_id);
CALL protect_tenant_table('upload_record', 'SELECT, INSERT');
GRANT UPDATE (version_undone) ON upload_record TO carrara_app;
-- Of a file of pay it is of those who see the file.
CREATE POLICY visible_uploads ON upload_record AS RESTRICTIVE TO carrara_app
  USING (upload_id IN (SELECT visible_uploads())) WITH CHECK (upload_id IN (SELECT visible_uploads()));
