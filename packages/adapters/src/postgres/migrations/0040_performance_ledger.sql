-- The ledger of a vehicle: what its investors promised, what happened, what is held and what that is worth, and the figures that follow at each
-- quarter end. What was entered is never changed: it is reversed. `seq` is the act of the audit trail that entered it, by which what was known
-- at any act can be told without a clock.

CREATE TABLE commitment (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  vehicle_id  uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  investor_id uuid NOT NULL,
  seq         bigint NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, vehicle_id),
  CONSTRAINT commitment_of_investor UNIQUE (tenant_id, vehicle_id, investor_id),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle),
  FOREIGN KEY (tenant_id, investor_id) REFERENCES investor
);
CREATE INDEX commitment_investor ON commitment (tenant_id, investor_id);
CALL protect_tenant_table('commitment', 'SELECT, INSERT');

CREATE TABLE commitment_event (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  commitment_id uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('CLOSE', 'INCREASE', 'TRANSFER_IN', 'TRANSFER_OUT', 'RELEASE', 'TERMS', 'EXCUSE', 'INCLUDE')),
  event_date  date NOT NULL,
  booked      date NOT NULL,
  amount      numeric(38,2) NOT NULL DEFAULT 0,
  pays_fee    boolean,
  pays_carry  boolean,
  holding_id  uuid,
  description text CHECK (length(description) <= 4000),
  seq         bigint NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, commitment_id) REFERENCES commitment,
  FOREIGN KEY (tenant_id, holding_id) REFERENCES container,
  CHECK (holding_id IS NOT NULL OR kind NOT IN ('EXCUSE', 'INCLUDE')),
  CHECK (amount = 0 OR kind NOT IN ('TERMS', 'EXCUSE', 'INCLUDE'))
);
CREATE INDEX commitment_event_commitment ON commitment_event (tenant_id, commitment_id, event_date);
CALL protect_tenant_table('commitment_event', 'SELECT, INSERT');

CREATE TABLE notice (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  vehicle_id  uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  kind        text NOT NULL CHECK (kind IN ('CALL', 'DISTRIBUTION')),
  number      integer NOT NULL CHECK (number > 0),
  issue_date  date NOT NULL,
  due_date    date NOT NULL CHECK (due_date >= issue_date),
  description text CHECK (length(description) <= 4000),
  seq         bigint NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, vehicle_id),
  CONSTRAINT notice_number UNIQUE (tenant_id, vehicle_id, number),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle)
);
CALL protect_tenant_table('notice', 'SELECT, INSERT');

-- What is held below a holding, which is a fund's or coinvestment's part of an investment.
CREATE TABLE security (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  vehicle_id  uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  holding_id  uuid NOT NULL,
  class       text NOT NULL CHECK (class IN ('DEBT', 'EQUITY')),
  type_id     uuid,
  name        text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  seq         bigint NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
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

CREATE TABLE ledger_entry (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  vehicle_id  uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  type        text NOT NULL CHECK (type ~ '^[A-Z]+(-[A-Z]+)*$' AND length(type) <= 30),
  amount      numeric(38,2) NOT NULL,
  effective_date date NOT NULL,
  booked      date NOT NULL CHECK (booked >= effective_date),
  allocation_key text NOT NULL CHECK (allocation_key IN ('COMMITMENT', 'FEE', 'INVESTING', 'CARRY', 'NOTICE', 'ONE')),
  holding_id  uuid,
  security_id uuid,
  notice_id   uuid,
  cost_relieved numeric(38,2),
  is_recallable boolean NOT NULL DEFAULT false,
  is_outside  boolean NOT NULL DEFAULT false,
  settled_on  date,
  reverses_id uuid,
  description text CHECK (length(description) <= 4000),
  seq         bigint NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, vehicle_id),
  CONSTRAINT ledger_entry_reversed_once UNIQUE (tenant_id, reverses_id),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle),
  FOREIGN KEY (tenant_id, holding_id) REFERENCES container,
  FOREIGN KEY (tenant_id, security_id, vehicle_id) REFERENCES security (tenant_id, id, vehicle_id),
  FOREIGN KEY (tenant_id, security_id, holding_id) REFERENCES security (tenant_id, id, holding_id),
  FOREIGN KEY (tenant_id, notice_id, vehicle_id) REFERENCES notice (tenant_id, id, vehicle_id),
  FOREIGN KEY (tenant_id, reverses_id, vehicle_id) REFERENCES ledger_entry (tenant_id, id, vehicle_id)
);
CREATE INDEX ledger_entry_vehicle ON ledger_entry (tenant_id, vehicle_id, effective_date, id);
CREATE INDEX ledger_entry_notice ON ledger_entry (tenant_id, notice_id) WHERE notice_id IS NOT NULL;
CREATE INDEX ledger_entry_holding ON ledger_entry (tenant_id, holding_id) WHERE holding_id IS NOT NULL;
CALL protect_tenant_table('ledger_entry', 'SELECT, INSERT');

