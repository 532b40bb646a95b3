-- Companies come with a transfer as well, and what was told of them and of their holdings for its quarter end: what it was here until then and from then
-- on, so that an edit since can be told, and undoing the transfer gives back what was there.
ALTER TABLE transfer_origin DROP CONSTRAINT transfer_origin_kind_check,
  ADD CONSTRAINT transfer_origin_kind_check CHECK (kind IN ('INVESTOR', 'VEHICLE', 'INVESTMENT'));

CREATE TABLE transfer_metrics (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  transfer_id uuid NOT NULL,
  -- A company or a holding.
  record_id   uuid NOT NULL,
  period_end  date NOT NULL,
  -- Null: nothing was told for the quarter.
  before      jsonb,
  after       jsonb NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, transfer_id, record_id),
  FOREIGN KEY (tenant_id, record_id) REFERENCES container
);
CREATE INDEX transfer_metrics_record ON transfer_metrics (tenant_id, record_id);
CREATE INDEX transfer_metrics_end ON transfer_metrics (tenant_id, period_end);
CALL protect_tenant_table('transfer_metrics', 'SELECT, INSERT');
