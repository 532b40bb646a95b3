-- Distributions with their sources, participant rows, tax rows and approvals, and the ledger that a disbursed one posts to.

CREATE TABLE distribution (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  description text CHECK (length(description) <= 4000),
  distribution_date date NOT NULL,
  status      text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'SUB', 'APP', 'REJ', 'DISB')),
  kind        text NOT NULL DEFAULT 'REGULAR' CHECK (kind IN ('REGULAR', 'REVERSAL')),
  reverses_id uuid,
  currency_id uuid,
  default_escrow numeric(20,10) NOT NULL DEFAULT 0 CHECK (default_escrow BETWEEN 0 AND 100),
  default_terminated_escrow numeric(20,10) NOT NULL DEFAULT 0 CHECK (default_terminated_escrow BETWEEN 0 AND 100),
  investor_balance_based boolean NOT NULL DEFAULT false,
  unallocated_acknowledged_at timestamptz,
  unallocated_acknowledged_by uuid,
  total_net_distributable numeric(38,2) NOT NULL DEFAULT 0,
  total_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  total_tax   numeric(38,2) NOT NULL DEFAULT 0,
  total_escrow numeric(38,2) NOT NULL DEFAULT 0,
  total_loan_repayment numeric(38,2) NOT NULL DEFAULT 0,
  total_other_adjustment numeric(38,2) NOT NULL DEFAULT 0,
  total_net   numeric(38,2) NOT NULL DEFAULT 0,
  total_unallocated numeric(38,2) NOT NULL DEFAULT 0,
  number_of_participants integer NOT NULL DEFAULT 0 CHECK (number_of_participants >= 0),
  inputs      jsonb NOT NULL DEFAULT '{}',
  warnings    jsonb NOT NULL DEFAULT '[]',
  engine_version text,
  approval_round integer NOT NULL DEFAULT 0,
  last_edited_by uuid,
  submitted_at timestamptz,
  submitted_by uuid,
  approved_at timestamptz,
  disbursed_at timestamptz,
  disbursed_by uuid,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES distribution,
  CHECK ((kind = 'REVERSAL') = (reverses_id IS NOT NULL)),
  CHECK (total_net = total_carry_distributed - total_loan_repayment - total_other_adjustment - total_tax - total_escrow),
  CHECK ((status = 'DISB') = (disbursed_at IS NOT NULL)),
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CREATE INDEX distribution_list ON distribution (tenant_id, distribution_date DESC, id);
CREATE INDEX distribution_status ON distribution (tenant_id, status);
CREATE UNIQUE INDEX distribution_reversal ON distribution (tenant_id, reverses_id) WHERE reverses_id IS NOT NULL;
CALL protect_tenant_table('distribution');

CREATE TABLE distribution_source (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  distribution_id uuid NOT NULL,
  position    integer NOT NULL,
  container_id uuid NOT NULL,
  source_type text NOT NULL CHECK (source_type IN ('Fund', 'Coinvestment', 'Fund Investment', 'Coinvestment Investment', 'Tranche')),
  allocation_profile_id uuid,
  net_distributable_amount numeric(38,2) NOT NULL,
  total_distributed numeric(38,2) NOT NULL DEFAULT 0,
  gross_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  total_carry_adjustment numeric(38,2) NOT NULL DEFAULT 0,
  net_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  unallocated numeric(38,2) NOT NULL DEFAULT 0,
  number_of_participants integer NOT NULL DEFAULT 0 CHECK (number_of_participants >= 0),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, distribution_id, container_id) DEFERRABLE,
  UNIQUE (tenant_id, id, distribution_id),
  CHECK (net_carry_distributed = gross_carry_distributed - total_carry_adjustment),
  CHECK (gross_carry_distributed = total_distributed),
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, container_id) REFERENCES container,
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile
);
CREATE INDEX distribution_source_container ON distribution_source (tenant_id, container_id);
CREATE INDEX distribution_source_profile ON distribution_source (tenant_id, allocation_profile_id);
CALL protect_tenant_table('distribution_source');

CREATE TABLE distribution_characterization (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  distribution_source_id uuid NOT NULL,
  position    integer NOT NULL DEFAULT 0,
  tax_characterization_id uuid NOT NULL,
  characterization_percentage numeric(20,10) NOT NULL CHECK (characterization_percentage BETWEEN 0 AND 100),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, distribution_source_id, tax_characterization_id) DEFERRABLE,
  FOREIGN KEY (tenant_id, distribution_source_id) REFERENCES distribution_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, tax_characterization_id) REFERENCES reference_entry
);
CALL protect_tenant_table('distribution_characterization');

