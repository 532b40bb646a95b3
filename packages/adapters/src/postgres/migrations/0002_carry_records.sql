-- Whom carry is shared by and what it comes from: funds, coinvestments, investments, tranches and vintages, and the
-- employees, trusts and entities that take part.
--
-- Everything that can have an allocation profile or pay carry is a container; everything that can receive it is a
-- participant. The two parents hold what all kinds share (code, name, legal name); each kind adds a table of its own under
-- the parent's id, so profiles, entries, notes, documents and sources point at one thing with a real foreign key. An entity
-- is both, under one id.

CREATE TABLE container (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('fund', 'coinvestment', 'investment', 'fundInvestment', 'coinvestmentInvestment', 'tranche', 'vintage', 'fundVintage', 'entity')),
  code text CHECK (code <> '' AND length(code) <= 50),
  name text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  legal_name text CHECK (length(legal_name) <= 200),
  -- What a list's search looks through: narrow, lower case and indexed, so that 100,000 rows answer at once.
  search_text text COLLATE "C" GENERATED ALWAYS AS (lower(coalesce(code, '') || E'\n' || name || E'\n' || coalesce(legal_name, ''))) STORED,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, kind),
  CHECK (code IS NOT NULL OR kind NOT IN ('fund', 'coinvestment', 'investment'))
);
CREATE UNIQUE INDEX container_code ON container (tenant_id, kind, lower(code));
CREATE INDEX container_kind ON container (tenant_id, kind, lower(name), id);
CREATE INDEX container_search ON container USING gin (search_text gin_trgm_ops);
CALL protect_tenant_table('container');

CREATE TABLE participant (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('employee', 'trust', 'entity')),
  code text CHECK (code <> '' AND length(code) <= 50),
  name text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  legal_name text CHECK (length(legal_name) <= 200),
  search_text text COLLATE "C" GENERATED ALWAYS AS (lower(coalesce(code, '') || E'\n' || name || E'\n' || coalesce(legal_name, ''))) STORED,
  status      text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'TERMINATED')),
  termination_date date,
  termination_reason text CHECK (length(termination_reason) <= 4000),
  carry_eligible_date date,
  participant_class_id uuid,
  is_foreign  boolean NOT NULL DEFAULT false,
  is_escrow_exempt boolean NOT NULL DEFAULT false,
  default_escrow numeric(20,10) CHECK (default_escrow BETWEEN 0 AND 100),
  person_id   uuid REFERENCES person,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, kind),
  FOREIGN KEY (tenant_id, participant_class_id) REFERENCES reference_entry,
  CHECK (kind <> 'employee' OR status = 'ACTIVE' OR termination_date IS NOT NULL)
);
CREATE UNIQUE INDEX participant_code ON participant (tenant_id, lower(code));
CREATE INDEX participant_search ON participant USING gin (search_text gin_trgm_ops);
CREATE INDEX participant_kind ON participant (tenant_id, kind, lower(name), id);
CREATE INDEX participant_person ON participant (tenant_id, person_id) WHERE person_id IS NOT NULL;
CALL protect_tenant_table('participant');

CREATE TABLE fund (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind text GENERATED ALWAYS AS ('fund') STORED,
  fund_family_id uuid,
  currency_id uuid NOT NULL,
  status_id   uuid,
  platform_id uuid,
  region_id   uuid,
  initial_close_date date,
  final_close_date date,
  liquidation_date date,
  escrow_release_date date,
  total_capital_raised numeric(38,2) CHECK (total_capital_raised >= 0),
  description text CHECK (length(description) <= 4000),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, fund_family_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, status_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, platform_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, region_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE
);
CALL protect_tenant_table('fund');

CREATE TABLE fund_sector (
  tenant_id   uuid NOT NULL,
  fund_id     uuid NOT NULL,
  sector_id   uuid NOT NULL,
  position    integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, fund_id, sector_id),
  FOREIGN KEY (tenant_id, fund_id) REFERENCES fund ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, sector_id) REFERENCES reference_entry
);
CALL protect_tenant_table('fund_sector');

CREATE TABLE coinvestment (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind text GENERATED ALWAYS AS ('coinvestment') STORED,
  fund_id     uuid,
  status_id   uuid,
  currency_id uuid,
  initial_close_date date,
  final_close_date date,
  liquidation_date date,
  escrow_release_date date,
  total_capital_raised numeric(38,2) CHECK (total_capital_raised >= 0),
  description text CHECK (length(description) <= 4000),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, fund_id) REFERENCES fund,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, status_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE
);
CREATE INDEX coinvestment_fund ON coinvestment (tenant_id, fund_id);
CALL protect_tenant_table('coinvestment');

