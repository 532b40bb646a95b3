-- The investor's capital account and portfolio of a quarter as an accepted data transfer has them: the figures of a fund that stands on reported values
-- are taken from them. 'seq' is the act that accepted the transfer.
CREATE TABLE transfer_statement (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  transfer_id uuid NOT NULL,
  vehicle_id  uuid NOT NULL,
  commitment_id uuid NOT NULL,
  period_end  date NOT NULL,
  account     jsonb,
  portfolio   jsonb,
  -- Holdings of this tenant by the sender's ids.
  holdings    jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(holdings) = 'object'),
  seq         bigint NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, transfer_id, vehicle_id),
  FOREIGN KEY (tenant_id, vehicle_id) REFERENCES container,
  FOREIGN KEY (tenant_id, commitment_id, vehicle_id) REFERENCES commitment (tenant_id, id, vehicle_id)
);
CREATE INDEX transfer_statement_vehicle ON transfer_statement (tenant_id, vehicle_id, period_end);
CALL protect_tenant_table('transfer_statement', 'SELECT, INSERT');
