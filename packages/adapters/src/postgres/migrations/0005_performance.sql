-- Performance: the ledger of a vehicle, its quarter ends and their figures, reported figures, terms, benchmarks, company metrics and data
-- transfers.
--
-- Ledger rows are never changed, only reversed. `seq` is the audit log entry that recorded a row, so that the state known at any entry can
-- be read without a clock.

-- The ledger ----------------------------------------------------------------------------------------------------------

-- The commitment of an investor to a vehicle.
CREATE TABLE commitment (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  vehicle_id    uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  investor_id   uuid NOT NULL,
  seq           bigint NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, vehicle_id),
  CONSTRAINT commitment_of_investor UNIQUE (tenant_id, vehicle_id, investor_id),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle),
  FOREIGN KEY (tenant_id, investor_id) REFERENCES investor
);
CREATE INDEX commitment_investor ON commitment (tenant_id, investor_id);
CALL protect_tenant_table('commitment', 'SELECT, INSERT');

-- Changes of a commitment: closes, increases, transfers, releases, terms and excuses.
CREATE TABLE commitment_event (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  commitment_id uuid NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('CLOSE', 'INCREASE', 'TRANSFER_IN', 'TRANSFER_OUT', 'RELEASE', 'TERMS', 'EXCUSE', 'INCLUDE')),
  event_date    date NOT NULL,
  booked        date NOT NULL,
  amount        numeric(38,2) NOT NULL DEFAULT 0,
  pays_fee      boolean,
  pays_carry    boolean,
  holding_id    uuid,
  reverses_id   uuid,
  description   text CHECK (length(description) <= 4000),
  source_kind   text CHECK (source_kind IN ('UPLOAD', 'DISTRIBUTION', 'TRANSFER')),
  source_id     uuid,
  source_row    integer CHECK (source_row >= 0),
  external_id   text CHECK (external_id <> '' AND length(external_id) <= 200),
  seq           bigint NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT commitment_event_reversed_once UNIQUE (tenant_id, reverses_id),
  FOREIGN KEY (tenant_id, commitment_id) REFERENCES commitment,
  FOREIGN KEY (tenant_id, holding_id) REFERENCES container,
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES commitment_event,
  CHECK (holding_id IS NOT NULL OR kind NOT IN ('EXCUSE', 'INCLUDE')),
  CHECK (amount = 0 OR kind NOT IN ('TERMS', 'EXCUSE', 'INCLUDE')),
  CONSTRAINT commitment_event_source_check
    CHECK ((source_kind IS NULL) = (source_id IS NULL) AND (source_row IS NULL OR source_id IS NOT NULL))
);
CREATE INDEX commitment_event_commitment ON commitment_event (tenant_id, commitment_id, event_date);
CREATE INDEX commitment_event_source ON commitment_event (tenant_id, source_id) WHERE source_id IS NOT NULL;
CALL protect_tenant_table('commitment_event', 'SELECT, INSERT');

-- Capital calls and distribution notices. A notice without entries can be deleted; one with entries cannot.
CREATE TABLE notice (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  vehicle_id    uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  kind          text NOT NULL CHECK (kind IN ('CALL', 'DISTRIBUTION')),
  number        integer NOT NULL CHECK (number > 0),
  issue_date    date NOT NULL,
  due_date      date NOT NULL CHECK (due_date >= issue_date),
  description   text CHECK (length(description) <= 4000),
  seq           bigint NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, vehicle_id),
  CONSTRAINT notice_number UNIQUE (tenant_id, vehicle_id, number),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle)
);
CALL protect_tenant_table('notice', 'SELECT, INSERT, DELETE');

-- Securities of a holding, which is a vehicle's part of an investment.
CREATE TABLE security (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  vehicle_id    uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  holding_id    uuid NOT NULL,
  class         text NOT NULL CHECK (class IN ('DEBT', 'EQUITY')),
  type_id       uuid,
  name          text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  seq           bigint NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, vehicle_id),
  UNIQUE (tenant_id, id, holding_id),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle),
  FOREIGN KEY (tenant_id, holding_id) REFERENCES container,
  FOREIGN KEY (tenant_id, type_id) REFERENCES reference_entry
);
CREATE INDEX security_vehicle ON security (tenant_id, vehicle_id);
CREATE UNIQUE INDEX security_name ON security (tenant_id, holding_id, lower(name));
CALL protect_tenant_table('security', 'SELECT, INSERT');

