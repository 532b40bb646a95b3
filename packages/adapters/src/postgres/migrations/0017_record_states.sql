-- Each entry of the audit trail carries the state of its record as it was stored, under the keyed hash: what is changed behind the product's
-- back differs from the last state. Entries from before have none, and their hashes stay as they are.
ALTER TABLE activity ADD COLUMN state jsonb CHECK (jsonb_typeof(state) = 'object');
CREATE INDEX activity_state ON activity (tenant_id, object_type, object_id, seq DESC) WHERE state IS NOT NULL;

-- Which columns a state holds, in their order: one row for each version of the schema, named by the hash of what it says.
CREATE TABLE record_layout (
  id      text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  columns jsonb NOT NULL CHECK (jsonb_typeof(columns) = 'object')
);
GRANT SELECT ON record_layout TO carrara_app, carrara_worker;
