-- Carry: the rules of allocation, vesting and tax, the runs (distributions, forecasts, realizations, ledger runs), and the accounts that
-- runs post to.

-- Rules ---------------------------------------------------------------------------------------------------------------

-- Vesting schedules. A class of participants may have a default one.
CREATE TABLE vesting_schedule (
  tenant_id            uuid NOT NULL REFERENCES tenant,
  id                   uuid NOT NULL,
  name                 text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  participant_class_id uuid,
  is_default           boolean NOT NULL DEFAULT false,
  description          text CHECK (length(description) <= 4000),
  is_inactive          boolean NOT NULL DEFAULT false,
  row_version          integer NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL DEFAULT now(),
  created_by           uuid,
  updated_at           timestamptz NOT NULL DEFAULT now(),
  updated_by           uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, participant_class_id) REFERENCES reference_entry,
  CHECK (NOT is_default OR participant_class_id IS NOT NULL)
);
CREATE UNIQUE INDEX vesting_schedule_name ON vesting_schedule (tenant_id, lower(name));
CREATE UNIQUE INDEX vesting_schedule_default ON vesting_schedule (tenant_id, participant_class_id) WHERE is_default AND NOT is_inactive;
CALL protect_tenant_table('vesting_schedule');

-- The steps of a schedule in whole months. The end is exclusive, and only the last step is open-ended.
CREATE TABLE vesting_schedule_row (
  tenant_id           uuid NOT NULL,
  id                  uuid NOT NULL,
  vesting_schedule_id uuid NOT NULL,
  position            integer NOT NULL,
  period_start        integer NOT NULL CHECK (period_start >= 0),
  period_end          integer CHECK (period_end > period_start),
  vested_percentage   numeric(20,10) NOT NULL CHECK (vested_percentage BETWEEN 0 AND 100),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, vesting_schedule_id, position) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (tenant_id, vesting_schedule_id) REFERENCES vesting_schedule ON DELETE CASCADE
);
CALL protect_tenant_table('vesting_schedule_row');

-- Tax profiles withhold tax from carry, at one rate or at a rate for each characterization of income.
CREATE TABLE tax_profile (
  tenant_id                   uuid NOT NULL REFERENCES tenant,
  id                          uuid NOT NULL,
  name                        text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  description                 text CHECK (length(description) <= 4000),
  is_inactive                 boolean NOT NULL DEFAULT false,
  subject_to_characterization boolean NOT NULL DEFAULT false,
  tax_rate                    numeric(20,10) CHECK (tax_rate BETWEEN 0 AND 100),
  row_version                 integer NOT NULL DEFAULT 1,
  created_at                  timestamptz NOT NULL DEFAULT now(),
  created_by                  uuid,
  updated_at                  timestamptz NOT NULL DEFAULT now(),
  updated_by                  uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX tax_profile_name ON tax_profile (tenant_id, lower(name));
CALL protect_tenant_table('tax_profile');

-- The rates of a tax profile by characterization of income.
CREATE TABLE tax_profile_rate (
  tenant_id               uuid NOT NULL,
  id                      uuid NOT NULL,
  tax_profile_id          uuid NOT NULL,
  position                integer NOT NULL DEFAULT 0,
  tax_characterization_id uuid NOT NULL,
  name                    text CHECK (length(name) <= 200),
  tax_rate                numeric(20,10) NOT NULL CHECK (tax_rate BETWEEN 0 AND 100),
  is_inactive             boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, tax_profile_id, tax_characterization_id) DEFERRABLE,
  FOREIGN KEY (tenant_id, tax_profile_id) REFERENCES tax_profile ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, tax_characterization_id) REFERENCES reference_entry
);
CALL protect_tenant_table('tax_profile_rate');

-- Applies a tax profile to one participant, to one source, or to all sources (or all of one investment).
CREATE TABLE tax_profile_assignment (
  tenant_id      uuid NOT NULL REFERENCES tenant,
  id             uuid NOT NULL,
  tax_profile_id uuid NOT NULL,
  target_type    text NOT NULL CHECK (target_type IN ('participant', 'source', 'all')),
  participant_id uuid,
  container_id   uuid,
  bears_carry    boolean GENERATED ALWAYS AS (true) STORED,
  investment_id  uuid,
  row_version    integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  created_by     uuid,
  updated_at     timestamptz NOT NULL DEFAULT now(),
  updated_by     uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE NULLS NOT DISTINCT (tenant_id, tax_profile_id, target_type, participant_id, container_id, investment_id),
  FOREIGN KEY (tenant_id, tax_profile_id) REFERENCES tax_profile,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant ON DELETE CASCADE,
  CONSTRAINT tax_profile_assignment_tenant_id_container_id_fkey FOREIGN KEY (tenant_id, container_id, bears_carry)
    REFERENCES container (tenant_id, id, bears_carry) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment ON DELETE CASCADE,
  CHECK (CASE target_type
    WHEN 'participant' THEN participant_id IS NOT NULL AND container_id IS NULL AND investment_id IS NULL
    WHEN 'source' THEN container_id IS NOT NULL AND participant_id IS NULL
    ELSE participant_id IS NULL AND container_id IS NULL END)
);
CREATE INDEX tax_profile_assignment_participant ON tax_profile_assignment (tenant_id, participant_id);
CREATE INDEX tax_profile_assignment_container ON tax_profile_assignment (tenant_id, container_id);
CREATE INDEX tax_profile_assignment_investment ON tax_profile_assignment (tenant_id, investment_id);
CALL protect_tenant_table('tax_profile_assignment');

-- The profiles of a container are its versions. A profile that a distribution uses is locked, and an edit creates the next version.
CREATE TABLE allocation_profile (
  tenant_id       uuid NOT NULL REFERENCES tenant,
  id              uuid NOT NULL,
  container_id    uuid NOT NULL,
  bears_carry     boolean GENERATED ALWAYS AS (true) STORED,
  name            text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  description     text CHECK (length(description) <= 4000),
  effective_date  date,
  version         integer NOT NULL DEFAULT 1 CHECK (version > 0),
  revision        integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  is_current      boolean NOT NULL DEFAULT false,
  is_share_based  boolean NOT NULL DEFAULT false,
  is_valid        boolean NOT NULL DEFAULT true,
  total_shares    numeric(38,2) CHECK (total_shares >= 0),
  total_effective numeric(20,10),
  copied_from_id  uuid,
  locked_at       timestamptz,
  row_version     integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now(),
  created_by      uuid,
  updated_at      timestamptz NOT NULL DEFAULT now(),
  updated_by      uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, container_id, version),
  CONSTRAINT allocation_profile_tenant_id_container_id_fkey FOREIGN KEY (tenant_id, container_id, bears_carry)
    REFERENCES container (tenant_id, id, bears_carry),
  FOREIGN KEY (tenant_id, copied_from_id) REFERENCES allocation_profile ON DELETE SET NULL (copied_from_id)
);
CREATE UNIQUE INDEX allocation_profile_current ON allocation_profile (tenant_id, container_id) WHERE is_current;
CALL protect_tenant_table('allocation_profile');

-- The shares of a profile.
CREATE TABLE allocation_entry (
  tenant_id             uuid NOT NULL,
  id                    uuid NOT NULL,
  allocation_profile_id uuid NOT NULL,
  position              integer NOT NULL,
  participant_id        uuid NOT NULL,
  predilute             numeric(20,10) CHECK (predilute >= 0),
  fixed                 numeric(20,10) CHECK (fixed >= 0),
  discretionary         numeric(20,10) CHECK (discretionary >= 0),
  shares                numeric(38,2) CHECK (shares >= 0),
  effective             numeric(20,10) NOT NULL DEFAULT 0 CHECK (effective >= 0),
  participant_class_id  uuid,
  vesting_schedule_id   uuid,
  member_profile_id     uuid,
  member_mismatch       boolean NOT NULL DEFAULT false,
  -- The members on the day when the entry of an entity was settled. It is mismatched again when they change.
  settled_members       text,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, allocation_profile_id, participant_id) DEFERRABLE,
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  FOREIGN KEY (tenant_id, participant_class_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, vesting_schedule_id) REFERENCES vesting_schedule,
  FOREIGN KEY (tenant_id, member_profile_id) REFERENCES allocation_profile
);
CREATE INDEX allocation_entry_participant ON allocation_entry (tenant_id, participant_id);
CREATE INDEX allocation_entry_member_profile ON allocation_entry (tenant_id, member_profile_id) WHERE member_profile_id IS NOT NULL;
CALL protect_tenant_table('allocation_entry');