-- Ledger entries of a vehicle.
CREATE TABLE ledger_entry (
  tenant_id      uuid NOT NULL REFERENCES tenant,
  id             uuid NOT NULL,
  vehicle_id     uuid NOT NULL,
  names_vehicle  boolean GENERATED ALWAYS AS (true) STORED,
  type           text NOT NULL CHECK (type ~ '^[A-Z]+(-[A-Z]+)*$' AND length(type) <= 30),
  amount         numeric(38,2) NOT NULL,
  effective_date date NOT NULL,
  booked         date NOT NULL CHECK (booked >= effective_date),
  allocation_key text NOT NULL CHECK (allocation_key IN ('COMMITMENT', 'FEE', 'INVESTING', 'CARRY', 'NOTICE', 'ONE')),
  holding_id     uuid,
  security_id    uuid,
  notice_id      uuid,
  cost_relieved  numeric(38,2),
  is_recallable  boolean NOT NULL DEFAULT false,
  is_outside     boolean NOT NULL DEFAULT false,
  settled_on     date,
  reverses_id    uuid,
  description    text CHECK (length(description) <= 4000),
  -- The origin of the entry: a row of an uploaded file, a source of a distribution, a transfer, or a clawback. Null if it was typed.
  source_kind    text CHECK (source_kind IN ('UPLOAD', 'DISTRIBUTION', 'TRANSFER', 'LEDGER_RUN')),
  source_id      uuid,
  source_row     integer CHECK (source_row >= 0),
  -- The sender's number, which identifies a row that is sent again.
  external_id    text CHECK (external_id <> '' AND length(external_id) <= 200),
  seq            bigint NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  created_by     uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT ledger_entry_reversed_once UNIQUE (tenant_id, reverses_id),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle),
  FOREIGN KEY (tenant_id, holding_id) REFERENCES container,
  FOREIGN KEY (tenant_id, security_id, vehicle_id) REFERENCES security (tenant_id, id, vehicle_id),
  FOREIGN KEY (tenant_id, security_id, holding_id) REFERENCES security (tenant_id, id, holding_id),
  FOREIGN KEY (tenant_id, notice_id, vehicle_id) REFERENCES notice (tenant_id, id, vehicle_id),
  CONSTRAINT ledger_entry_source_check CHECK ((source_kind IS NULL) = (source_id IS NULL) AND (source_row IS NULL OR source_id IS NOT NULL))
);
CREATE INDEX ledger_entry_vehicle ON ledger_entry (tenant_id, vehicle_id, effective_date, id);
CREATE INDEX ledger_entry_notice ON ledger_entry (tenant_id, notice_id) WHERE notice_id IS NOT NULL;
CREATE INDEX ledger_entry_holding ON ledger_entry (tenant_id, holding_id) WHERE holding_id IS NOT NULL;
CREATE INDEX ledger_entry_source ON ledger_entry (tenant_id, source_id) WHERE source_id IS NOT NULL;
CALL protect_tenant_table('ledger_entry', 'SELECT, INSERT');
-- This key is created after the indexes above. PostgreSQL checks a reference with the youngest of the indexes that look equally good.
-- Without statistics, as in a tenant's first large upload, another index would make it read every entry of the vehicle for each share.
ALTER TABLE ledger_entry ADD UNIQUE (tenant_id, id, vehicle_id);
ALTER TABLE ledger_entry ADD FOREIGN KEY (tenant_id, reverses_id, vehicle_id) REFERENCES ledger_entry (tenant_id, id, vehicle_id);

-- The share of a commitment in a ledger entry. Shares that are not mirrors add up to the entry.
CREATE TABLE ledger_share (
  -- References the firm through the entry. Checking it again for each share would take a quarter of the time of inserting them.
  tenant_id     uuid NOT NULL,
  entry_id      uuid NOT NULL,
  commitment_id uuid NOT NULL,
  vehicle_id    uuid NOT NULL,
  is_mirror     boolean NOT NULL,
  amount        numeric(38,2) NOT NULL,
  cost          numeric(38,2) NOT NULL DEFAULT 0,
  unfunded      numeric(38,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, entry_id, commitment_id, is_mirror),
  FOREIGN KEY (tenant_id, commitment_id, vehicle_id) REFERENCES commitment (tenant_id, id, vehicle_id),
  FOREIGN KEY (tenant_id, entry_id, vehicle_id) REFERENCES ledger_entry (tenant_id, id, vehicle_id)
);
CREATE INDEX ledger_share_commitment ON ledger_share (tenant_id, commitment_id);
CREATE INDEX ledger_share_vehicle ON ledger_share (tenant_id, vehicle_id);
CALL protect_tenant_table('ledger_share', 'SELECT, INSERT');

-- Dates on which the cash of entries moved that were entered without one. The latest one of an entry counts.
CREATE TABLE ledger_settlement (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  entry_id      uuid NOT NULL,
  vehicle_id    uuid NOT NULL,
  settled_on    date NOT NULL,
  seq           bigint NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, entry_id, vehicle_id) REFERENCES ledger_entry (tenant_id, id, vehicle_id)
);
CREATE INDEX ledger_settlement_entry ON ledger_settlement (tenant_id, entry_id, seq);
CALL protect_tenant_table('ledger_settlement', 'SELECT, INSERT');

-- Acts that post several records at once, such as a capital call with its notice and entries. The records have the `seq` of their act.
CREATE TABLE ledger_act (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  vehicle_id    uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  kind          text NOT NULL CHECK (kind IN ('CALL', 'DISTRIBUTION', 'LATE_CLOSING', 'PARTNER_TRANSFER', 'PURCHASE', 'SALE', 'SALE_DISTRIBUTION')),
  act_date      date NOT NULL,
  description   text CHECK (length(description) <= 4000),
  -- The split of a distribution: by the carry terms, or typed. Typed amounts have a reason if the terms propose a split.
  split         text CHECK (split IN ('PROPOSED', 'TYPED')),
  split_reason  text CHECK (length(split_reason) <= 4000),
  -- The policy that attributed the carry of a distribution to investments.
  attribution   text CHECK (attribution IN ('BY_DEAL', 'POSITIVE_PROFIT', 'REALIZED_PROFIT')),
  seq           bigint NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT ledger_act_split CHECK ((kind IN ('DISTRIBUTION', 'SALE_DISTRIBUTION')) = (split IS NOT NULL) AND (split_reason IS NULL OR split = 'TYPED') AND (attribution IS NULL OR split IS NOT NULL)),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle)
);
CREATE INDEX ledger_act_vehicle ON ledger_act (tenant_id, vehicle_id, seq);
CALL protect_tenant_table('ledger_act', 'SELECT, INSERT');

-- A distribution of proceeds creates one draft realization.
ALTER TABLE realization
  ADD CONSTRAINT realization_of_act UNIQUE (tenant_id, ledger_act_id),
  ADD FOREIGN KEY (tenant_id, ledger_act_id) REFERENCES ledger_act;