CREATE TABLE vintage (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind text GENERATED ALWAYS AS ('vintage') STORED,
  vintage_name text NOT NULL CHECK (vintage_name <> '' AND length(vintage_name) <= 200),
  fund_id     uuid NOT NULL,
  vintage_year integer CHECK (vintage_year BETWEEN 1900 AND 2200),
  vintage_type text NOT NULL DEFAULT 'SHARES' CHECK (vintage_type IN ('SHARES', 'INTEREST', 'VARIABLE')),
  total_shares numeric(38,2) CHECK (total_shares >= 0),
  start_date  date,
  end_date    date,
  description text CHECK (length(description) <= 4000),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, fund_id) REFERENCES fund,
  CHECK (end_date >= start_date),
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE
);
CREATE UNIQUE INDEX vintage_unique_name ON vintage (tenant_id, fund_id, lower(vintage_name));
CALL protect_tenant_table('vintage');

CREATE TABLE investment (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind text GENERATED ALWAYS AS ('investment') STORED,
  type_id     uuid,
  status_id   uuid,
  sector_id   uuid,
  initial_investment_date date,
  logo_image_id uuid,
  description text CHECK (length(description) <= 4000),
  address_line1 text CHECK (length(address_line1) <= 200),
  address_line2 text CHECK (length(address_line2) <= 200),
  address_city text CHECK (length(address_city) <= 200),
  address_state_region text CHECK (length(address_state_region) <= 200),
  address_postal_code text CHECK (length(address_postal_code) <= 50),
  address_country_id uuid,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, status_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, sector_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, address_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, logo_image_id) REFERENCES image,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE
);
CREATE INDEX investment_status ON investment (tenant_id, status_id);
CALL protect_tenant_table('investment');

CREATE TABLE investment_industry (
  tenant_id   uuid NOT NULL,
  investment_id uuid NOT NULL,
  industry_id uuid NOT NULL,
  position    integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, investment_id, industry_id),
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, industry_id) REFERENCES reference_entry
);
CALL protect_tenant_table('investment_industry');

-- The part of an investment that a fund holds.
CREATE TABLE fund_investment (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind text GENERATED ALWAYS AS ('fundInvestment') STORED,
  fund_id uuid NOT NULL,
  investment_id uuid NOT NULL,
  vintage_id  uuid,
  invested_amount numeric(38,2) CHECK (invested_amount >= 0),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, fund_id, investment_id),
  UNIQUE (tenant_id, id, investment_id),
  FOREIGN KEY (tenant_id, fund_id) REFERENCES fund,
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment,
  FOREIGN KEY (tenant_id, vintage_id) REFERENCES vintage,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE
);
CREATE INDEX fund_investment_investment ON fund_investment (tenant_id, investment_id);
CREATE INDEX fund_investment_vintage ON fund_investment (tenant_id, vintage_id) WHERE vintage_id IS NOT NULL;
CALL protect_tenant_table('fund_investment');

-- The part of an investment that a coinvestment holds.
CREATE TABLE coinvestment_investment (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind text GENERATED ALWAYS AS ('coinvestmentInvestment') STORED,
  coinvestment_id uuid NOT NULL,
  investment_id uuid NOT NULL,
  vintage_id  uuid,
  invested_amount numeric(38,2) CHECK (invested_amount >= 0),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, coinvestment_id, investment_id),
  UNIQUE (tenant_id, id, investment_id),
  FOREIGN KEY (tenant_id, coinvestment_id) REFERENCES coinvestment,
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment,
  FOREIGN KEY (tenant_id, vintage_id) REFERENCES vintage,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE
);
CREATE INDEX coinvestment_investment_investment ON coinvestment_investment (tenant_id, investment_id);
CREATE INDEX coinvestment_investment_vintage ON coinvestment_investment (tenant_id, vintage_id) WHERE vintage_id IS NOT NULL;
CALL protect_tenant_table('coinvestment_investment');

