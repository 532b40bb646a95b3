-- The sender's own number of what came from a file, by which a row that is sent again is known.
ALTER TABLE ledger_entry ADD COLUMN external_id text CHECK (external_id <> '' AND length(external_id) <= 200);
ALTER TABLE commitment_event ADD COLUMN external_id text CHECK (external_id <> '' AND length(external_id) <= 200);
ALTER TABLE valuation ADD COLUMN external_id text CHECK (external_id <> '' AND length(external_id) <= 200);
CREATE INDEX valuation_source ON valuation (tenant_id, source_id) WHERE source_id IS NOT NULL;

-- A deleted upload is hidden; an administrator brings it back as it was. `mapping` is how the file was read, as it was then.
ALTER TABLE upload_history ADD COLUMN deleted_at timestamptz, ADD COLUMN deleted_by uuid,
  ADD COLUMN mapping jsonb CHECK (jsonb_typeof(mapping) = 'object');
ALTER TABLE upload_history DROP CONSTRAINT upload_history_status_check;
ALTER TABLE upload_history ADD CONSTRAINT upload_history_status_check
  CHECK (status IN ('UPLOADED', 'CHECKED', 'CONFLICT', 'IMPORTED', 'FAILED', 'DELETED', 'UNDONE'));

-- How files of others are read.
CREATE TABLE mapping_template (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  application text NOT NULL,
  file_type   text NOT NULL,
  name        text NOT NULL CHECK (name <> '' AND length(name) <= 100),
  mapping     jsonb NOT NULL CHECK (jsonb_typeof(mapping) = 'object'),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX mapping_template_name ON mapping_template (tenant_id, file_type, lower(name));
CALL protect_tenant_table('mapping_template');