-- Fair values of securities. A row without a value withdraws the values of its day.
CREATE TABLE valuation (
  tenant_id      uuid NOT NULL REFERENCES tenant,
  id             uuid NOT NULL,
  vehicle_id     uuid NOT NULL,
  security_id    uuid NOT NULL,
  valuation_date date NOT NULL,
  booked         date NOT NULL CHECK (booked >= valuation_date),
  -- Null withdraws the value.
  fair_value     numeric(38,2) CHECK (fair_value >= 0),
  method_id      uuid,
  description    text CHECK (length(description) <= 4000),
  source_kind    text CHECK (source_kind IN ('UPLOAD', 'DISTRIBUTION', 'TRANSFER')),
  source_id      uuid,
  source_row     integer CHECK (source_row >= 0),
  external_id    text CHECK (external_id <> '' AND length(external_id) <= 200),
  seq            bigint NOT NULL,
  position       integer NOT NULL DEFAULT 0,
  created_at     timestamptz NOT NULL DEFAULT now(),
  created_by     uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, security_id, vehicle_id) REFERENCES security (tenant_id, id, vehicle_id),
  FOREIGN KEY (tenant_id, method_id) REFERENCES reference_entry,
  CONSTRAINT valuation_source_check CHECK ((source_kind IS NULL) = (source_id IS NULL) AND (source_row IS NULL OR source_id IS NOT NULL))
);
CREATE INDEX valuation_security ON valuation (tenant_id, security_id, valuation_date);
CREATE INDEX valuation_vehicle ON valuation (tenant_id, vehicle_id);
CREATE INDEX valuation_source ON valuation (tenant_id, source_id) WHERE source_id IS NOT NULL;
CALL protect_tenant_table('valuation', 'SELECT, INSERT');

-- Quarter ends --------------------------------------------------------------------------------------------------------

-- Quarter ends of a vehicle. One that a data transfer opened is deleted when the transfer is undone.
CREATE TABLE period (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  vehicle_id    uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  period_end    date NOT NULL,
  status        text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'LOCKED')),
  row_version   integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  updated_by    uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT period_of_vehicle UNIQUE (tenant_id, vehicle_id, period_end),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle)
);
CALL protect_tenant_table('period');

-- Versions of a locked quarter end: the figures as they were, and the last audit log entry that they know of.
CREATE TABLE period_version (
  tenant_id      uuid NOT NULL REFERENCES tenant,
  id             uuid NOT NULL,
  period_id      uuid NOT NULL,
  version        integer NOT NULL CHECK (version > 0),
  as_of_sequence bigint NOT NULL,
  engine_version text NOT NULL,
  -- The source of NAV. The vehicle's can change after the lock.
  nav_basis      text NOT NULL CHECK (nav_basis IN ('LEDGER', 'REPORTED')),
  figures        jsonb NOT NULL,
  figures_hash   text NOT NULL CHECK (figures_hash ~ '^[0-9a-f]{64}$'),
  -- The warnings that were acknowledged at the lock.
  acknowledged   jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(acknowledged) = 'array'),
  -- The booked carry compared with the proposed one at the lock, or the reason why none was proposed.
  carry          jsonb,
  created_at     timestamptz NOT NULL DEFAULT now(),
  created_by     uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT period_version_once UNIQUE (tenant_id, period_id, version),
  FOREIGN KEY (tenant_id, period_id) REFERENCES period
);
CALL protect_tenant_table('period_version', 'SELECT, INSERT');

-- Figures at a quarter end of a vehicle, a holding, a commitment, or an investor in one currency. A null figure does not apply, or is not
-- determined; `not_determined` then names it with the reason.
CREATE TABLE period_figure (
  -- References the firm through the currency.
  tenant_id            uuid NOT NULL,
  period_end           date NOT NULL,
  subject              text NOT NULL CHECK (subject IN ('VEHICLE', 'HOLDING', 'COMMITMENT', 'INVESTOR')),
  subject_id           uuid NOT NULL,
  currency_id          uuid NOT NULL,
  vehicle_id           uuid,
  -- The policy that the multiples were computed by.
  policy               text NOT NULL CHECK (policy IN ('ILPA', 'NETTED')),
  -- The cash that counted in transfers between partners: the history of the transferred part, or the price.
  transfers            text NOT NULL CHECK (transfers IN ('HISTORY', 'PRICE')),
  -- The version of the rules. A start computes the figures of open quarter ends again if it is older; those of locked ones stay.
  engine_version       text NOT NULL CHECK (engine_version <> ''),
  -- The day of the reported net asset value, if later cash was added to it.
  rolled_forward_from  date,
  -- The day of the report that contributions, distributions or unfunded come from, if it is an earlier one.
  reported_through     date,
  commitment           numeric(38,2),
  contributions        numeric(38,2),
  distributions        numeric(38,2),
  recallable           numeric(38,2),
  unfunded             numeric(38,2),
  nav                  numeric(38,2),
  nav_before_carry     numeric(38,2),
  carry_paid           numeric(38,2),
  unrealized           numeric(38,2),
  invested             numeric(38,2),
  proceeds             numeric(38,2),
  income               numeric(38,2),
  cost                 numeric(38,2),
  fair_value           numeric(38,2),
  irr                  numeric,
  gross_irr            numeric,
  irr_annualized       boolean,
  gross_irr_annualized boolean,
  dpi                  numeric,
  rvpi                 numeric,
  tvpi                 numeric,
  pic                  numeric,
  gross_moic           numeric,
  not_determined       jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(not_determined) = 'array'),
  -- The vehicles that an investor's figures leave out, and its figures with the last values of the late ones.
  coverage             jsonb CHECK (coverage IS NULL OR subject = 'INVESTOR'),
  carried              jsonb CHECK (carried IS NULL OR coverage IS NOT NULL),
  PRIMARY KEY (tenant_id, subject, period_end, subject_id, currency_id),
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  CHECK ((subject = 'INVESTOR') = (vehicle_id IS NULL))
);
CREATE INDEX period_figure_subject ON period_figure (tenant_id, subject_id, period_end);
CREATE INDEX period_figure_vehicle ON period_figure (tenant_id, vehicle_id, period_end) WHERE vehicle_id IS NOT NULL;
CALL protect_tenant_table('period_figure');