-- Snapshots of an unused profile before each edit.
CREATE TABLE allocation_profile_revision (
  tenant_id             uuid NOT NULL,
  id                    uuid NOT NULL,
  allocation_profile_id uuid NOT NULL,
  revision              integer NOT NULL CHECK (revision > 0),
  snapshot              jsonb NOT NULL,
  reason                text CHECK (length(reason) <= 4000),
  created_at            timestamptz NOT NULL DEFAULT now(),
  created_by            uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, allocation_profile_id, revision),
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile ON DELETE CASCADE
);
CALL protect_tenant_table('allocation_profile_revision', 'SELECT, INSERT, DELETE');

-- Tranches may have a profile of their own.
ALTER TABLE tranche
  ADD FOREIGN KEY (tenant_id, assigned_allocation_profile_id) REFERENCES allocation_profile ON DELETE SET NULL (assigned_allocation_profile_id);
CREATE INDEX tranche_assigned_profile ON tranche (tenant_id, assigned_allocation_profile_id) WHERE assigned_allocation_profile_id IS NOT NULL;

-- Distributions -------------------------------------------------------------------------------------------------------

-- Distributions pay carry. A second person approves them before they are disbursed; a disbursed one can only be reversed.
CREATE TABLE distribution (
  tenant_id                   uuid NOT NULL REFERENCES tenant,
  id                          uuid NOT NULL,
  name                        text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  description                 text CHECK (length(description) <= 4000),
  distribution_date           date NOT NULL,
  status                      text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'SUB', 'APP', 'REJ', 'DISB')),
  kind                        text NOT NULL DEFAULT 'REGULAR' CHECK (kind IN ('REGULAR', 'REVERSAL')),
  reverses_id                 uuid,
  -- False if a source of a draft can't be computed as it is. Then its totals are not determined either, and nobody reads them.
  is_determined               boolean NOT NULL DEFAULT true,
  currency_id                 uuid,
  default_escrow              numeric(20,10) NOT NULL DEFAULT 0 CHECK (default_escrow BETWEEN 0 AND 100),
  default_terminated_escrow   numeric(20,10) NOT NULL DEFAULT 0 CHECK (default_terminated_escrow BETWEEN 0 AND 100),
  investor_balance_based      boolean NOT NULL DEFAULT false,
  unallocated_acknowledged_at timestamptz,
  unallocated_acknowledged_by uuid,
  total_net_distributable     numeric(38,2) NOT NULL DEFAULT 0,
  total_carry_distributed     numeric(38,2) NOT NULL DEFAULT 0,
  total_tax                   numeric(38,2) NOT NULL DEFAULT 0,
  total_escrow                numeric(38,2) NOT NULL DEFAULT 0,
  total_loan_repayment        numeric(38,2) NOT NULL DEFAULT 0,
  total_other_adjustment      numeric(38,2) NOT NULL DEFAULT 0,
  total_net                   numeric(38,2) NOT NULL DEFAULT 0,
  total_unallocated           numeric(38,2) NOT NULL DEFAULT 0,
  number_of_participants      integer NOT NULL DEFAULT 0 CHECK (number_of_participants >= 0),
  inputs                      jsonb NOT NULL DEFAULT '{}',
  warnings                    jsonb NOT NULL DEFAULT '[]',
  -- The warnings that were acknowledged at submission: [{text, by, at}].
  acknowledgments            jsonb NOT NULL DEFAULT '[]',
  engine_version              text,
  approval_round              integer NOT NULL DEFAULT 0,
  -- The approvals that the last submission needs, and the policy they come from.
  approval_rule               jsonb CHECK (jsonb_typeof(approval_rule) = 'object'),
  -- Everybody who saved what is submitted. None of them approves it.
  editor_ids                  uuid[] NOT NULL DEFAULT '{}',
  submitted_at                timestamptz,
  submitted_by                uuid,
  approved_at                 timestamptz,
  disbursed_at                timestamptz,
  disbursed_by                uuid,
  row_version                 integer NOT NULL DEFAULT 1,
  created_at                  timestamptz NOT NULL DEFAULT now(),
  created_by                  uuid,
  updated_at                  timestamptz NOT NULL DEFAULT now(),
  updated_by                  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES distribution,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  CHECK ((kind = 'REVERSAL') = (reverses_id IS NOT NULL)),
  CHECK (total_net = total_carry_distributed - total_loan_repayment - total_other_adjustment - total_tax - total_escrow),
  CHECK ((status = 'DISB') = (disbursed_at IS NOT NULL)),
  -- Only a run that can still be changed may be undetermined.
  CONSTRAINT distribution_determined CHECK (is_determined OR (status IN ('DRAFT', 'REJ') AND kind = 'REGULAR'))
);
CREATE INDEX distribution_list ON distribution (tenant_id, distribution_date DESC, id);
CREATE INDEX distribution_status ON distribution (tenant_id, status);
CREATE UNIQUE INDEX distribution_reversal ON distribution (tenant_id, reverses_id) WHERE reverses_id IS NOT NULL;
-- Lists sort by the next step.
CREATE INDEX distribution_stage ON distribution (tenant_id, array_position(ARRAY['DRAFT', 'REJ', 'SUB', 'APP', 'DISB'], status), id);
CALL protect_tenant_table('distribution');

-- The sources of a distribution and their amounts.
CREATE TABLE distribution_source (
  tenant_id                uuid NOT NULL,
  id                       uuid NOT NULL,
  distribution_id          uuid NOT NULL,
  position                 integer NOT NULL,
  container_id             uuid NOT NULL,
  bears_carry              boolean GENERATED ALWAYS AS (true) STORED,
  source_type              text NOT NULL
    CHECK (source_type IN ('Fund', 'Coinvestment', 'Fund Investment', 'Coinvestment Investment', 'Tranche')),
  allocation_profile_id    uuid,
  is_determined            boolean NOT NULL DEFAULT true,
  net_distributable_amount numeric(38,2) NOT NULL,
  -- The source's own escrow percentage, in place of the run's default.
  default_escrow           numeric(20,10) CHECK (default_escrow BETWEEN 0 AND 100),
  -- The vesting that was applied: the share, the vested part and its day, the forfeited amount and its recipients.
  vesting_applied          jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(vesting_applied) = 'array'),
  total_distributed        numeric(38,2) NOT NULL DEFAULT 0,
  gross_carry_distributed  numeric(38,2) NOT NULL DEFAULT 0,
  total_carry_adjustment   numeric(38,2) NOT NULL DEFAULT 0,
  net_carry_distributed    numeric(38,2) NOT NULL DEFAULT 0,
  unallocated              numeric(38,2) NOT NULL DEFAULT 0,
  number_of_participants   integer NOT NULL DEFAULT 0 CHECK (number_of_participants >= 0),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, distribution_id, container_id) DEFERRABLE,
  UNIQUE (tenant_id, id, distribution_id),
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution ON DELETE CASCADE,
  CONSTRAINT distribution_source_tenant_id_container_id_fkey FOREIGN KEY (tenant_id, container_id, bears_carry)
    REFERENCES container (tenant_id, id, bears_carry),
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile,
  CHECK (net_carry_distributed = gross_carry_distributed - total_carry_adjustment),
  CHECK (gross_carry_distributed = total_distributed)
);
CREATE INDEX distribution_source_container ON distribution_source (tenant_id, container_id);
CREATE INDEX distribution_source_profile ON distribution_source (tenant_id, allocation_profile_id);
CALL protect_tenant_table('distribution_source');

