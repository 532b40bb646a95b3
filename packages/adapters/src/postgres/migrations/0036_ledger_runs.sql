-- What a firm brings along, what is released of escrow and what is clawed back: runs of the ledger, approved by somebody else before they post.
CREATE TABLE ledger_run (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  name        text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  description text CHECK (length(description) <= 4000),
  type        text NOT NULL CHECK (type IN ('OPENING', 'RELEASE', 'CLAWBACK')),
  run_date    date NOT NULL,
  status      text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'REJ', 'SUB', 'APP', 'POSTED', 'REVERSED')),
  reverses_id uuid,
  currency_id uuid,
  total_accrued numeric(38,2) NOT NULL DEFAULT 0,
  total_distributed numeric(38,2) NOT NULL DEFAULT 0,
  total_escrow numeric(38,2) NOT NULL DEFAULT 0,
  total_clawback numeric(38,2) NOT NULL DEFAULT 0,
  number_of_participants integer NOT NULL DEFAULT 0 CHECK (number_of_participants >= 0),
  inputs      jsonb NOT NULL,
  engine_version text NOT NULL,
  last_edited_by uuid,
  submitted_at timestamptz,
  submitted_by uuid,
  approved_at timestamptz,
  approved_by uuid,
  posted_at   timestamptz,
  posted_by   uuid,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES ledger_run,
  -- What is reversed is reversed once.
  CONSTRAINT ledger_run_reversed_once UNIQUE (tenant_id, reverses_id)
);
CREATE INDEX ledger_run_list ON ledger_run (tenant_id, lower(name), id);
CALL protect_tenant_table('ledger_run');

-- An account that a run enters something into: whose, of which source, on which way.
CREATE TABLE ledger_run_line (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  ledger_run_id uuid NOT NULL,
  position    integer NOT NULL,
  participant_id uuid NOT NULL,
  container_id uuid NOT NULL,
  path        uuid[] NOT NULL DEFAULT '{}',
  held        numeric(38,2),
  accrued     numeric(38,2) NOT NULL DEFAULT 0,
  distributed numeric(38,2) NOT NULL DEFAULT 0,
  escrow      numeric(38,2) NOT NULL DEFAULT 0,
  clawback    numeric(38,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, ledger_run_id) REFERENCES ledger_run ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  FOREIGN KEY (tenant_id, container_id) REFERENCES container
);
CREATE INDEX ledger_run_line_run ON ledger_run_line (tenant_id, ledger_run_id);
CREATE INDEX ledger_run_line_participant ON ledger_run_line (tenant_id, participant_id);
CREATE INDEX ledger_run_line_container ON ledger_run_line (tenant_id, container_id);
CALL protect_tenant_table('ledger_run_line');

-- The way of an entry, where it is another than that of the row that it comes from: a payment by balance goes over the ways by which the
-- balance came about, each once.
ALTER TABLE account_entry
  ADD COLUMN path uuid[],
  ADD COLUMN ledger_run_line_id uuid,
  ADD FOREIGN KEY (tenant_id, ledger_run_line_id) REFERENCES ledger_run_line;
DROP INDEX account_entry_once;
CREATE UNIQUE INDEX account_entry_once ON account_entry (tenant_id, distribution_detail_id, kind, path) NULLS NOT DISTINCT
  WHERE distribution_detail_id IS NOT NULL;
ALTER TABLE account_entry DROP CONSTRAINT account_entry_kind_check;
ALTER TABLE account_entry ADD CONSTRAINT account_entry_kind_check
  CHECK (kind IN ('ACCRUAL', 'DISTRIBUTION', 'CLAWBACK', 'TRANSFER', 'ADJUSTMENT', 'OPENING', 'OPENING_DISTRIBUTED'));
ALTER TABLE escrow_entry
  ADD COLUMN path uuid[],
  ADD COLUMN ledger_run_line_id uuid,
  ADD FOREIGN KEY (tenant_id, ledger_run_line_id) REFERENCES ledger_run_line;
ALTER TABLE escrow_entry DROP CONSTRAINT escrow_entry_kind_check;
ALTER TABLE escrow_entry ADD CONSTRAINT escrow_entry_kind_check CHECK (kind IN ('OPENING', 'HELD', 'RELEASED', 'APPLIED'));
-- A row of a run posts each kind once, however often it is posted.
CREATE UNIQUE INDEX account_entry_ledger_once ON account_entry (tenant_id, ledger_run_line_id, kind) WHERE ledger_run_line_id IS NOT NULL;
CREATE UNIQUE INDEX escrow_entry_ledger_once ON escrow_entry (tenant_id, ledger_run_line_id, kind) WHERE ledger_run_line_id IS NOT NULL;