-- Figures that an administrator or a general partner reported of a vehicle or a commitment, next to the ledger and never replacing it. The
-- later one of a day counts; a wrong one is reversed by a row of its own. Rates are in percent.
CREATE TABLE reported_figure (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  vehicle_id    uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  commitment_id uuid,
  figure        text NOT NULL CHECK (figure ~ '^[a-z][A-Za-z]*$' AND length(figure) <= 30),
  figure_date   date NOT NULL,
  booked        date NOT NULL CHECK (booked >= figure_date),
  value         numeric(38,10) NOT NULL,
  reverses_id   uuid,
  description   text CHECK (length(description) <= 4000),
  source_kind   text CHECK (source_kind IN ('UPLOAD', 'DISTRIBUTION', 'TRANSFER')),
  source_id     uuid,
  source_row    integer CHECK (source_row >= 0),
  seq           bigint NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, vehicle_id),
  CONSTRAINT reported_figure_reversed_once UNIQUE (tenant_id, reverses_id),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle),
  FOREIGN KEY (tenant_id, commitment_id, vehicle_id) REFERENCES commitment (tenant_id, id, vehicle_id),
  FOREIGN KEY (tenant_id, reverses_id, vehicle_id) REFERENCES reported_figure (tenant_id, id, vehicle_id),
  CONSTRAINT reported_figure_source_check
    CHECK ((source_kind IS NULL) = (source_id IS NULL) AND (source_row IS NULL OR source_id IS NOT NULL))
);
CREATE INDEX reported_figure_vehicle ON reported_figure (tenant_id, vehicle_id, figure_date);
CREATE INDEX reported_figure_source ON reported_figure (tenant_id, source_id) WHERE source_id IS NOT NULL;
CALL protect_tenant_table('reported_figure', 'SELECT, INSERT');

-- Metrics of a container. Locking a quarter end writes those that carry reads, and they belong to that quarter end.
CREATE TABLE metric (
  tenant_id                    uuid NOT NULL REFERENCES tenant,
  id                           uuid NOT NULL,
  container_id                 uuid NOT NULL,
  metric_date                  date NOT NULL,
  transaction_type_code        text NOT NULL CHECK (transaction_type_code <> '' AND length(transaction_type_code) <= 50),
  transaction_type_description text NOT NULL CHECK (transaction_type_description <> '' AND length(transaction_type_description) <= 4000),
  total_amount                 numeric(38,10),
  gp_amount                    numeric(38,10),
  jv_amount                    numeric(38,10),
  display_order                integer NOT NULL DEFAULT 0,
  period_id                    uuid,
  row_version                  integer NOT NULL DEFAULT 1,
  created_at                   timestamptz NOT NULL DEFAULT now(),
  created_by                   uuid,
  updated_at                   timestamptz NOT NULL DEFAULT now(),
  updated_by                   uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, container_id, metric_date, transaction_type_code),
  FOREIGN KEY (tenant_id, container_id) REFERENCES container ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, period_id) REFERENCES period
);
CREATE INDEX metric_period ON metric (tenant_id, period_id) WHERE period_id IS NOT NULL;
CALL protect_tenant_table('metric');

-- Saved report runs: the query, the last audit log entry that it includes, and the digest of the figures. The digest shows whether the same
-- query still returns the same figures.
CREATE TABLE report_run (
  tenant_id       uuid NOT NULL REFERENCES tenant,
  id              uuid NOT NULL,
  report          text NOT NULL CHECK (report ~ '^[a-z]+([-/][a-z]+)*$' AND length(report) <= 60),
  parameters      jsonb NOT NULL CHECK (jsonb_typeof(parameters) = 'object'),
  parameters_text text NOT NULL CHECK (length(parameters_text) <= 2000),
  description     text CHECK (length(description) <= 4000),
  as_of_sequence  bigint NOT NULL CHECK (as_of_sequence >= 0),
  engine_version  text NOT NULL,
  row_count       integer NOT NULL CHECK (row_count >= 0),
  figures_hash    text NOT NULL CHECK (figures_hash ~ '^[0-9a-f]{64}$'),
  created_at      timestamptz NOT NULL DEFAULT now(),
  created_by      uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX report_run_time ON report_run (tenant_id, created_at DESC);
CALL protect_tenant_table('report_run', 'SELECT, INSERT');

-- Terms and benchmarks ------------------------------------------------------------------------------------------------

-- The fee terms of a vehicle's agreement, and those of an investor's side letter. Null in a side letter means as in the agreement.
CREATE TABLE economic_terms (
  tenant_id            uuid NOT NULL REFERENCES tenant,
  id                   uuid NOT NULL,
  vehicle_id           uuid NOT NULL,
  names_vehicle        boolean GENERATED ALWAYS AS (true) STORED,
  investor_id          uuid,
  management_fee       numeric(20,10) CHECK (management_fee BETWEEN 0 AND 100),
  fee_basis            text CHECK (fee_basis IN ('COMMITMENT', 'COST')),
  later_management_fee numeric(20,10) CHECK (later_management_fee BETWEEN 0 AND 100),
  later_fee_basis      text CHECK (later_fee_basis IN ('COMMITMENT', 'COST')),
  -- The start of the management fee for a commitment of a later close.
  fee_start            text CHECK (fee_start IN ('FIRST_CLOSE', 'OWN_CLOSE')),
  performance_method   text CHECK (performance_method IN ('GRANULAR', 'GROSS_UP')),
  row_version          integer NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL DEFAULT now(),
  created_by           uuid,
  updated_at           timestamptz NOT NULL DEFAULT now(),
  updated_by           uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle),
  FOREIGN KEY (tenant_id, investor_id) REFERENCES investor
);
CREATE UNIQUE INDEX economic_terms_vehicle ON economic_terms (tenant_id, vehicle_id) WHERE investor_id IS NULL;
CREATE UNIQUE INDEX economic_terms_investor ON economic_terms (tenant_id, vehicle_id, investor_id) WHERE investor_id IS NOT NULL;
CALL protect_tenant_table('economic_terms');