-- The split of a source's income by characterization.
CREATE TABLE distribution_characterization (
  tenant_id                   uuid NOT NULL,
  id                          uuid NOT NULL,
  distribution_source_id      uuid NOT NULL,
  position                    integer NOT NULL DEFAULT 0,
  tax_characterization_id     uuid NOT NULL,
  characterization_percentage numeric(20,10) NOT NULL CHECK (characterization_percentage BETWEEN 0 AND 100),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, distribution_source_id, tax_characterization_id) DEFERRABLE,
  FOREIGN KEY (tenant_id, distribution_source_id) REFERENCES distribution_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, tax_characterization_id) REFERENCES reference_entry
);
CALL protect_tenant_table('distribution_characterization');

-- One row for each path by which carry reaches a participant. The row of an entity is the sum of the rows below it; path holds the entities
-- on the way down, outermost first.
CREATE TABLE distribution_detail (
  tenant_id               uuid NOT NULL,
  id                      uuid NOT NULL,
  distribution_id         uuid NOT NULL,
  distribution_source_id  uuid NOT NULL,
  position                integer NOT NULL,
  participant_id          uuid NOT NULL,
  parent_detail_id        uuid,
  path                    uuid[] NOT NULL DEFAULT '{}',
  is_leaf                 boolean NOT NULL,
  effective_allocation    numeric(20,10) NOT NULL CHECK (effective_allocation >= 0),
  original_allocation     numeric(20,10),
  escrow_percent          numeric(20,10),
  participant_status      text NOT NULL DEFAULT 'ACTIVE' CHECK (participant_status IN ('ACTIVE', 'TERMINATED')),
  gross_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  tax                     numeric(38,2) NOT NULL DEFAULT 0,
  -- Positions of the source's tax terms, and their amounts in the same order.
  tax_terms               integer[] NOT NULL DEFAULT '{}',
  tax_amounts             numeric(38,2)[] NOT NULL DEFAULT '{}',
  escrow                  numeric(38,2) NOT NULL DEFAULT 0,
  loan_repayment          numeric(38,2) NOT NULL DEFAULT 0,
  other_adjustment        numeric(38,2) NOT NULL DEFAULT 0,
  net_carry_distributed   numeric(38,2) NOT NULL DEFAULT 0,
  tax_overridden          boolean NOT NULL DEFAULT false,
  escrow_overridden       boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, distribution_source_id, participant_id, path) DEFERRABLE,
  FOREIGN KEY (tenant_id, distribution_source_id, distribution_id)
    REFERENCES distribution_source (tenant_id, id, distribution_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  FOREIGN KEY (tenant_id, parent_detail_id) REFERENCES distribution_detail ON DELETE CASCADE,
  CHECK (net_carry_distributed = gross_carry_distributed - loan_repayment - other_adjustment - tax - escrow),
  CHECK ((parent_detail_id IS NULL) = (cardinality(path) = 0)),
  CHECK (cardinality(tax_terms) = cardinality(tax_amounts))
);
CREATE INDEX distribution_detail_distribution ON distribution_detail (tenant_id, distribution_id, position);
CREATE INDEX distribution_detail_participant ON distribution_detail (tenant_id, participant_id);
CREATE INDEX distribution_detail_parent ON distribution_detail (tenant_id, parent_detail_id) WHERE parent_detail_id IS NOT NULL;
CALL protect_tenant_table('distribution_detail');

-- The tax terms of a source: profile, characterization, rate and the part of the gross that it applies to. A run of 50 sources and 500
-- participants repeats a few terms 75,000 times. So they are stored once for each source, and rows name them by position.
CREATE TABLE distribution_tax_term (
  tenant_id               uuid NOT NULL,
  distribution_source_id  uuid NOT NULL,
  position                integer NOT NULL,
  -- Null for a tax that was typed and has no profile.
  tax_profile_id          uuid,
  tax_characterization_id uuid,
  name                    text NOT NULL CHECK (name <> '' AND length(name) <= 400),
  tax_rate                numeric(20,10),
  tax_allocation_percent  numeric(20,10) NOT NULL,
  PRIMARY KEY (tenant_id, distribution_source_id, position),
  FOREIGN KEY (tenant_id, distribution_source_id) REFERENCES distribution_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, tax_profile_id) REFERENCES tax_profile,
  FOREIGN KEY (tenant_id, tax_characterization_id) REFERENCES reference_entry
);
CALL protect_tenant_table('distribution_tax_term');

-- The approvers of a distribution and their decisions; a decision is null while it is open.
CREATE TABLE distribution_approval (
  tenant_id         uuid NOT NULL,
  id                uuid NOT NULL,
  distribution_id   uuid NOT NULL,
  approver_id       uuid NOT NULL,
  position          integer NOT NULL DEFAULT 0,
  approval_decision text CHECK (approval_decision IN ('APP', 'REJ')),
  approval_comments text CHECK (length(approval_comments) <= 4000),
  decided_at        timestamptz,
  -- The approver, or a substitute, and whether the distribution pays that person.
  decided_by        uuid,
  is_payee          boolean,
  -- True if the approver's answer is requested now.
  is_requested      boolean NOT NULL DEFAULT false,
  round             integer NOT NULL DEFAULT 0,
  created_at        timestamptz NOT NULL DEFAULT now(),
  created_by        uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, distribution_id, approver_id, round) DEFERRABLE,
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, approver_id) REFERENCES membership,
  CHECK (num_nonnulls(approval_decision, decided_at, decided_by, is_payee) IN (0, 4)),
  CONSTRAINT distribution_approval_requested CHECK (NOT is_requested OR approval_decision IS NULL)
);
CREATE INDEX distribution_approval_approver ON distribution_approval (tenant_id, approver_id);
CALL protect_tenant_table('distribution_approval');

-- A firm's rules for approvals, by the date from which they apply.
CREATE TABLE approval_policy (
  tenant_id      uuid NOT NULL REFERENCES tenant,
  id             uuid NOT NULL,
  effective_date date NOT NULL,
  currency_id    uuid NOT NULL,
  row_version    integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  created_by     uuid,
  updated_at     timestamptz NOT NULL DEFAULT now(),
  updated_by     uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT approval_policy_date UNIQUE (tenant_id, effective_date),
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CALL protect_tenant_table('approval_policy');

-- The approvals needed from an amount on. The approvers are members of the firm, in the order in which they are asked.
CREATE TABLE approval_policy_band (
  tenant_id          uuid NOT NULL,
  id                 uuid NOT NULL,
  approval_policy_id uuid NOT NULL,
  position           integer NOT NULL,
  from_amount        numeric(38,2) NOT NULL CHECK (from_amount >= 0),
  mode               text NOT NULL CHECK (mode IN ('ALL', 'ORDERED', 'QUORUM')),
  quorum             integer CHECK (quorum > 0),
  approver_ids       uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, approval_policy_id, position) DEFERRABLE,
  FOREIGN KEY (tenant_id, approval_policy_id) REFERENCES approval_policy ON DELETE CASCADE,
  CHECK ((mode = 'QUORUM') = (quorum IS NOT NULL))
);
CALL protect_tenant_table('approval_policy_band');

-- The substitutes of approvers, by dates.
CREATE TABLE approval_substitute (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  person_id     uuid NOT NULL,
  substitute_id uuid NOT NULL,
  from_date     date NOT NULL,
  to_date       date NOT NULL,
  row_version   integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  updated_by    uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, person_id) REFERENCES membership,
  FOREIGN KEY (tenant_id, substitute_id) REFERENCES membership,
  CHECK (person_id <> substitute_id),
  CHECK (from_date <= to_date)
);
CREATE INDEX approval_substitute_person ON approval_substitute (tenant_id, person_id);
CREATE INDEX approval_substitute_substitute ON approval_substitute (tenant_id, substitute_id);
CALL protect_tenant_table('approval_substitute');

-- The unsaved input of a person in the editor of a distribution, as it is typed. It changes nothing in the distribution. If the
-- distribution is deleted, the draft remains as that of a new one.
CREATE TABLE distribution_draft (
  tenant_id       uuid NOT NULL REFERENCES tenant,
  id              uuid NOT NULL,
  person_id       uuid NOT NULL,
  distribution_id uuid,
  -- The row version of the distribution when the typing began.
  based_on        integer,
  content         jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, person_id) REFERENCES membership ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution ON DELETE SET NULL (distribution_id)
);
CREATE INDEX distribution_draft_person ON distribution_draft (tenant_id, person_id, updated_at DESC);
CREATE INDEX distribution_draft_distribution ON distribution_draft (tenant_id, distribution_id);
CALL protect_tenant_table('distribution_draft');

