-- What a record of this tenant is at the tenant that sent it: investors and vehicles of accepted transfers, by the transfer that said so. `theirs` is
-- the name that the transfer has; `before` and `after` are what the record was called until it and from it on, so that an edit since can be told, and
-- undoing the transfer gives the name back.
CREATE TABLE transfer_origin (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  transfer_id uuid NOT NULL,
  source_id   uuid NOT NULL REFERENCES tenant,
  origin_id   uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('INVESTOR', 'VEHICLE')),
  record_id   uuid NOT NULL,
  is_new      boolean NOT NULL,
  theirs      text NOT NULL CHECK (length(theirs) <= 200),
  before      text CHECK (length(before) <= 200),
  after       text NOT NULL CHECK (length(after) <= 200),
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, transfer_id, origin_id),
  FOREIGN KEY (tenant_id, record_id) REFERENCES container
);
CREATE INDEX transfer_origin_record ON transfer_origin (tenant_id, record_id);
CREATE INDEX transfer_origin_origin ON transfer_origin (tenant_id, source_id, origin_id);
CALL protect_tenant_table('transfer_origin', 'SELECT, INSERT');
CREATE INDEX commitment_event_source ON commitment_event (tenant_id, source_id) WHERE source_id IS NOT NULL;