-- The carry terms of a vehicle from a date on. Null means the usual value of a term.
CREATE TABLE carry_terms (
  tenant_id              uuid NOT NULL REFERENCES tenant,
  id                     uuid NOT NULL,
  vehicle_id             uuid NOT NULL,
  names_vehicle          boolean GENERATED ALWAYS AS (true) STORED,
  effective_date         date NOT NULL,
  source                 text CHECK (length(source) <= 4000),
  basis                  text CHECK (basis IN ('WHOLE_FUND', 'DEAL_BY_DEAL', 'DEAL_BY_DEAL_NO_LOSS')),
  return_first           text CHECK (return_first IN ('REALIZED', 'REALIZED_AND_EXPENSES', 'ALL_CAPITAL')),
  recallable             text CHECK (recallable IN ('REDUCES_CAPITAL', 'NO_REDUCTION')),
  recallable_preferred   text CHECK (recallable_preferred IN ('STOPS', 'RUNS_ON')),
  tax_distribution_rate  numeric(20,10) CHECK (tax_distribution_rate BETWEEN 0 AND 100),
  escrow_percentage      numeric(20,10) CHECK (escrow_percentage BETWEEN 0 AND 100),
  escrow_release         text CHECK (escrow_release IN ('DATE', 'NAV_COVERAGE', 'DECISION')),
  escrow_release_date    date,
  escrow_coverage        numeric(20,10) CHECK (escrow_coverage >= 0),
  escrow_released        numeric(38,2) CHECK (escrow_released >= 0),
  clawback               text CHECK (clawback IN ('NONE', 'FINAL', 'INTERIM')),
  clawback_tax           text CHECK (clawback_tax IN ('GROSS', 'CAP', 'SCALE')),
  clawback_tax_rate      numeric(20,10) CHECK (clawback_tax_rate BETWEEN 0 AND 100),
  guarantee              text CHECK (guarantee IN ('SEVERAL', 'JOINT')),
  row_version            integer NOT NULL DEFAULT 1,
  created_at             timestamptz NOT NULL DEFAULT now(),
  created_by             uuid,
  updated_at             timestamptz NOT NULL DEFAULT now(),
  updated_by             uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT carry_terms_day UNIQUE (tenant_id, vehicle_id, effective_date),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle)
);
CALL protect_tenant_table('carry_terms');

-- Saved what-ifs of a vehicle's carry: their inputs. Null means as it is.
CREATE TABLE carry_scenario (
  tenant_id         uuid NOT NULL REFERENCES tenant,
  id                uuid NOT NULL,
  vehicle_id        uuid NOT NULL,
  names_vehicle     boolean GENERATED ALWAYS AS (true) STORED,
  owner_id          uuid NOT NULL,
  name              text NOT NULL CHECK (name <> '' AND length(name) <= 100),
  is_shared         boolean NOT NULL DEFAULT false,
  exit_value        numeric(38,2) CHECK (exit_value >= 0),
  nav_percent       numeric(20,10) CHECK (nav_percent BETWEEN 0 AND 10000),
  exit_date         date,
  basis             text CHECK (basis IN ('WHOLE_FUND', 'DEAL_BY_DEAL', 'DEAL_BY_DEAL_NO_LOSS')),
  return_first      text CHECK (return_first IN ('REALIZED', 'REALIZED_AND_EXPENSES', 'ALL_CAPITAL')),
  carry             numeric(20,10) CHECK (carry BETWEEN 0 AND 100),
  preferred_return  numeric(20,10) CHECK (preferred_return BETWEEN 0 AND 100),
  compounding       text CHECK (compounding IN ('SIMPLE', 'ANNUAL', 'QUARTERLY', 'MONTHLY', 'DAILY')),
  preferred_base    text CHECK (preferred_base IN ('CAPITAL_AND_FEES', 'CAPITAL')),
  catch_up          numeric(20,10) CHECK (catch_up BETWEEN 0 AND 100),
  clawback          text CHECK (clawback IN ('NONE', 'FINAL', 'INTERIM')),
  row_version       integer NOT NULL DEFAULT 1,
  created_at        timestamptz NOT NULL DEFAULT now(),
  created_by        uuid,
  updated_at        timestamptz NOT NULL DEFAULT now(),
  updated_by        uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle)
);
CREATE UNIQUE INDEX carry_scenario_name ON carry_scenario (tenant_id, vehicle_id, owner_id, lower(name));
CALL protect_tenant_table('carry_scenario');
-- A private scenario is visible to its owner only, and so are its entries in the audit log.
CREATE POLICY own_or_shared ON carry_scenario AS RESTRICTIVE TO carrara_app
  USING (is_shared OR owner_id = (SELECT current_person())) WITH CHECK (is_shared OR owner_id = (SELECT current_person()));

-- The tiers of a waterfall in order. Each kind uses some of the columns.
CREATE TABLE carry_tier (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  carry_terms_id   uuid NOT NULL,
  position         integer NOT NULL,
  kind             text NOT NULL CHECK (kind IN ('RETURN_OF_CAPITAL', 'PREFERRED_RETURN', 'CATCH_UP', 'SPLIT')),
  rate             numeric(20,10) CHECK (rate BETWEEN 0 AND 100),
  compounding      text CHECK (compounding IN ('SIMPLE', 'ANNUAL', 'QUARTERLY', 'MONTHLY', 'DAILY')),
  day_count        text CHECK (day_count IN ('ACT/365', 'ACT/360', '30/360', 'ACT/ACT')),
  accrues_from     text CHECK (accrues_from IN ('CASH_DATE', 'DUE_DATE')),
  accrues_to       text CHECK (accrues_to IN ('DISTRIBUTION_DATE', 'QUARTER_END')),
  preferred_base   text CHECK (preferred_base IN ('CAPITAL_AND_FEES', 'CAPITAL')),
  gp_share         numeric(20,10) CHECK (gp_share BETWEEN 0 AND 100),
  target           numeric(20,10) CHECK (target BETWEEN 0 AND 100),
  until_irr        numeric(20,10) CHECK (until_irr >= 0),
  until_multiple   numeric(20,10) CHECK (until_multiple >= 0),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, carry_terms_id, position) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (tenant_id, carry_terms_id) REFERENCES carry_terms ON DELETE CASCADE,
  CONSTRAINT carry_tier_terms_check CHECK (
    (kind = 'PREFERRED_RETURN' OR num_nonnulls(rate, compounding, day_count, accrues_from, accrues_to, preferred_base) = 0)
    AND (kind IN ('CATCH_UP', 'SPLIT') OR gp_share IS NULL) AND (kind = 'CATCH_UP' OR target IS NULL)
    AND (kind = 'SPLIT' OR num_nonnulls(until_irr, until_multiple) = 0))
);
CALL protect_tenant_table('carry_tier');