-- The vested percentage of each share on the day of a run. It is stored when the run is disbursed, so that later changes do not alter its
-- letters. Null means not determined.
CREATE TABLE distribution_vesting (
  tenant_id              uuid NOT NULL,
  distribution_source_id uuid NOT NULL,
  participant_id         uuid NOT NULL,
  vested_percentage      numeric(20,10) CHECK (vested_percentage BETWEEN 0 AND 100),
  PRIMARY KEY (tenant_id, distribution_source_id, participant_id),
  FOREIGN KEY (tenant_id, distribution_source_id) REFERENCES distribution_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant
);
CALL protect_tenant_table('distribution_vesting', 'SELECT, INSERT');

-- The vested percentage of what a person receives through an entity, next to that of the entity's share: vesting stops at the person's own
-- termination.
CREATE TABLE distribution_member_vesting (
  tenant_id              uuid NOT NULL,
  distribution_source_id uuid NOT NULL,
  participant_id         uuid NOT NULL,
  member_id              uuid NOT NULL,
  vested_percentage      numeric(20,10) CHECK (vested_percentage BETWEEN 0 AND 100),
  PRIMARY KEY (tenant_id, distribution_source_id, participant_id, member_id),
  FOREIGN KEY (tenant_id, distribution_source_id) REFERENCES distribution_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  FOREIGN KEY (tenant_id, member_id) REFERENCES participant
);
CALL protect_tenant_table('distribution_member_vesting', 'SELECT, INSERT');

-- Forecasts -----------------------------------------------------------------------------------------------------------

-- Forecasts estimate carry. They are computed like a distribution and store their inputs, but post nothing.
CREATE TABLE forecast (
  tenant_id               uuid NOT NULL REFERENCES tenant,
  id                      uuid NOT NULL,
  name                    text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  description             text CHECK (length(description) <= 4000),
  distribution_date       date NOT NULL,
  estimation_date         date NOT NULL,
  currency_id             uuid,
  is_determined           boolean NOT NULL DEFAULT true,
  total_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  number_of_participants  integer NOT NULL DEFAULT 0,
  total_gross             numeric(38,2) NOT NULL DEFAULT 0,
  total_adjustment        numeric(38,2) NOT NULL DEFAULT 0,
  total_net               numeric(38,2) NOT NULL DEFAULT 0,
  total_unallocated       numeric(38,2) NOT NULL DEFAULT 0,
  inputs                  jsonb NOT NULL DEFAULT '{}',
  problems                jsonb NOT NULL DEFAULT '[]',
  engine_version          text,
  row_version             integer NOT NULL DEFAULT 1,
  created_at              timestamptz NOT NULL DEFAULT now(),
  created_by              uuid,
  updated_at              timestamptz NOT NULL DEFAULT now(),
  updated_by              uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CREATE INDEX forecast_list ON forecast (tenant_id, distribution_date DESC, id);
CALL protect_tenant_table('forecast');

-- The sources of a forecast, by multiple or by gross carry.
CREATE TABLE forecast_source (
  tenant_id               uuid NOT NULL,
  id                      uuid NOT NULL,
  forecast_id             uuid NOT NULL,
  position                integer NOT NULL,
  container_id            uuid NOT NULL,
  bears_carry             boolean GENERATED ALWAYS AS (true) STORED,
  source_type             text NOT NULL
    CHECK (source_type IN ('Fund', 'Coinvestment', 'Fund Investment', 'Coinvestment Investment', 'Tranche')),
  allocation_profile_id   uuid,
  is_determined           boolean NOT NULL DEFAULT true,
  invested_amount         numeric(38,2) NOT NULL,
  -- Null if nothing is invested and the gross was typed.
  multiple                numeric(20,10),
  edited_last             text NOT NULL DEFAULT 'multiple' CHECK (edited_last IN ('multiple', 'gross')),
  gross_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  total_carry_adjustment  numeric(38,2) NOT NULL DEFAULT 0,
  net_carry_distributed   numeric(38,2) NOT NULL DEFAULT 0,
  distributed             numeric(38,2) NOT NULL DEFAULT 0,
  unallocated             numeric(38,2) NOT NULL DEFAULT 0,
  number_of_participants  integer NOT NULL DEFAULT 0 CHECK (number_of_participants >= 0),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, forecast_id, container_id),
  FOREIGN KEY (tenant_id, forecast_id) REFERENCES forecast ON DELETE CASCADE,
  CONSTRAINT forecast_source_tenant_id_container_id_fkey FOREIGN KEY (tenant_id, container_id, bears_carry)
    REFERENCES container (tenant_id, id, bears_carry),
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile,
  CHECK (net_carry_distributed = gross_carry_distributed - total_carry_adjustment)
);
CREATE INDEX forecast_source_container ON forecast_source (tenant_id, container_id);
CREATE INDEX forecast_source_profile ON forecast_source (tenant_id, allocation_profile_id);
CALL protect_tenant_table('forecast_source');

-- The estimated carry of each participant.
CREATE TABLE forecast_detail (
  tenant_id               uuid NOT NULL,
  id                      uuid NOT NULL,
  forecast_source_id      uuid NOT NULL,
  position                integer NOT NULL,
  participant_id          uuid NOT NULL,
  parent_detail_id        uuid,
  path                    uuid[] NOT NULL DEFAULT '{}',
  is_leaf                 boolean NOT NULL,
  effective_allocation    numeric(20,10) NOT NULL CHECK (effective_allocation >= 0),
  gross_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  is_terminated           boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, forecast_source_id, participant_id, path),
  FOREIGN KEY (tenant_id, forecast_source_id) REFERENCES forecast_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  FOREIGN KEY (tenant_id, parent_detail_id) REFERENCES forecast_detail ON DELETE CASCADE
);
CREATE INDEX forecast_detail_participant ON forecast_detail (tenant_id, participant_id);
CREATE INDEX forecast_detail_parent ON forecast_detail (tenant_id, parent_detail_id) WHERE parent_detail_id IS NOT NULL;
CALL protect_tenant_table('forecast_detail');

-- The latest estimate of each source and date; earlier ones are history, and no total counts them.
CREATE VIEW standing_forecast_source WITH (security_invoker = true) AS
SELECT s.tenant_id, s.id, s.forecast_id, s.container_id
FROM forecast_source s JOIN forecast x ON x.tenant_id = s.tenant_id AND x.id = s.forecast_id
WHERE NOT EXISTS (
  SELECT FROM forecast_source p JOIN forecast o ON o.tenant_id = p.tenant_id AND o.id = p.forecast_id
  WHERE p.tenant_id = s.tenant_id AND p.container_id = s.container_id AND o.distribution_date = x.distribution_date
    AND (o.estimation_date, o.created_at, o.id) > (x.estimation_date, x.created_at, x.id));
GRANT SELECT ON standing_forecast_source TO carrara_app, carrara_worker;

-- Realizations --------------------------------------------------------------------------------------------------------

-- Realizations accrue carry to the accounts of participants. They are computed like a distribution, store their inputs, and post.
CREATE TABLE realization (
  tenant_id                   uuid NOT NULL REFERENCES tenant,
  id                          uuid NOT NULL,
  name                        text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  description                 text CHECK (length(description) <= 4000),
  realization_date            date NOT NULL,
  status                      text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'POSTED', 'REVERSED')),
  kind                        text NOT NULL DEFAULT 'REGULAR' CHECK (kind IN ('REGULAR', 'REVERSAL')),
  reverses_id                 uuid,
  currency_id                 uuid,
  is_determined               boolean NOT NULL DEFAULT true,
  total_carry                 numeric(38,2) NOT NULL DEFAULT 0,
  total_accrued               numeric(38,2) NOT NULL DEFAULT 0,
  total_unallocated           numeric(38,2) NOT NULL DEFAULT 0,
  number_of_participants      integer NOT NULL DEFAULT 0 CHECK (number_of_participants >= 0),
  unallocated_acknowledged_at timestamptz,
  unallocated_acknowledged_by uuid,
  inputs                      jsonb NOT NULL DEFAULT '{}',
  problems                    jsonb NOT NULL DEFAULT '[]',
  engine_version              text,
  last_edited_by              uuid,
  posted_at                   timestamptz,
  posted_by                   uuid,
  -- The distribution of proceeds that created it.
  ledger_act_id               uuid,
  row_version                 integer NOT NULL DEFAULT 1,
  created_at                  timestamptz NOT NULL DEFAULT now(),
  created_by                  uuid,
  updated_at                  timestamptz NOT NULL DEFAULT now(),
  updated_by                  uuid,
  PRIMARY KEY (tenant_id, id),
  -- A run is reversed once.
  CONSTRAINT realization_reversed_once UNIQUE (tenant_id, reverses_id),
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES realization,
  CONSTRAINT realization_kind CHECK ((kind = 'REVERSAL') = (reverses_id IS NOT NULL)),
  -- Only a run that can still be changed may be undetermined.
  CONSTRAINT realization_determined CHECK (is_determined OR (status = 'DRAFT' AND kind = 'REGULAR'))
);
CREATE INDEX realization_list ON realization (tenant_id, lower(name), id);
CALL protect_tenant_table('realization');