-- One row for each path by which carry reaches someone. An entity's row is the sum of the rows below it; path holds the
-- entities passed on the way down, outermost first.
CREATE TABLE distribution_detail (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  distribution_id uuid NOT NULL,
  distribution_source_id uuid NOT NULL,
  position    integer NOT NULL,
  participant_id uuid NOT NULL,
  parent_detail_id uuid,
  path        uuid[] NOT NULL DEFAULT '{}',
  is_leaf     boolean NOT NULL,
  effective_allocation numeric(20,10) NOT NULL CHECK (effective_allocation >= 0),
  original_allocation numeric(20,10),
  escrow_percent numeric(20,10),
  participant_status text NOT NULL DEFAULT 'ACTIVE' CHECK (participant_status IN ('ACTIVE', 'TERMINATED')),
  gross_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  tax         numeric(38,2) NOT NULL DEFAULT 0,
  escrow      numeric(38,2) NOT NULL DEFAULT 0,
  loan_repayment numeric(38,2) NOT NULL DEFAULT 0,
  other_adjustment numeric(38,2) NOT NULL DEFAULT 0,
  net_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  tax_overridden boolean NOT NULL DEFAULT false,
  escrow_overridden boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, distribution_source_id, participant_id, path) DEFERRABLE,
  CHECK (net_carry_distributed = gross_carry_distributed - loan_repayment - other_adjustment - tax - escrow),
  CHECK ((parent_detail_id IS NULL) = (cardinality(path) = 0)),
  FOREIGN KEY (tenant_id, distribution_source_id, distribution_id) REFERENCES distribution_source (tenant_id, id, distribution_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  FOREIGN KEY (tenant_id, parent_detail_id) REFERENCES distribution_detail ON DELETE CASCADE
);
CREATE INDEX distribution_detail_distribution ON distribution_detail (tenant_id, distribution_id, position);
CREATE INDEX distribution_detail_participant ON distribution_detail (tenant_id, participant_id);
CREATE INDEX distribution_detail_parent ON distribution_detail (tenant_id, parent_detail_id) WHERE parent_detail_id IS NOT NULL;
CALL protect_tenant_table('distribution_detail');

CREATE TABLE distribution_tax (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  distribution_id uuid NOT NULL,
  distribution_detail_id uuid NOT NULL,
  position    integer NOT NULL,
  tax_profile_id uuid,
  tax_profile_rate_id uuid,
  tax_characterization_id uuid,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 400),
  tax_allocation_percent numeric(20,10) NOT NULL,
  tax_allocation_amount numeric(38,2) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, distribution_detail_id) REFERENCES distribution_detail ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, tax_profile_id) REFERENCES tax_profile,
  FOREIGN KEY (tenant_id, tax_characterization_id) REFERENCES reference_entry
);
CREATE INDEX distribution_tax_detail ON distribution_tax (tenant_id, distribution_detail_id, position);
CREATE INDEX distribution_tax_distribution ON distribution_tax (tenant_id, distribution_id);
CALL protect_tenant_table('distribution_tax');

-- The listed approvers of a distribution and what each answered; decision is null until answered.
CREATE TABLE distribution_approval (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  distribution_id uuid NOT NULL,
  approver_id uuid NOT NULL,
  position    integer NOT NULL DEFAULT 0,
  approval_decision text CHECK (approval_decision IN ('APP', 'REJ')),
  approval_comments text CHECK (length(approval_comments) <= 4000),
  decided_at  timestamptz,
  round       integer NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, distribution_id, approver_id, round) DEFERRABLE,
  CHECK ((approval_decision IS NULL) = (decided_at IS NULL)),
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, approver_id) REFERENCES membership
);
CREATE INDEX distribution_approval_approver ON distribution_approval (tenant_id, approver_id);
CALL protect_tenant_table('distribution_approval');

-- The carry ledger: never changed, only reversed. Tax, loan repayment and other adjustment are memo figures of a
-- distribution's entry and no part of the balance.
CREATE TABLE account_entry (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  participant_id uuid NOT NULL,
  container_id uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('ACCRUAL', 'DISTRIBUTION', 'CLAWBACK', 'TRANSFER', 'ADJUSTMENT')),
  entry_date  date NOT NULL,
  amount      numeric(38,2) NOT NULL,
  currency_id uuid,
  distribution_id uuid,
  distribution_detail_id uuid,
  realization_source_id uuid,
  reverses_id uuid,
  memo_tax    numeric(38,2),
  memo_loan_repayment numeric(38,2),
  memo_other_adjustment numeric(38,2),
  description text CHECK (length(description) <= 4000),
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, reverses_id),
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  FOREIGN KEY (tenant_id, container_id) REFERENCES container,
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution,
  FOREIGN KEY (tenant_id, distribution_detail_id) REFERENCES distribution_detail,
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES account_entry,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
-- A row of a distribution posts once, however often it is disbursed.
CREATE UNIQUE INDEX account_entry_once ON account_entry (tenant_id, distribution_detail_id, kind) WHERE distribution_detail_id IS NOT NULL;
CREATE INDEX account_entry_participant ON account_entry (tenant_id, participant_id, entry_date);
CREATE INDEX account_entry_container ON account_entry (tenant_id, container_id, entry_date);
CREATE INDEX account_entry_distribution ON account_entry (tenant_id, distribution_id);
CALL protect_tenant_table('account_entry', 'SELECT, INSERT');

-- Escrow is a ledger of its own: held at disbursement, released, or applied to a clawback.
CREATE TABLE escrow_entry (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  participant_id uuid NOT NULL,
  container_id uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('HELD', 'RELEASED', 'APPLIED')),
  entry_date  date NOT NULL,
  amount      numeric(38,2) NOT NULL,
  currency_id uuid,
  distribution_id uuid,
  distribution_detail_id uuid,
  reverses_id uuid,
  description text CHECK (length(description) <= 4000),
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, reverses_id),
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  FOREIGN KEY (tenant_id, container_id) REFERENCES container,
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution,
  FOREIGN KEY (tenant_id, distribution_detail_id) REFERENCES distribution_detail,
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES escrow_entry,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CREATE UNIQUE INDEX escrow_entry_once ON escrow_entry (tenant_id, distribution_detail_id, kind) WHERE distribution_detail_id IS NOT NULL;
CREATE INDEX escrow_entry_participant ON escrow_entry (tenant_id, participant_id, entry_date);
CREATE INDEX escrow_entry_container ON escrow_entry (tenant_id, container_id, entry_date);
CALL protect_tenant_table('escrow_entry', 'SELECT, INSERT');
