-- What an administrator or a general partner said of a vehicle, or of a commitment to it, on a day: beside the ledger, never over it. Of two of a day
-- the later one counts; what was wrong is taken back by a row of its own. Rates in percent.
CREATE TABLE reported_figure (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  vehicle_id  uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  commitment_id uuid,
  figure      text NOT NULL CHECK (figure ~ '^[a-z][A-Za-z]*$' AND length(figure) <= 30),
  figure_date date NOT NULL,
  booked      date NOT NULL CHECK (booked >= figure_date),
  value       numeric(38,10) NOT NULL,
  reverses_id uuid,
  description text CHECK (length(description) <= 4000),
  source_kind text CHECK (source_kind IN ('UPLOAD', 'DISTRIBUTION', 'TRANSFER')),
  source_id   uuid,
  source_row  integer CHECK (source_row >= 0),
  seq         bigint NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, vehicle_id),
  CONSTRAINT reported_figure_reversed_once UNIQUE (tenant_id, reverses_id),
  CONSTRAINT reported_figure_source_check CHECK ((source_kind IS NULL) = (source_id IS NULL) AND (source_row IS NULL OR source_id IS NOT NULL)),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle),
  FOREIGN KEY (tenant_id, commitment_id, vehicle_id) REFERENCES commitment (tenant_id, id, vehicle_id),
  FOREIGN KEY (tenant_id, reverses_id, vehicle_id) REFERENCES reported_figure (tenant_id, id, vehicle_id)
);
CREATE INDEX reported_figure_vehicle ON reported_figure (tenant_id, vehicle_id, figure_date);
CREATE INDEX reported_figure_source ON reported_figure (tenant_id, source_id) WHERE source_id IS NOT NULL;
CALL protect_tenant_table('reported_figure', 'SELECT, INSERT');

-- The day that a net asset value was reported for, when cash since then was added to it.
ALTER TABLE period_figure ADD COLUMN rolled_forward_from date;