-- The sources of a realization.
CREATE TABLE realization_source (
  tenant_id              uuid NOT NULL,
  id                     uuid NOT NULL,
  realization_id         uuid NOT NULL,
  position               integer NOT NULL,
  container_id           uuid NOT NULL,
  bears_carry            boolean GENERATED ALWAYS AS (true) STORED,
  source_type            text NOT NULL
    CHECK (source_type IN ('Fund', 'Coinvestment', 'Fund Investment', 'Coinvestment Investment', 'Tranche')),
  vintage_id             uuid,
  allocation_profile_id  uuid,
  is_determined          boolean NOT NULL DEFAULT true,
  realization_date       date NOT NULL,
  total_carry            numeric(38,2) NOT NULL DEFAULT 0,
  accrued                numeric(38,2) NOT NULL DEFAULT 0,
  unallocated            numeric(38,2) NOT NULL DEFAULT 0,
  number_of_participants integer NOT NULL DEFAULT 0 CHECK (number_of_participants >= 0),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, realization_id, container_id),
  FOREIGN KEY (tenant_id, realization_id) REFERENCES realization ON DELETE CASCADE,
  CONSTRAINT realization_source_tenant_id_container_id_fkey FOREIGN KEY (tenant_id, container_id, bears_carry)
    REFERENCES container (tenant_id, id, bears_carry),
  FOREIGN KEY (tenant_id, vintage_id) REFERENCES vintage,
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile
);
CREATE INDEX realization_source_container ON realization_source (tenant_id, container_id);
CREATE INDEX realization_source_profile ON realization_source (tenant_id, allocation_profile_id);
CALL protect_tenant_table('realization_source');

-- The accrued carry of each participant.
CREATE TABLE realization_detail (
  tenant_id             uuid NOT NULL,
  id                    uuid NOT NULL,
  realization_source_id uuid NOT NULL,
  position              integer NOT NULL,
  participant_id        uuid NOT NULL,
  parent_detail_id      uuid,
  path                  uuid[] NOT NULL DEFAULT '{}',
  is_leaf               boolean NOT NULL,
  effective_allocation  numeric(20,10) NOT NULL CHECK (effective_allocation >= 0),
  carry_amount          numeric(38,2) NOT NULL DEFAULT 0,
  is_terminated         boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, realization_source_id, participant_id, path),
  FOREIGN KEY (tenant_id, realization_source_id) REFERENCES realization_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  FOREIGN KEY (tenant_id, parent_detail_id) REFERENCES realization_detail ON DELETE CASCADE
);
CREATE INDEX realization_detail_participant ON realization_detail (tenant_id, participant_id);
CREATE INDEX realization_detail_parent ON realization_detail (tenant_id, parent_detail_id) WHERE parent_detail_id IS NOT NULL;
CALL protect_tenant_table('realization_detail');

-- Ledger runs ---------------------------------------------------------------------------------------------------------

-- Ledger runs enter opening balances, release escrow and claw back carry. A second person approves them before they post.
CREATE TABLE ledger_run (
  tenant_id              uuid NOT NULL REFERENCES tenant,
  id                     uuid NOT NULL,
  name                   text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  description            text CHECK (length(description) <= 4000),
  type                   text NOT NULL CHECK (type IN ('OPENING', 'RELEASE', 'CLAWBACK')),
  run_date               date NOT NULL,
  status                 text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'REJ', 'SUB', 'APP', 'POSTED', 'REVERSED')),
  reverses_id            uuid,
  currency_id            uuid,
  total_accrued          numeric(38,2) NOT NULL DEFAULT 0,
  total_distributed      numeric(38,2) NOT NULL DEFAULT 0,
  total_escrow           numeric(38,2) NOT NULL DEFAULT 0,
  total_clawback         numeric(38,2) NOT NULL DEFAULT 0,
  number_of_participants integer NOT NULL DEFAULT 0 CHECK (number_of_participants >= 0),
  inputs                 jsonb NOT NULL,
  engine_version         text NOT NULL,
  last_edited_by         uuid,
  submitted_at           timestamptz,
  submitted_by           uuid,
  approved_at            timestamptz,
  approved_by            uuid,
  posted_at              timestamptz,
  posted_by              uuid,
  row_version            integer NOT NULL DEFAULT 1,
  created_at             timestamptz NOT NULL DEFAULT now(),
  created_by             uuid,
  updated_at             timestamptz NOT NULL DEFAULT now(),
  updated_by             uuid,
  PRIMARY KEY (tenant_id, id),
  -- A run is reversed once.
  CONSTRAINT ledger_run_reversed_once UNIQUE (tenant_id, reverses_id),
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES ledger_run
);
CREATE INDEX ledger_run_list ON ledger_run (tenant_id, lower(name), id);
CALL protect_tenant_table('ledger_run');

-- The accounts that a ledger run posts to: participant, source and path.
CREATE TABLE ledger_run_line (
  tenant_id      uuid NOT NULL,
  id             uuid NOT NULL,
  ledger_run_id  uuid NOT NULL,
  position       integer NOT NULL,
  participant_id uuid NOT NULL,
  container_id   uuid NOT NULL,
  bears_carry    boolean GENERATED ALWAYS AS (true) STORED,
  path           uuid[] NOT NULL DEFAULT '{}',
  escrow_before  numeric(38,2),
  accrued        numeric(38,2) NOT NULL DEFAULT 0,
  distributed    numeric(38,2) NOT NULL DEFAULT 0,
  escrow         numeric(38,2) NOT NULL DEFAULT 0,
  clawback       numeric(38,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, ledger_run_id) REFERENCES ledger_run ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  CONSTRAINT ledger_run_line_tenant_id_container_id_fkey FOREIGN KEY (tenant_id, container_id, bears_carry)
    REFERENCES container (tenant_id, id, bears_carry)
);
CREATE INDEX ledger_run_line_run ON ledger_run_line (tenant_id, ledger_run_id);
CREATE INDEX ledger_run_line_participant ON ledger_run_line (tenant_id, participant_id);
CREATE INDEX ledger_run_line_container ON ledger_run_line (tenant_id, container_id);
CALL protect_tenant_table('ledger_run_line');

-- Accounts ------------------------------------------------------------------------------------------------------------

