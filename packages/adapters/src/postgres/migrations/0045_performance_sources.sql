-- Where what was entered came from: a row of an uploaded file, a source of a carry distribution, a transfer between firms; nothing where somebody
-- typed it. A change of a commitment can be undone. The metrics that a lock writes for carry belong to the quarter that it locks.

ALTER TABLE ledger_entry
  ADD COLUMN source_kind text CHECK (source_kind IN ('UPLOAD', 'DISTRIBUTION', 'TRANSFER')),
  ADD COLUMN source_id uuid,
  ADD COLUMN source_row integer CHECK (source_row >= 0),
  ADD CONSTRAINT ledger_entry_source_check CHECK ((source_kind IS NULL) = (source_id IS NULL) AND (source_row IS NULL OR source_id IS NOT NULL));
ALTER TABLE commitment_event
  ADD COLUMN source_kind text CHECK (source_kind IN ('UPLOAD', 'DISTRIBUTION', 'TRANSFER')),
  ADD COLUMN source_id uuid,
  ADD COLUMN source_row integer CHECK (source_row >= 0),
  ADD CONSTRAINT commitment_event_source_check CHECK ((source_kind IS NULL) = (source_id IS NULL) AND (source_row IS NULL OR source_id IS NOT NULL)),
  ADD COLUMN reverses_id uuid,
  ADD CONSTRAINT commitment_event_reversed_once UNIQUE (tenant_id, reverses_id),
  ADD FOREIGN KEY (tenant_id, reverses_id) REFERENCES commitment_event;
ALTER TABLE valuation
  ADD COLUMN source_kind text CHECK (source_kind IN ('UPLOAD', 'DISTRIBUTION', 'TRANSFER')),
  ADD COLUMN source_id uuid,
  ADD COLUMN source_row integer CHECK (source_row >= 0),
  ADD CONSTRAINT valuation_source_check CHECK ((source_kind IS NULL) = (source_id IS NULL) AND (source_row IS NULL OR source_id IS NOT NULL));
CREATE INDEX ledger_entry_source ON ledger_entry (tenant_id, source_id) WHERE source_id IS NOT NULL;

ALTER TABLE metric
  ADD COLUMN period_id uuid,
  ADD FOREIGN KEY (tenant_id, period_id) REFERENCES period;
CREATE INDEX metric_period ON metric (tenant_id, period_id) WHERE period_id IS NOT NULL;

-- By which policy the multiples were computed.
ALTER TABLE period_figure ADD COLUMN policy text NOT NULL DEFAULT 'ILPA' CHECK (policy IN ('ILPA', 'NETTED'));

-- What was taken note of when it was locked.
ALTER TABLE period_version ADD COLUMN acknowledged jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(acknowledged) = 'array');