CREATE TABLE tranche (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind text GENERATED ALWAYS AS ('tranche') STORED,
  investment_id uuid NOT NULL,
  fund_investment_id uuid,
  coinvestment_investment_id uuid,
  type        text GENERATED ALWAYS AS (CASE WHEN fund_investment_id IS NULL THEN 'Coinvestment' ELSE 'Fund Investment' END) STORED,
  tranche_number integer NOT NULL CHECK (tranche_number > 0),
  status_id   uuid,
  investment_date date,
  invested_amount numeric(38,2) CHECK (invested_amount >= 0),
  assigned_allocation_profile_id uuid,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  CHECK (num_nonnulls(fund_investment_id, coinvestment_investment_id) = 1),
  UNIQUE NULLS NOT DISTINCT (tenant_id, fund_investment_id, coinvestment_investment_id, tranche_number),
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment,
  FOREIGN KEY (tenant_id, fund_investment_id, investment_id) REFERENCES fund_investment (tenant_id, id, investment_id),
  FOREIGN KEY (tenant_id, coinvestment_investment_id, investment_id) REFERENCES coinvestment_investment (tenant_id, id, investment_id),
  FOREIGN KEY (tenant_id, status_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE
);
CREATE INDEX tranche_investment ON tranche (tenant_id, investment_id);
CREATE INDEX tranche_coinvestment_investment ON tranche (tenant_id, coinvestment_investment_id);
CALL protect_tenant_table('tranche');

CREATE TABLE employee (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind text GENERATED ALWAYS AS ('employee') STORED,
  first_name text CHECK (length(first_name) <= 200),
  last_name text NOT NULL CHECK (last_name <> '' AND length(last_name) <= 200),
  formatted_name text CHECK (length(formatted_name) <= 200),
  alternate_formatted_name text CHECK (length(alternate_formatted_name) <= 200),
  business_title text CHECK (length(business_title) <= 200),
  email text CHECK (length(email) <= 320),
  department text CHECK (length(department) <= 200),
  job_level   integer,
  title_id    uuid,
  office_id   uuid,
  hire_date   date,
  residence_country_id uuid,
  citizenship_country_id uuid,
  picture_image_id uuid,
  home_address_line1 text CHECK (length(home_address_line1) <= 200),
  home_address_line2 text CHECK (length(home_address_line2) <= 200),
  home_address_city text CHECK (length(home_address_city) <= 200),
  home_address_state_region text CHECK (length(home_address_state_region) <= 200),
  home_address_postal_code text CHECK (length(home_address_postal_code) <= 50),
  home_address_country_id uuid,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, title_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, office_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, residence_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, citizenship_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, home_address_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, picture_image_id) REFERENCES image,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES participant (tenant_id, id, kind) ON DELETE CASCADE
);
CALL protect_tenant_table('employee');

-- Hired, terminated, rehired: when and why, each change kept.
CREATE TABLE employment_event (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  employee_id uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('HIRED', 'TERMINATED', 'REHIRED')),
  event_date  date NOT NULL,
  reason text CHECK (length(reason) <= 4000),
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee ON DELETE CASCADE
);
CREATE INDEX employment_event_employee ON employment_event (tenant_id, employee_id, event_date);
CALL protect_tenant_table('employment_event');

CREATE TABLE trust (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind text GENERATED ALWAYS AS ('trust') STORED,
  type_id     uuid,
  employee_id uuid,
  formation_date date,
  address_line1 text CHECK (length(address_line1) <= 200),
  address_line2 text CHECK (length(address_line2) <= 200),
  address_city text CHECK (length(address_city) <= 200),
  address_state_region text CHECK (length(address_state_region) <= 200),
  address_postal_code text CHECK (length(address_postal_code) <= 50),
  address_country_id uuid,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee,
  FOREIGN KEY (tenant_id, type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, address_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES participant (tenant_id, id, kind) ON DELETE CASCADE
);
CREATE INDEX trust_employee ON trust (tenant_id, employee_id);
CALL protect_tenant_table('trust');

CREATE TABLE entity (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind        text GENERATED ALWAYS AS ('entity') STORED,
  type_id     uuid,
  formation_date date,
  address_line1 text CHECK (length(address_line1) <= 200),
  address_line2 text CHECK (length(address_line2) <= 200),
  address_city text CHECK (length(address_city) <= 200),
  address_state_region text CHECK (length(address_state_region) <= 200),
  address_postal_code text CHECK (length(address_postal_code) <= 50),
  address_country_id uuid,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, address_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES participant (tenant_id, id, kind) ON DELETE CASCADE
);
CALL protect_tenant_table('entity');

-- Who belongs to an entity; the parts they have are the entries of the entity's own allocation profile.
CREATE TABLE entity_member (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  entity_id   uuid NOT NULL,
  participant_id uuid NOT NULL,
  position    integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, entity_id, participant_id) DEFERRABLE,
  CHECK (participant_id <> entity_id),
  FOREIGN KEY (tenant_id, entity_id) REFERENCES entity ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant
);
CREATE INDEX entity_member_participant ON entity_member (tenant_id, participant_id);
CALL protect_tenant_table('entity_member');

-- Search of the lists. LIKE is not leakproof, so under row-level security its index would go unused; these two run as the
-- worker and apply the transaction's tenant themselves. They stop after `most` rows: for a text that half of the records
-- hold, reading the table is cheaper than its index.
CREATE FUNCTION matching_containers(pattern text, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE ROWS 100 SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT id FROM container WHERE tenant_id = current_tenant() AND search_text LIKE pattern LIMIT most
$$;
CREATE FUNCTION matching_participants(pattern text, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE ROWS 100 SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT id FROM participant WHERE tenant_id = current_tenant() AND search_text LIKE pattern LIMIT most
$$;
GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION matching_containers(text, integer), matching_participants(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION matching_containers(text, integer), matching_participants(text, integer) TO carrara_app, carrara_worker;
ALTER FUNCTION matching_containers(text, integer) OWNER TO carrara_worker;
ALTER FUNCTION matching_participants(text, integer) OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