-- The carry ledger. Entries are never changed, only reversed. Tax, loan repayment and other adjustment are memo figures of a distribution's
-- entry and not part of the balance.
CREATE TABLE account_entry (
  tenant_id              uuid NOT NULL REFERENCES tenant,
  id                     uuid NOT NULL,
  participant_id         uuid NOT NULL,
  container_id           uuid NOT NULL,
  bears_carry            boolean GENERATED ALWAYS AS (true) STORED,
  -- The path of the entry if it differs from its row's. A payment by balance is split over the paths of the balance.
  path                   uuid[],
  kind                   text NOT NULL CHECK (kind IN ('ACCRUAL', 'DISTRIBUTION', 'CLAWBACK', 'OPENING', 'OPENING_DISTRIBUTED')),
  entry_date             date NOT NULL,
  amount                 numeric(38,2) NOT NULL,
  currency_id            uuid,
  distribution_id        uuid,
  distribution_detail_id uuid,
  realization_source_id  uuid,
  realization_detail_id  uuid,
  ledger_run_line_id     uuid,
  reverses_id            uuid,
  memo_tax               numeric(38,2),
  memo_loan_repayment    numeric(38,2),
  memo_other_adjustment  numeric(38,2),
  description            text CHECK (length(description) <= 4000),
  created_at             timestamptz NOT NULL DEFAULT now(),
  created_by             uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, reverses_id),
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  CONSTRAINT account_entry_tenant_id_container_id_fkey FOREIGN KEY (tenant_id, container_id, bears_carry)
    REFERENCES container (tenant_id, id, bears_carry),
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution,
  FOREIGN KEY (tenant_id, distribution_detail_id) REFERENCES distribution_detail,
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES account_entry,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  -- A source whose entries are posted can be reversed, not deleted.
  FOREIGN KEY (tenant_id, realization_source_id) REFERENCES realization_source,
  FOREIGN KEY (tenant_id, realization_detail_id) REFERENCES realization_detail,
  FOREIGN KEY (tenant_id, ledger_run_line_id) REFERENCES ledger_run_line,
  CONSTRAINT account_entry_realized_row CHECK ((realization_detail_id IS NULL) = (realization_source_id IS NULL))
);
CREATE INDEX account_entry_participant ON account_entry (tenant_id, participant_id, container_id, entry_date);
CREATE INDEX account_entry_container ON account_entry (tenant_id, container_id, entry_date);
CREATE INDEX account_entry_distribution ON account_entry (tenant_id, distribution_id);
CREATE INDEX account_entry_realization ON account_entry (tenant_id, realization_source_id) WHERE realization_source_id IS NOT NULL;
CREATE UNIQUE INDEX account_entry_accrued_once ON account_entry (tenant_id, realization_detail_id) WHERE realization_detail_id IS NOT NULL;
-- A row posts once, however often its run is disbursed or posted.
CREATE UNIQUE INDEX account_entry_once ON account_entry (tenant_id, distribution_detail_id, kind, path) NULLS NOT DISTINCT
  WHERE distribution_detail_id IS NOT NULL;
CREATE UNIQUE INDEX account_entry_ledger_once ON account_entry (tenant_id, ledger_run_line_id, kind) WHERE ledger_run_line_id IS NOT NULL;
-- Each entry checks whether its account has begun by a day.
CREATE INDEX account_entry_begun ON account_entry (tenant_id, participant_id, container_id, entry_date) WHERE kind IN ('ACCRUAL', 'OPENING');
CALL protect_tenant_table('account_entry', 'SELECT, INSERT');

-- Escrow has a ledger of its own: withheld at disbursement, released, or applied to a clawback.
CREATE TABLE escrow_entry (
  tenant_id              uuid NOT NULL REFERENCES tenant,
  id                     uuid NOT NULL,
  participant_id         uuid NOT NULL,
  container_id           uuid NOT NULL,
  bears_carry            boolean GENERATED ALWAYS AS (true) STORED,
  path                   uuid[],
  kind                   text NOT NULL CHECK (kind IN ('OPENING', 'WITHHELD', 'RELEASED', 'APPLIED')),
  entry_date             date NOT NULL,
  amount                 numeric(38,2) NOT NULL,
  currency_id            uuid,
  distribution_id        uuid,
  distribution_detail_id uuid,
  ledger_run_line_id     uuid,
  reverses_id            uuid,
  description            text CHECK (length(description) <= 4000),
  created_at             timestamptz NOT NULL DEFAULT now(),
  created_by             uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, reverses_id),
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  CONSTRAINT escrow_entry_tenant_id_container_id_fkey FOREIGN KEY (tenant_id, container_id, bears_carry)
    REFERENCES container (tenant_id, id, bears_carry),
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution,
  FOREIGN KEY (tenant_id, distribution_detail_id) REFERENCES distribution_detail,
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES escrow_entry,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, ledger_run_line_id) REFERENCES ledger_run_line
);
CREATE UNIQUE INDEX escrow_entry_once ON escrow_entry (tenant_id, distribution_detail_id, kind) WHERE distribution_detail_id IS NOT NULL;
CREATE INDEX escrow_entry_participant ON escrow_entry (tenant_id, participant_id, entry_date);
CREATE INDEX escrow_entry_container ON escrow_entry (tenant_id, container_id, entry_date);
CREATE UNIQUE INDEX escrow_entry_ledger_once ON escrow_entry (tenant_id, ledger_run_line_id, kind) WHERE ledger_run_line_id IS NOT NULL;
CALL protect_tenant_table('escrow_entry', 'SELECT, INSERT');

-- Bank accounts of participants. Each change is a row that a second person confirms or refuses; no row is changed or deleted.
CREATE TABLE bank_account (
  tenant_id      uuid NOT NULL REFERENCES tenant,
  id             uuid NOT NULL,
  participant_id uuid NOT NULL,
  -- All four are null if the participant has no account from then on.
  holder_name    text CHECK (length(holder_name) BETWEEN 1 AND 200),
  bank_name      text CHECK (length(bank_name) BETWEEN 1 AND 200),
  bank_code      text CHECK (bank_code ~ '^[A-Z0-9]{8,11}$'),
  account_number text CHECK (account_number ~ '^[A-Z0-9]{5,34}$'),
  reason         text NOT NULL CHECK (length(reason) BETWEEN 1 AND 4000),
  created_at     timestamptz NOT NULL DEFAULT now(),
  created_by     uuid NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  CHECK (num_nulls(holder_name, bank_name, bank_code, account_number) IN (0, 4))
);
CREATE INDEX bank_account_participant ON bank_account (tenant_id, participant_id, created_at);
CALL protect_tenant_table('bank_account', 'SELECT, INSERT');

-- The decision of the second person.
CREATE TABLE bank_account_answer (
  tenant_id       uuid NOT NULL,
  id              uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  is_confirmed    boolean NOT NULL,
  reason          text CHECK (length(reason) <= 4000),
  created_at      timestamptz NOT NULL DEFAULT now(),
  created_by      uuid NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, bank_account_id),
  FOREIGN KEY (tenant_id, bank_account_id) REFERENCES bank_account
);
CALL protect_tenant_table('bank_account_answer', 'SELECT, INSERT');

-- People can't confirm a bank account that they entered, whatever a program sends.
CREATE FUNCTION bank_account_needs_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_confirmed AND EXISTS (SELECT FROM bank_account b
      WHERE b.tenant_id = NEW.tenant_id AND b.id = NEW.bank_account_id AND b.created_by = NEW.created_by) THEN
    RAISE EXCEPTION 'bank account %: the person who entered it can''t confirm it', NEW.bank_account_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_account_needs_second_person BEFORE INSERT ON bank_account_answer
  FOR EACH ROW EXECUTE FUNCTION bank_account_needs_second_person();