-- The general partners that share the carry.
CREATE TABLE carry_recipient (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  carry_terms_id   uuid NOT NULL,
  position         integer NOT NULL,
  investor_id      uuid NOT NULL,
  share            numeric(20,10) NOT NULL CHECK (share BETWEEN 0 AND 100),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT carry_recipient_once UNIQUE (tenant_id, carry_terms_id, investor_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (tenant_id, carry_terms_id) REFERENCES carry_terms ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, investor_id) REFERENCES investor
);
CREATE INDEX carry_recipient_investor ON carry_recipient (tenant_id, investor_id);
CALL protect_tenant_table('carry_recipient');

-- Carry terms of side letters, for an investor or a type of investors.
CREATE TABLE carry_letter (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  carry_terms_id   uuid NOT NULL,
  position         integer NOT NULL,
  investor_id      uuid,
  investor_type_id uuid,
  effective_date   date NOT NULL,
  rate             numeric(20,10) CHECK (rate BETWEEN 0 AND 100),
  carry            numeric(20,10) CHECK (carry BETWEEN 0 AND 100),
  is_exempt        boolean NOT NULL DEFAULT false,
  source           text CHECK (length(source) <= 200),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT carry_letter_party_check CHECK (num_nonnulls(investor_id, investor_type_id) = 1),
  FOREIGN KEY (tenant_id, carry_terms_id) REFERENCES carry_terms ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, investor_id) REFERENCES investor,
  FOREIGN KEY (tenant_id, investor_type_id) REFERENCES reference_entry
);
CREATE INDEX carry_letter_terms ON carry_letter (tenant_id, carry_terms_id);
CREATE INDEX carry_letter_investor ON carry_letter (tenant_id, investor_id);
CALL protect_tenant_table('carry_letter');

-- Investments whose gains and losses offset one another under deal-by-deal terms, by the name of their group.
CREATE TABLE carry_offset (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  carry_terms_id   uuid NOT NULL,
  position         integer NOT NULL,
  pool             text NOT NULL CHECK (pool <> '' AND length(pool) <= 200),
  investment_id    uuid NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT carry_offset_once UNIQUE (tenant_id, carry_terms_id, investment_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (tenant_id, carry_terms_id) REFERENCES carry_terms ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment
);
CREATE INDEX carry_offset_investment ON carry_offset (tenant_id, investment_id);
CALL protect_tenant_table('carry_offset');

-- The days of an interim clawback.
CREATE TABLE carry_clawback_date (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  carry_terms_id   uuid NOT NULL,
  position         integer NOT NULL,
  clawback_date    date NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT carry_clawback_date_once UNIQUE (tenant_id, carry_terms_id, clawback_date) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (tenant_id, carry_terms_id) REFERENCES carry_terms ON DELETE CASCADE
);
CALL protect_tenant_table('carry_clawback_date');

-- The taxable income of general partners, for tax distributions.
CREATE TABLE carry_tax_income (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  carry_terms_id   uuid NOT NULL,
  position         integer NOT NULL,
  investor_id      uuid NOT NULL,
  income_year      integer NOT NULL CHECK (income_year BETWEEN 1900 AND 2200),
  amount           numeric(38,2) NOT NULL CHECK (amount >= 0),
  source           text NOT NULL CHECK (source <> '' AND length(source) <= 200),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT carry_tax_income_once UNIQUE (tenant_id, carry_terms_id, investor_id, income_year) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (tenant_id, carry_terms_id) REFERENCES carry_terms ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, investor_id) REFERENCES investor
);
CREATE INDEX carry_tax_income_investor ON carry_tax_income (tenant_id, investor_id);
CALL protect_tenant_table('carry_tax_income');

-- Market indices that vehicles are compared with.
CREATE TABLE index_series (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  code        text NOT NULL CHECK (code <> '' AND length(code) <= 50),
  name        text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  provider    text CHECK (length(provider) <= 200),
  currency_id uuid,
  description text CHECK (length(description) <= 4000),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CREATE UNIQUE INDEX index_series_code ON index_series (tenant_id, lower(code));
CREATE UNIQUE INDEX index_series_name ON index_series (tenant_id, lower(name));
CALL protect_tenant_table('index_series');

-- The level of an index on a day.
CREATE TABLE index_level (
  tenant_id       uuid NOT NULL,
  index_series_id uuid NOT NULL,
  level_date      date NOT NULL,
  level           numeric(30,10) NOT NULL CHECK (level > 0),
  PRIMARY KEY (tenant_id, index_series_id, level_date),
  FOREIGN KEY (tenant_id, index_series_id) REFERENCES index_series ON DELETE CASCADE
);
CALL protect_tenant_table('index_level');

-- Statistics of other funds that vehicles are compared with.
CREATE TABLE benchmark (
  tenant_id    uuid NOT NULL REFERENCES tenant,
  id           uuid NOT NULL,
  name         text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  provider     text NOT NULL CHECK (provider <> '' AND length(provider) <= 200),
  vintage_year integer CHECK (vintage_year BETWEEN 1900 AND 2200),
  strategy_id  uuid,
  description  text CHECK (length(description) <= 4000),
  row_version  integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   uuid,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, strategy_id) REFERENCES reference_entry
);
CREATE UNIQUE INDEX benchmark_name ON benchmark (tenant_id, lower(name));
CALL protect_tenant_table('benchmark');

-- Quartiles on a date: rates in percent, multiples as they are.
CREATE TABLE benchmark_figure (
  tenant_id       uuid NOT NULL,
  id              uuid NOT NULL,
  benchmark_id    uuid NOT NULL,
  position        integer NOT NULL,
  as_of           date NOT NULL,
  irr_upper       numeric(20,10),
  irr_median      numeric(20,10),
  irr_lower       numeric(20,10),
  multiple_upper  numeric(20,10),
  multiple_median numeric(20,10),
  multiple_lower  numeric(20,10),
  funds           integer CHECK (funds > 0),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT benchmark_figure_day UNIQUE (tenant_id, benchmark_id, as_of) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (tenant_id, benchmark_id) REFERENCES benchmark ON DELETE CASCADE
);
CREATE INDEX benchmark_figure_benchmark ON benchmark_figure (tenant_id, benchmark_id);
CALL protect_tenant_table('benchmark_figure');