-- What of an entry falls on a commitment; those that are no mirrors add up to it.
CREATE TABLE ledger_share (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  entry_id    uuid NOT NULL,
  commitment_id uuid NOT NULL,
  vehicle_id  uuid NOT NULL,
  is_mirror   boolean NOT NULL,
  amount      numeric(38,2) NOT NULL,
  cost        numeric(38,2) NOT NULL DEFAULT 0,
  unfunded    numeric(38,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, entry_id, commitment_id, is_mirror),
  FOREIGN KEY (tenant_id, entry_id, vehicle_id) REFERENCES ledger_entry (tenant_id, id, vehicle_id),
  FOREIGN KEY (tenant_id, commitment_id, vehicle_id) REFERENCES commitment (tenant_id, id, vehicle_id)
);
CREATE INDEX ledger_share_commitment ON ledger_share (tenant_id, commitment_id);
CREATE INDEX ledger_share_vehicle ON ledger_share (tenant_id, vehicle_id);
CALL protect_tenant_table('ledger_share', 'SELECT, INSERT');

CREATE TABLE valuation (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  vehicle_id  uuid NOT NULL,
  security_id uuid NOT NULL,
  valuation_date date NOT NULL,
  booked      date NOT NULL CHECK (booked >= valuation_date),
  fair_value  numeric(38,2) NOT NULL CHECK (fair_value >= 0),
  method_id   uuid,
  description text CHECK (length(description) <= 4000),
  seq         bigint NOT NULL,
  position    integer NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, security_id, vehicle_id) REFERENCES security (tenant_id, id, vehicle_id),
  FOREIGN KEY (tenant_id, method_id) REFERENCES reference_entry
);
CREATE INDEX valuation_security ON valuation (tenant_id, security_id, valuation_date);
CREATE INDEX valuation_vehicle ON valuation (tenant_id, vehicle_id);
CALL protect_tenant_table('valuation', 'SELECT, INSERT');

CREATE TABLE period (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  vehicle_id  uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  period_end  date NOT NULL,
  status      text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'LOCKED')),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT period_of_vehicle UNIQUE (tenant_id, vehicle_id, period_end),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle)
);
CALL protect_tenant_table('period', 'SELECT, INSERT, UPDATE');

-- What a lock kept: the figures as they were, and the act until which everything was known.
CREATE TABLE period_version (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  period_id   uuid NOT NULL,
  version     integer NOT NULL CHECK (version > 0),
  known_seq   bigint NOT NULL,
  engine_version text NOT NULL,
  figures     jsonb NOT NULL,
  figures_hash text NOT NULL CHECK (figures_hash ~ '^[0-9a-f]{64}$'),
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT period_version_once UNIQUE (tenant_id, period_id, version),
  FOREIGN KEY (tenant_id, period_id) REFERENCES period
);
CALL protect_tenant_table('period_version', 'SELECT, INSERT');

-- What was computed at a quarter end for a vehicle, a holding, a commitment, or an investor in one currency. Null is a figure that does not apply,
-- or one that is not determined, which `not_determined` then names with its reason.
CREATE TABLE period_figure (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  period_end  date NOT NULL,
  subject     text NOT NULL CHECK (subject IN ('VEHICLE', 'HOLDING', 'COMMITMENT', 'INVESTOR')),
  subject_id  uuid NOT NULL,
  currency_id uuid NOT NULL,
  vehicle_id  uuid,
  commitment  numeric(38,2),
  contributions numeric(38,2),
  distributions numeric(38,2),
  recallable  numeric(38,2),
  unfunded    numeric(38,2),
  nav         numeric(38,2),
  nav_before_carry numeric(38,2),
  carry_paid  numeric(38,2),
  unrealised  numeric(38,2),
  invested    numeric(38,2),
  proceeds    numeric(38,2),
  income      numeric(38,2),
  cost        numeric(38,2),
  fair_value  numeric(38,2),
  irr         numeric,
  gross_irr   numeric,
  irr_annualised boolean,
  gross_irr_annualised boolean,
  dpi         numeric,
  rvpi        numeric,
  tvpi        numeric,
  pic         numeric,
  gross_moic  numeric,
  not_determined jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(not_determined) = 'array'),
  PRIMARY KEY (tenant_id, subject, period_end, subject_id, currency_id),
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  CHECK ((subject = 'INVESTOR') = (vehicle_id IS NULL))
);
CREATE INDEX period_figure_subject ON period_figure (tenant_id, subject_id, period_end);
CREATE INDEX period_figure_vehicle ON period_figure (tenant_id, vehicle_id, period_end) WHERE vehicle_id IS NOT NULL;
CALL protect_tenant_table('period_figure');

-- What else an act made stale, as ids: each is an event of its own for open screens.
ALTER TABLE outbox ADD COLUMN also jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(also) = 'array');