-- Returns the last four digits of the latest confirmed account, or null.
CREATE FUNCTION bank_account_ending(participant uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT right(b.account_number, 4) FROM bank_account b
  JOIN bank_account_answer a ON a.tenant_id = b.tenant_id AND a.bank_account_id = b.id
  WHERE b.tenant_id = current_tenant() AND b.participant_id = participant AND a.is_confirmed
  ORDER BY a.created_at DESC, a.id DESC LIMIT 1
$$;

-- Totals of investments -----------------------------------------------------------------------------------------------

-- The invested amount of each investment and the carry it has paid. Lists of 100,000 investments sort by these totals and add them up,
-- which no page can wait for. Holdings and distributions remain the source; triggers compute the totals again whenever one of them changes.
-- Amounts in several currencies have no total: `currencies` counts the currencies of the holders, and `currency_id` is one of them.
-- `by_currency` lists the amounts if there are several, or if a holder has none: [{currency_id, invested, carry_distributed}].
CREATE TABLE investment_total (
  tenant_id         uuid NOT NULL REFERENCES tenant,
  investment_id     uuid NOT NULL,
  invested          numeric(38,2) NOT NULL DEFAULT 0,
  carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  currencies        integer NOT NULL DEFAULT 0 CHECK (currencies >= 0),
  currency_id       uuid,
  by_currency       jsonb,
  PRIMARY KEY (tenant_id, investment_id) INCLUDE (invested, carry_distributed),
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment ON DELETE CASCADE
);
CREATE INDEX investment_total_invested ON investment_total (tenant_id, invested, investment_id);
CREATE INDEX investment_total_carry ON investment_total (tenant_id, carry_distributed, investment_id);
CALL protect_tenant_table('investment_total', 'SELECT');
GRANT INSERT, UPDATE ON investment_total TO carrara_worker;

-- Computes the totals of some investments of a tenant.
CREATE FUNCTION sum_investments(tenant uuid, investments uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Locks the totals, so that concurrent writers of an investment run one after another.
  PERFORM FROM investment_total t WHERE t.tenant_id = tenant AND t.investment_id = ANY (investments) ORDER BY t.investment_id FOR UPDATE;
  WITH part AS (
    SELECT x.investment_id, x.id, f.currency_id, coalesce(x.invested_amount,
      (SELECT sum(t.invested_amount) FROM tranche t WHERE t.tenant_id = tenant AND t.fund_investment_id = x.id)) AS invested
    FROM fund_investment x JOIN fund f ON f.tenant_id = tenant AND f.id = x.fund_id
    WHERE x.tenant_id = tenant AND x.investment_id = ANY (investments)
    UNION ALL
    SELECT x.investment_id, x.id, coalesce(v.currency_id, f.currency_id), coalesce(x.invested_amount,
      (SELECT sum(t.invested_amount) FROM tranche t WHERE t.tenant_id = tenant AND t.coinvestment_investment_id = x.id))
    FROM coinvestment_investment x JOIN coinvestment v ON v.tenant_id = tenant AND v.id = x.coinvestment_id
    LEFT JOIN fund f ON f.tenant_id = tenant AND f.id = v.fund_id
    WHERE x.tenant_id = tenant AND x.investment_id = ANY (investments)),
  paid AS (
    SELECT p.investment_id, p.currency_id, s.gross_carry_distributed AS carry
    FROM (SELECT part.investment_id, part.currency_id, part.id FROM part
          UNION ALL
          SELECT part.investment_id, part.currency_id, t.id
          FROM tranche t JOIN part ON part.id = coalesce(t.fund_investment_id, t.coinvestment_investment_id)
          WHERE t.tenant_id = tenant AND t.investment_id = ANY (investments)) p
    JOIN distribution_source s ON s.tenant_id = tenant AND s.container_id = p.id
    JOIN distribution d ON d.tenant_id = tenant AND d.id = s.distribution_id AND d.status = 'DISB'),
  subtotal AS (
    SELECT a.investment_id, a.currency_id, coalesce(sum(a.invested), 0)::numeric(38,2) AS invested, coalesce(sum(a.carry), 0)::numeric(38,2) AS carry
    FROM (SELECT part.investment_id, part.currency_id, part.invested, NULL::numeric AS carry FROM part
          UNION ALL SELECT paid.investment_id, paid.currency_id, NULL, paid.carry FROM paid) a
    GROUP BY 1, 2),
  total AS (
    SELECT subtotal.investment_id, sum(subtotal.invested) AS invested, sum(subtotal.carry) AS carry, count(subtotal.currency_id)::integer AS currencies,
      (array_agg(subtotal.currency_id ORDER BY subtotal.currency_id) FILTER (WHERE subtotal.currency_id IS NOT NULL))[1] AS currency_id,
      CASE WHEN count(*) > 1 OR count(subtotal.currency_id) = 0 THEN jsonb_agg(
        jsonb_build_object('currency_id', subtotal.currency_id, 'invested', subtotal.invested, 'carry_distributed', subtotal.carry) ORDER BY subtotal.currency_id) END AS by_currency
    FROM subtotal GROUP BY subtotal.investment_id),
  due AS (
    SELECT i.id, coalesce(t.invested, 0) AS invested, coalesce(t.carry, 0) AS carry, coalesce(t.currencies, 0) AS currencies, t.currency_id, t.by_currency
    FROM unnest(investments) i (id) LEFT JOIN total t ON t.investment_id = i.id)
  UPDATE investment_total o SET invested = due.invested, carry_distributed = due.carry, currencies = due.currencies,
    currency_id = due.currency_id, by_currency = due.by_currency
  FROM due
  WHERE o.tenant_id = tenant AND o.investment_id = due.id
    AND (o.invested, o.carry_distributed, o.currencies, o.currency_id, o.by_currency)
      IS DISTINCT FROM (due.invested, due.carry, due.currencies, due.currency_id, due.by_currency);
END $$;

-- Computes the totals of all investments of all tenants, to repair them.
CREATE FUNCTION sum_all_investments() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  INSERT INTO investment_total (tenant_id, investment_id) SELECT i.tenant_id, i.id FROM investment i ON CONFLICT DO NOTHING;
  FOR own IN SELECT i.tenant_id, array_agg(i.id) AS ids FROM investment i GROUP BY i.tenant_id LOOP
    PERFORM sum_investments(own.tenant_id, own.ids);
  END LOOP;
END $$;

-- Starts the totals of a new investment at zero.
CREATE FUNCTION start_investment_total() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO investment_total (tenant_id, investment_id) SELECT c.tenant_id, c.id FROM changed c;
  RETURN NULL;
END $$;
CREATE TRIGGER total_starts AFTER INSERT ON investment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION start_investment_total();

-- Runs after a change of holdings or tranches.
CREATE FUNCTION sum_changed_investments() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  FOR own IN SELECT c.tenant_id, array_agg(DISTINCT c.investment_id) AS ids FROM changed c GROUP BY c.tenant_id LOOP
    PERFORM sum_investments(own.tenant_id, own.ids);
  END LOOP;
  RETURN NULL;
END $$;

-- Runs after a change of the sources of disbursed distributions; drafts have paid nothing yet.
CREATE FUNCTION sum_investments_of_sources() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    SELECT c.tenant_id, array_agg(DISTINCT coalesce(f.investment_id, v.investment_id, t.investment_id)) AS ids
    FROM changed c
    LEFT JOIN distribution d ON d.tenant_id = c.tenant_id AND d.id = c.distribution_id
    LEFT JOIN fund_investment f ON f.tenant_id = c.tenant_id AND f.id = c.container_id
    LEFT JOIN coinvestment_investment v ON v.tenant_id = c.tenant_id AND v.id = c.container_id
    LEFT JOIN tranche t ON t.tenant_id = c.tenant_id AND t.id = c.container_id
    WHERE coalesce(d.status, 'DISB') = 'DISB' AND coalesce(f.investment_id, v.investment_id, t.investment_id) IS NOT NULL
    GROUP BY c.tenant_id
  LOOP
    PERFORM sum_investments(own.tenant_id, own.ids);
  END LOOP;
  RETURN NULL;
END $$;
DO $$ DECLARE target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['fund_investment', 'coinvestment_investment', 'tranche', 'distribution_source'] LOOP
    EXECUTE format('CREATE TRIGGER investments_gain AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %2$I();'
      'CREATE TRIGGER investments_change AFTER UPDATE ON %1$I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %2$I();'
      'CREATE TRIGGER investments_lose AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %2$I()',
      target, CASE target WHEN 'distribution_source' THEN 'sum_investments_of_sources' ELSE 'sum_changed_investments' END);
  END LOOP;
END $$;

-- Runs when distributions become disbursed.
CREATE FUNCTION sum_investments_of_distributions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    SELECT c.tenant_id, array_agg(DISTINCT coalesce(f.investment_id, v.investment_id, t.investment_id)) AS ids
    FROM changed c
    JOIN before o ON o.tenant_id = c.tenant_id AND o.id = c.id AND (o.status = 'DISB') <> (c.status = 'DISB')
    JOIN distribution_source s ON s.tenant_id = c.tenant_id AND s.distribution_id = c.id
    LEFT JOIN fund_investment f ON f.tenant_id = s.tenant_id AND f.id = s.container_id
    LEFT JOIN coinvestment_investment v ON v.tenant_id = s.tenant_id AND v.id = s.container_id
    LEFT JOIN tranche t ON t.tenant_id = s.tenant_id AND t.id = s.container_id
    WHERE coalesce(f.investment_id, v.investment_id, t.investment_id) IS NOT NULL
    GROUP BY c.tenant_id
  LOOP
    PERFORM sum_investments(own.tenant_id, own.ids);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER investments_are_paid AFTER UPDATE ON distribution REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_investments_of_distributions();

-- Runs when a fund or a coinvestment gets another currency, or a coinvestment without one gets another fund.
CREATE FUNCTION sum_investments_of_holders() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    WITH holder AS (
      SELECT c.tenant_id, c.id FROM changed c JOIN before o ON o.tenant_id = c.tenant_id AND o.id = c.id
      WHERE to_jsonb(o) -> 'currency_id' IS DISTINCT FROM to_jsonb(c) -> 'currency_id'
        OR to_jsonb(o) -> 'fund_id' IS DISTINCT FROM to_jsonb(c) -> 'fund_id'),
    part AS (
      SELECT x.tenant_id, x.investment_id FROM holder h JOIN fund_investment x ON x.tenant_id = h.tenant_id AND x.fund_id = h.id
      UNION
      SELECT x.tenant_id, x.investment_id FROM holder h
      JOIN coinvestment v ON v.tenant_id = h.tenant_id AND h.id IN (v.id, v.fund_id)
      JOIN coinvestment_investment x ON x.tenant_id = v.tenant_id AND x.coinvestment_id = v.id)
    SELECT p.tenant_id, array_agg(p.investment_id) AS ids FROM part p GROUP BY p.tenant_id
  LOOP
    PERFORM sum_investments(own.tenant_id, own.ids);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER investments_change_currency AFTER UPDATE ON fund REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_investments_of_holders();
CREATE TRIGGER investments_change_currency AFTER UPDATE ON coinvestment REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_investments_of_holders();

-- Totals of participants ----------------------------------------------------------------------------------------------

-- The carry that disbursed distributions paid each participant, by currency. Lists of 100,000 participants sort by it. Distributions remain
-- the source; triggers compute the amounts again whenever one of them changes. The largest amount has rank 1 and is the one that lists
-- sort by; every participant has one.
CREATE TABLE participant_carry (
  tenant_id      uuid NOT NULL REFERENCES tenant,
  participant_id uuid NOT NULL,
  rank           integer NOT NULL DEFAULT 1 CHECK (rank > 0),
  currency_id    uuid,
  amount         numeric(38,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, participant_id, rank),
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant ON DELETE CASCADE
);
CREATE INDEX participant_carry_order ON participant_carry (tenant_id, amount, participant_id) WHERE rank = 1;
CALL protect_tenant_table('participant_carry', 'SELECT');
GRANT INSERT, UPDATE, DELETE ON participant_carry TO carrara_worker;

-- Computes the amounts of some participants of a tenant. Nested loops are off: the planner does not know how many participants there are,
-- and would read all amounts again for each of them.
CREATE FUNCTION sum_participants(tenant uuid, participants uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_nestloop = off AS $$
BEGIN
  -- Locks the amounts, so that concurrent writers of a participant run one after another.
  PERFORM FROM participant_carry t WHERE t.tenant_id = tenant AND t.participant_id = ANY (participants) AND t.rank = 1
    ORDER BY t.participant_id FOR UPDATE;
  WITH paid AS MATERIALIZED (
    SELECT x.participant_id, d.currency_id, sum(x.gross_carry_distributed) AS amount
    FROM distribution_detail x JOIN distribution d ON d.tenant_id = tenant AND d.id = x.distribution_id AND d.status = 'DISB'
    WHERE x.tenant_id = tenant AND x.participant_id = ANY (participants) GROUP BY 1, 2),
  ranked AS MATERIALIZED (
    SELECT o.participant_id, paid.currency_id, coalesce(paid.amount, 0) AS amount,
      row_number() OVER (PARTITION BY o.participant_id ORDER BY paid.amount DESC, paid.currency_id) AS rank
    FROM participant_carry o LEFT JOIN paid ON paid.participant_id = o.participant_id
    WHERE o.tenant_id = tenant AND o.participant_id = ANY (participants) AND o.rank = 1),
  removed AS (
    DELETE FROM participant_carry o WHERE o.tenant_id = tenant AND o.participant_id = ANY (participants) AND o.rank > 1
      AND (o.participant_id, o.rank) NOT IN (SELECT n.participant_id, n.rank FROM ranked n))
  INSERT INTO participant_carry AS o (tenant_id, participant_id, rank, currency_id, amount)
  SELECT tenant, n.participant_id, n.rank, n.currency_id, n.amount FROM ranked n
  ON CONFLICT (tenant_id, participant_id, rank) DO UPDATE SET currency_id = excluded.currency_id, amount = excluded.amount
    WHERE (o.currency_id, o.amount) IS DISTINCT FROM (excluded.currency_id, excluded.amount);
END $$;

-- Computes the amounts of all participants of all tenants, to repair them.
CREATE FUNCTION sum_all_participants() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  INSERT INTO participant_carry (tenant_id, participant_id) SELECT p.tenant_id, p.id FROM participant p ON CONFLICT DO NOTHING;
  FOR own IN SELECT p.tenant_id, array_agg(p.id) AS ids FROM participant p GROUP BY p.tenant_id LOOP
    PERFORM sum_participants(own.tenant_id, own.ids);
  END LOOP;
END $$;

-- Starts the amount of a new participant at zero.
CREATE FUNCTION start_participant_carry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO participant_carry (tenant_id, participant_id) SELECT c.tenant_id, c.id FROM changed c;
  RETURN NULL;
END $$;
CREATE TRIGGER carry_starts AFTER INSERT ON participant REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION start_participant_carry();

-- Runs after a change of the rows of disbursed distributions; drafts have paid nothing yet.
CREATE FUNCTION sum_participants_of_rows() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    SELECT c.tenant_id, array_agg(DISTINCT c.participant_id) AS ids
    FROM changed c LEFT JOIN distribution d ON d.tenant_id = c.tenant_id AND d.id = c.distribution_id
    WHERE coalesce(d.status, 'DISB') = 'DISB' GROUP BY c.tenant_id
  LOOP
    PERFORM sum_participants(own.tenant_id, own.ids);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER participants_gain AFTER INSERT ON distribution_detail REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_participants_of_rows();
CREATE TRIGGER participants_change AFTER UPDATE ON distribution_detail REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_participants_of_rows();
CREATE TRIGGER participants_changed_from AFTER UPDATE ON distribution_detail REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_participants_of_rows();
CREATE TRIGGER participants_lose AFTER DELETE ON distribution_detail REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_participants_of_rows();

-- Runs when distributions become disbursed.
CREATE FUNCTION sum_participants_of_distributions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    SELECT c.tenant_id, array_agg(DISTINCT x.participant_id) AS ids
    FROM changed c
    JOIN before o ON o.tenant_id = c.tenant_id AND o.id = c.id
      AND ((o.status = 'DISB') <> (c.status = 'DISB') OR c.status = 'DISB' AND o.currency_id IS DISTINCT FROM c.currency_id)
    JOIN distribution_detail x ON x.tenant_id = c.tenant_id AND x.distribution_id = c.id
    GROUP BY c.tenant_id
  LOOP
    PERFORM sum_participants(own.tenant_id, own.ids);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER participants_are_paid AFTER UPDATE ON distribution REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_participants_of_distributions();

-- Functions that run as the worker ------------------------------------------------------------------------------------

-- Only the worker may call them: people who sign in have no privilege to write totals.
DO $$
DECLARE f regprocedure;
BEGIN
  GRANT CREATE ON SCHEMA public TO carrara_worker;
  FOREACH f IN ARRAY ARRAY[
    'sum_investments(uuid, uuid[])',
    'sum_all_investments()',
    'start_investment_total()',
    'sum_changed_investments()',
    'sum_investments_of_sources()',
    'sum_investments_of_distributions()',
    'sum_investments_of_holders()',
    'sum_participants(uuid, uuid[])',
    'sum_all_participants()',
    'start_participant_carry()',
    'sum_participants_of_rows()',
    'sum_participants_of_distributions()'
  ]::regprocedure[] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO carrara_worker', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO carrara_worker', f);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM carrara_worker;
END $$;