-- Companies -----------------------------------------------------------------------------------------------------------

-- Facts about a company at a quarter end, whichever vehicle holds it.
CREATE TABLE investment_period (
  tenant_id           uuid NOT NULL REFERENCES tenant,
  id                  uuid NOT NULL,
  investment_id       uuid NOT NULL,
  period_end          date NOT NULL,
  alt_x_sector_id     uuid,
  alt_x_sub_sector_id uuid,
  alt_x_industry_id   uuid,
  financial_year_end  text CHECK (financial_year_end ~ '^[0-9]{2}-[0-9]{2}$'),
  date_of_ipo         date,
  is_public           boolean NOT NULL DEFAULT false,
  number_of_employees integer CHECK (number_of_employees >= 0),
  geo_region1_id      uuid,
  geo_percentage1     numeric(13,10) CHECK (geo_percentage1 BETWEEN 0 AND 100),
  geo_region2_id      uuid,
  geo_percentage2     numeric(13,10) CHECK (geo_percentage2 BETWEEN 0 AND 100),
  geo_region3_id      uuid,
  geo_percentage3     numeric(13,10) CHECK (geo_percentage3 BETWEEN 0 AND 100),
  geo_region4_id      uuid,
  geo_percentage4     numeric(13,10) CHECK (geo_percentage4 BETWEEN 0 AND 100),
  geo_region5_id      uuid,
  geo_percentage5     numeric(13,10) CHECK (geo_percentage5 BETWEEN 0 AND 100),
  row_version         integer NOT NULL DEFAULT 1,
  created_at          timestamptz NOT NULL DEFAULT now(),
  created_by          uuid,
  updated_at          timestamptz NOT NULL DEFAULT now(),
  updated_by          uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT investment_period_once UNIQUE (tenant_id, investment_id, period_end),
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment,
  FOREIGN KEY (tenant_id, alt_x_sector_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, alt_x_sub_sector_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, alt_x_industry_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, geo_region1_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, geo_region2_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, geo_region3_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, geo_region4_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, geo_region5_id) REFERENCES reference_entry
);
CALL protect_tenant_table('investment_period');

-- Metrics of a holding at a quarter end: money in the currency of the vehicle, ownership as a fraction.
CREATE TABLE holding_period (
  tenant_id                       uuid NOT NULL REFERENCES tenant,
  id                              uuid NOT NULL,
  holding_id                      uuid NOT NULL,
  period_end                      date NOT NULL,
  ltm_date                        date,
  initial_investment_date         date,
  deal_type_id                    uuid,
  deal_sub_type_id                uuid,
  deal_source_id                  uuid,
  method_of_exit_id               uuid,
  exit_buyer_type_id              uuid,
  ownership_fully_diluted_entry   numeric(13,12) CHECK (ownership_fully_diluted_entry BETWEEN 0 AND 1),
  ownership_fully_diluted_current numeric(13,12) CHECK (ownership_fully_diluted_current BETWEEN 0 AND 1),
  ownership_undiluted_entry       numeric(13,12) CHECK (ownership_undiluted_entry BETWEEN 0 AND 1),
  ownership_undiluted_current     numeric(13,12) CHECK (ownership_undiluted_current BETWEEN 0 AND 1),
  ownership_debt_entry            numeric(13,12) CHECK (ownership_debt_entry BETWEEN 0 AND 1),
  ownership_debt_current          numeric(13,12) CHECK (ownership_debt_current BETWEEN 0 AND 1),
  gross_debt_entry                numeric(38,2) CHECK (gross_debt_entry >= 0),
  gross_debt_current              numeric(38,2) CHECK (gross_debt_current >= 0),
  total_equity_value_entry        numeric(38,2),
  total_equity_value_current      numeric(38,2),
  net_debt_entry                  numeric(38,2),
  net_debt_current                numeric(38,2),
  total_enterprise_value_entry    numeric(38,2),
  total_enterprise_value_current  numeric(38,2),
  ltm_revenue_entry               numeric(38,2) CHECK (ltm_revenue_entry >= 0),
  ltm_revenue_current             numeric(38,2) CHECK (ltm_revenue_current >= 0),
  ltm_ebitda_entry                numeric(38,2),
  ltm_ebitda_current              numeric(38,2),
  cash_balance_entry              numeric(38,2) CHECK (cash_balance_entry >= 0),
  cash_balance_current            numeric(38,2) CHECK (cash_balance_current >= 0),
  ltm_capex_entry                 numeric(38,2) CHECK (ltm_capex_entry >= 0),
  ltm_capex_current               numeric(38,2) CHECK (ltm_capex_current >= 0),
  ltm_interest_paid_entry         numeric(38,2) CHECK (ltm_interest_paid_entry >= 0),
  ltm_interest_paid_current       numeric(38,2) CHECK (ltm_interest_paid_current >= 0),
  end_value                       numeric(38,2) CHECK (end_value >= 0),
  end_proceeds                    numeric(38,2) CHECK (end_proceeds >= 0),
  row_version                     integer NOT NULL DEFAULT 1,
  created_at                      timestamptz NOT NULL DEFAULT now(),
  created_by                      uuid,
  updated_at                      timestamptz NOT NULL DEFAULT now(),
  updated_by                      uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT holding_period_once UNIQUE (tenant_id, holding_id, period_end),
  FOREIGN KEY (tenant_id, holding_id) REFERENCES container,
  FOREIGN KEY (tenant_id, deal_type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, deal_sub_type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, deal_source_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, method_of_exit_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, exit_buyer_type_id) REFERENCES reference_entry
);
CALL protect_tenant_table('holding_period');

-- News of companies.
CREATE TABLE news_item (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  investment_id uuid NOT NULL,
  title         text NOT NULL CHECK (title <> '' AND length(title) <= 200),
  published_on  date NOT NULL,
  source        text CHECK (length(source) <= 200),
  url           text CHECK (length(url) <= 2000 AND url ~* '^https?://'),
  text          text CHECK (length(text) <= 4000),
  row_version   integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  updated_by    uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment ON DELETE CASCADE
);
CREATE INDEX news_item_investment ON news_item (tenant_id, investment_id, published_on);
CALL protect_tenant_table('news_item');

-- Data transfers between tenants --------------------------------------------------------------------------------------

-- Returns whether an accepted link of this tenant leads to the other one. It runs as its caller, who sees only the links of this tenant.
CREATE FUNCTION leads_to(link uuid, other uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM tenant_link l
    WHERE l.id = link AND l.status = 'ACCEPT' AND other IN (l.tenant_id, l.target_id) AND other <> current_tenant())
$$;

-- Locked figures of an investor at a quarter end, sent over a link. The sender's tenant owns the row, and the receiver sees it as well. The
-- package is stored as it was sent, byte by byte, and never changed.
CREATE TABLE data_transfer (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  target_id     uuid NOT NULL REFERENCES tenant,
  link_id       uuid NOT NULL,
  investor_id   uuid NOT NULL,
  investor_name text NOT NULL CHECK (length(investor_name) <= 200),
  period_end    date NOT NULL,
  status        text NOT NULL DEFAULT 'PEND' CHECK (status IN ('PEND', 'COMP', 'FAIL', 'DECL', 'SUP', 'UNDO')),
  package       bytea NOT NULL,
  package_hash  text NOT NULL CHECK (package_hash ~ '^[0-9a-f]{64}$'),
  answer        text CHECK (length(answer) <= 4000),
  answered_at   timestamptz,
  row_version   integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, investor_id) REFERENCES investor
);
CREATE INDEX data_transfer_investor ON data_transfer (tenant_id, investor_id, period_end);
CREATE INDEX data_transfer_target ON data_transfer (target_id);
ALTER TABLE data_transfer ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_transfer FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON data_transfer TO carrara_app;
GRANT UPDATE (status, answer, answered_at, row_version, updated_at) ON data_transfer TO carrara_app;
GRANT SELECT ON data_transfer TO carrara_worker;

-- Both tenants see a transfer and may move it on. It can only be sent over an accepted link, to the tenant at its other end.
CREATE POLICY tenant_rows ON data_transfer FOR SELECT TO carrara_app
  USING ((SELECT current_tenant()) IN (tenant_id, target_id));
CREATE POLICY sent_rows ON data_transfer FOR INSERT TO carrara_app
  WITH CHECK (tenant_id = (SELECT current_tenant()) AND leads_to(link_id, target_id));
CREATE POLICY moved_rows ON data_transfer FOR UPDATE TO carrara_app
  USING ((SELECT current_tenant()) IN (tenant_id, target_id)) WITH CHECK ((SELECT current_tenant()) IN (tenant_id, target_id));
CREATE POLICY worker_rows ON data_transfer TO carrara_worker USING (true) WITH CHECK (true);

-- Maps records of this tenant to those of the sender: investors, vehicles and companies, by transfer. `theirs` is the name in the transfer.
-- `before` and `after` are the name of the record until and since then, which shows later edits and lets an undo restore it.
CREATE TABLE transfer_origin (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  transfer_id uuid NOT NULL,
  source_id   uuid NOT NULL REFERENCES tenant,
  origin_id   uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('INVESTOR', 'VEHICLE', 'INVESTMENT')),
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

-- Metrics of companies and holdings that a transfer brought, with the values before and after it. They show later edits, and an undo
-- restores them.
CREATE TABLE transfer_metrics (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  transfer_id uuid NOT NULL,
  -- A company, a holding or a fund.
  record_id   uuid NOT NULL,
  period_end  date NOT NULL,
  -- Null if there was nothing for the quarter, or no such fund.
  before      jsonb,
  after       jsonb NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, transfer_id, record_id),
  FOREIGN KEY (tenant_id, record_id) REFERENCES container
);
CREATE INDEX transfer_metrics_record ON transfer_metrics (tenant_id, record_id);
CREATE INDEX transfer_metrics_end ON transfer_metrics (tenant_id, period_end);
CALL protect_tenant_table('transfer_metrics', 'SELECT, INSERT');

-- Choices between the values of a transfer and of this tenant, with both values. They belong to the tenant that chose, and the sender never
-- sees them.
CREATE TABLE transfer_choice (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  transfer_id uuid NOT NULL,
  -- A fund of the package.
  fund_id     uuid NOT NULL,
  field       text NOT NULL,
  title       text NOT NULL,
  mine        text NOT NULL,
  theirs      text NOT NULL,
  choice      text NOT NULL CHECK (choice IN ('THEIRS', 'MINE')),
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, transfer_id, fund_id, field)
);
CALL protect_tenant_table('transfer_choice', 'SELECT, INSERT');

-- An investor's capital account and portfolio of a quarter, as an accepted transfer has them. A fund on reported values takes its figures
-- from them. `seq` is the audit log entry of the acceptance.
CREATE TABLE transfer_statement (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  transfer_id   uuid NOT NULL,
  vehicle_id    uuid NOT NULL,
  commitment_id uuid NOT NULL,
  period_end    date NOT NULL,
  account       jsonb,
  portfolio     jsonb,
  -- The figures of the investor's Reporting Template.
  template      jsonb,
  -- This tenant's holdings by the ids of the sender.
  holdings      jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(holdings) = 'object'),
  seq           bigint NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, transfer_id, vehicle_id),
  FOREIGN KEY (tenant_id, vehicle_id) REFERENCES container,
  FOREIGN KEY (tenant_id, commitment_id, vehicle_id) REFERENCES commitment (tenant_id, id, vehicle_id)
);
CREATE INDEX transfer_statement_vehicle ON transfer_statement (tenant_id, vehicle_id, period_end);
CALL protect_tenant_table('transfer_statement', 'SELECT, INSERT');
