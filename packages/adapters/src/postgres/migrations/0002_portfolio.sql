-- Portfolio: managers, funds, coinvestments, vintages, investments and the parts of them that vehicles hold, and investors.
--
-- Everything that can pay carry, have an allocation profile or be a vehicle or an investor is a container. The container holds the columns
-- that all kinds share (code, name, legal name). Each kind adds a table of its own under the container's id. So profiles, entries, notes,
-- documents and sources refer to one table with a real foreign key.

-- The parent of all kinds of records that carry and performance are about.
CREATE TABLE container (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind        text NOT NULL
    CHECK (kind IN ('fund', 'coinvestment', 'investment', 'fundInvestment', 'coinvestmentInvestment', 'tranche', 'vintage', 'fundVintage',
      'entity', 'firm', 'investor')),
  -- Managers and investors bear no carry, and only funds and coinvestments are vehicles. References repeat the column, so that the key
  -- enforces it.
  bears_carry boolean GENERATED ALWAYS AS (kind NOT IN ('firm', 'investor')) STORED,
  is_vehicle  boolean GENERATED ALWAYS AS (kind IN ('fund', 'coinvestment')) STORED,
  code        text CHECK (code <> '' AND length(code) <= 50),
  name        text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  legal_name  text CHECK (length(legal_name) <= 200),
  -- The text that list searches read: narrow, lower case and indexed, so that 100,000 rows respond at once.
  search_text text COLLATE "C" GENERATED ALWAYS AS (lower(coalesce(code, '') || E'\n' || name || E'\n' || coalesce(legal_name, ''))) STORED,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, kind),
  CHECK (code IS NOT NULL OR kind NOT IN ('fund', 'coinvestment', 'investment', 'firm', 'investor'))
);
CREATE UNIQUE INDEX container_code ON container (tenant_id, kind, lower(code));
CREATE INDEX container_kind ON container (tenant_id, kind, lower(name), id);
CREATE INDEX container_search ON container USING gin (search_text gin_trgm_ops);
-- A search that matches half of all rows reads this index instead of the table.
CREATE INDEX container_list ON container (tenant_id, kind, id) INCLUDE (search_text);
CREATE UNIQUE INDEX firm_name ON container (tenant_id, lower(name)) WHERE kind = 'firm';
CALL protect_tenant_table('container');
-- PostgreSQL checks a reference with the youngest of the indexes that look equally good, as all do without statistics. These keys are
-- therefore created after the indexes above.
ALTER TABLE container
  ADD CONSTRAINT container_of_carry UNIQUE (tenant_id, id, bears_carry),
  ADD CONSTRAINT container_as_vehicle UNIQUE (tenant_id, id, is_vehicle);

-- Searches lists. LIKE is not leakproof, so its index would not be used under row-level security. The function runs as the worker and
-- applies the tenant of the transaction itself. It stops after `most` rows: for a text that half of the records contain, reading the table
-- is cheaper than its index. Its plan depends on the text.
CREATE FUNCTION matching_containers(pattern text, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE ROWS 100 SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  SELECT id FROM container WHERE tenant_id = current_tenant() AND search_text LIKE pattern LIMIT most
$$;

-- Managers of funds.
CREATE TABLE firm (
  tenant_id            uuid NOT NULL REFERENCES tenant,
  id                   uuid NOT NULL,
  kind                 text GENERATED ALWAYS AS ('firm') STORED,
  currency_id          uuid,
  -- Statements of a fund show the name and the logo of its manager.
  logo_image_id        uuid,
  address_line1        text CHECK (length(address_line1) <= 200),
  address_line2        text CHECK (length(address_line2) <= 200),
  address_city         text CHECK (length(address_city) <= 200),
  address_state_region text CHECK (length(address_state_region) <= 200),
  address_postal_code  text CHECK (length(address_postal_code) <= 50),
  address_country_id   uuid,
  row_version          integer NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL DEFAULT now(),
  created_by           uuid,
  updated_at           timestamptz NOT NULL DEFAULT now(),
  updated_by           uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, address_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, logo_image_id) REFERENCES image
);
CALL protect_tenant_table('firm');

-- The people to contact at a manager.
CREATE TABLE firm_contact (
  tenant_id uuid NOT NULL,
  id        uuid NOT NULL,
  firm_id   uuid NOT NULL,
  position  integer NOT NULL,
  name      text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  title     text CHECK (length(title) <= 200),
  email     text CHECK (length(email) <= 320),
  telephone text CHECK (length(telephone) <= 50),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, firm_id) REFERENCES firm ON DELETE CASCADE
);
CREATE INDEX firm_contact_firm ON firm_contact (tenant_id, firm_id);
CALL protect_tenant_table('firm_contact');

-- Funds. A fund is a vehicle: it has investors, a ledger and terms.
CREATE TABLE fund (
  tenant_id             uuid NOT NULL REFERENCES tenant,
  id                    uuid NOT NULL,
  kind                  text GENERATED ALWAYS AS ('fund') STORED,
  firm_id               uuid,
  fund_family_id        uuid,
  currency_id           uuid NOT NULL,
  status_id             uuid,
  platform_id           uuid,
  region_id             uuid,
  vintage_year          integer CHECK (vintage_year BETWEEN 1900 AND 2200),
  fiscal_year_end       text NOT NULL DEFAULT '12-31' CHECK (fiscal_year_end IN ('03-31', '06-30', '09-30', '12-31')),
  nav_basis             text NOT NULL DEFAULT 'LEDGER' CHECK (nav_basis IN ('LEDGER', 'REPORTED')),
  initial_close_date    date,
  final_close_date      date,
  investment_period_end date,
  liquidation_date      date,
  escrow_release_date   date,
  total_capital_raised  numeric(38,2) CHECK (total_capital_raised >= 0),
  description           text CHECK (length(description) <= 4000),
  row_version           integer NOT NULL DEFAULT 1,
  created_at            timestamptz NOT NULL DEFAULT now(),
  created_by            uuid,
  updated_at            timestamptz NOT NULL DEFAULT now(),
  updated_by            uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, fund_family_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, status_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, platform_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, region_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, firm_id) REFERENCES firm
);
CREATE INDEX fund_firm ON fund (tenant_id, firm_id);
CALL protect_tenant_table('fund');

-- The sectors of a fund.
CREATE TABLE fund_sector (
  tenant_id uuid NOT NULL,
  fund_id   uuid NOT NULL,
  sector_id uuid NOT NULL,
  position  integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, fund_id, sector_id),
  FOREIGN KEY (tenant_id, fund_id) REFERENCES fund ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, sector_id) REFERENCES reference_entry
);
CALL protect_tenant_table('fund_sector');

-- Coinvestments are vehicles as well, usually next to a fund.
CREATE TABLE coinvestment (
  tenant_id             uuid NOT NULL REFERENCES tenant,
  id                    uuid NOT NULL,
  kind                  text GENERATED ALWAYS AS ('coinvestment') STORED,
  firm_id               uuid,
  fund_id               uuid,
  status_id             uuid,
  currency_id           uuid,
  vintage_year          integer CHECK (vintage_year BETWEEN 1900 AND 2200),
  fiscal_year_end       text NOT NULL DEFAULT '12-31' CHECK (fiscal_year_end IN ('03-31', '06-30', '09-30', '12-31')),
  nav_basis             text NOT NULL DEFAULT 'LEDGER' CHECK (nav_basis IN ('LEDGER', 'REPORTED')),
  initial_close_date    date,
  final_close_date      date,
  investment_period_end date,
  liquidation_date      date,
  escrow_release_date   date,
  total_capital_raised  numeric(38,2) CHECK (total_capital_raised >= 0),
  description           text CHECK (length(description) <= 4000),
  row_version           integer NOT NULL DEFAULT 1,
  created_at            timestamptz NOT NULL DEFAULT now(),
  created_by            uuid,
  updated_at            timestamptz NOT NULL DEFAULT now(),
  updated_by            uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, fund_id) REFERENCES fund,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, status_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, firm_id) REFERENCES firm
);
CREATE INDEX coinvestment_fund ON coinvestment (tenant_id, fund_id);
CREATE INDEX coinvestment_firm ON coinvestment (tenant_id, firm_id);
CALL protect_tenant_table('coinvestment');

-- Vintages group the investments of a fund that share a carry allocation.
CREATE TABLE vintage (
  tenant_id    uuid NOT NULL REFERENCES tenant,
  id           uuid NOT NULL,
  kind         text GENERATED ALWAYS AS ('vintage') STORED,
  vintage_name text NOT NULL CHECK (vintage_name <> '' AND length(vintage_name) <= 200),
  fund_id      uuid NOT NULL,
  vintage_year integer CHECK (vintage_year BETWEEN 1900 AND 2200),
  vintage_type text NOT NULL DEFAULT 'SHARES' CHECK (vintage_type IN ('SHARES', 'INTEREST', 'VARIABLE')),
  total_shares numeric(38,2) CHECK (total_shares >= 0),
  start_date   date,
  end_date     date,
  description  text CHECK (length(description) <= 4000),
  row_version  integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   uuid,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, fund_id) REFERENCES fund,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE,
  CHECK (end_date >= start_date)
);
CREATE UNIQUE INDEX vintage_unique_name ON vintage (tenant_id, fund_id, lower(vintage_name));
CALL protect_tenant_table('vintage');

-- Investments are the companies that vehicles invest in.
CREATE TABLE investment (
  tenant_id               uuid NOT NULL REFERENCES tenant,
  id                      uuid NOT NULL,
  kind                    text GENERATED ALWAYS AS ('investment') STORED,
  type_id                 uuid,
  status_id               uuid,
  sector_id               uuid,
  initial_investment_date date,
  logo_image_id           uuid,
  description             text CHECK (length(description) <= 4000),
  address_line1           text CHECK (length(address_line1) <= 200),
  address_line2           text CHECK (length(address_line2) <= 200),
  address_city            text CHECK (length(address_city) <= 200),
  address_state_region    text CHECK (length(address_state_region) <= 200),
  address_postal_code     text CHECK (length(address_postal_code) <= 50),
  address_country_id      uuid,
  row_version             integer NOT NULL DEFAULT 1,
  created_at              timestamptz NOT NULL DEFAULT now(),
  created_by              uuid,
  updated_at              timestamptz NOT NULL DEFAULT now(),
  updated_by              uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, status_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, sector_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, address_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, logo_image_id) REFERENCES image,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE
);
CREATE INDEX investment_status ON investment (tenant_id, status_id);
-- Lists sort by date.
CREATE INDEX investment_date ON investment (tenant_id, initial_investment_date, id);
CALL protect_tenant_table('investment');

-- The industries of an investment.
CREATE TABLE investment_industry (
  tenant_id     uuid NOT NULL,
  investment_id uuid NOT NULL,
  industry_id   uuid NOT NULL,
  position      integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, investment_id, industry_id),
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, industry_id) REFERENCES reference_entry
);
CALL protect_tenant_table('investment_industry');

-- The part of an investment that a fund holds.
CREATE TABLE fund_investment (
  tenant_id       uuid NOT NULL REFERENCES tenant,
  id              uuid NOT NULL,
  kind            text GENERATED ALWAYS AS ('fundInvestment') STORED,
  fund_id         uuid NOT NULL,
  investment_id   uuid NOT NULL,
  vintage_id      uuid,
  invested_amount numeric(38,2) CHECK (invested_amount >= 0),
  row_version     integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now(),
  created_by      uuid,
  updated_at      timestamptz NOT NULL DEFAULT now(),
  updated_by      uuid,
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
  tenant_id       uuid NOT NULL REFERENCES tenant,
  id              uuid NOT NULL,
  kind            text GENERATED ALWAYS AS ('coinvestmentInvestment') STORED,
  coinvestment_id uuid NOT NULL,
  investment_id   uuid NOT NULL,
  vintage_id      uuid,
  invested_amount numeric(38,2) CHECK (invested_amount >= 0),
  row_version     integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now(),
  created_by      uuid,
  updated_at      timestamptz NOT NULL DEFAULT now(),
  updated_by      uuid,
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

-- Tranches split the part of an investment that a fund or a coinvestment holds.
CREATE TABLE tranche (
  tenant_id                      uuid NOT NULL REFERENCES tenant,
  id                             uuid NOT NULL,
  kind                           text GENERATED ALWAYS AS ('tranche') STORED,
  investment_id                  uuid NOT NULL,
  fund_investment_id             uuid,
  coinvestment_investment_id     uuid,
  type                           text
    GENERATED ALWAYS AS (CASE WHEN fund_investment_id IS NULL THEN 'Coinvestment' ELSE 'Fund Investment' END) STORED,
  tranche_number                 integer NOT NULL CHECK (tranche_number > 0),
  status_id                      uuid,
  investment_date                date,
  invested_amount                numeric(38,2) CHECK (invested_amount >= 0),
  assigned_allocation_profile_id uuid,
  row_version                    integer NOT NULL DEFAULT 1,
  created_at                     timestamptz NOT NULL DEFAULT now(),
  created_by                     uuid,
  updated_at                     timestamptz NOT NULL DEFAULT now(),
  updated_by                     uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE NULLS NOT DISTINCT (tenant_id, fund_investment_id, coinvestment_investment_id, tranche_number),
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment,
  FOREIGN KEY (tenant_id, fund_investment_id, investment_id) REFERENCES fund_investment (tenant_id, id, investment_id),
  FOREIGN KEY (tenant_id, coinvestment_investment_id, investment_id) REFERENCES coinvestment_investment (tenant_id, id, investment_id),
  FOREIGN KEY (tenant_id, status_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE,
  CHECK (num_nonnulls(fund_investment_id, coinvestment_investment_id) = 1)
);
CREATE INDEX tranche_investment ON tranche (tenant_id, investment_id);
CREATE INDEX tranche_coinvestment_investment ON tranche (tenant_id, coinvestment_investment_id);
CALL protect_tenant_table('tranche');

-- Describes each source of carry: the fund or coinvestment that pays, the investment and vintage behind it, and the date from which vesting
-- may count. It has one row for each container, so that anything that refers to a container can join it. Callers see what row-level
-- security shows them of the tables.
CREATE VIEW source_facts WITH (security_invoker = true) AS
SELECT c.tenant_id, c.id, c.kind, c.code, c.name,
  coalesce(f.id, fi.fund_id, tfi.fund_id, v.fund_id) AS fund_id,
  coalesce(co.id, ci.coinvestment_id, tci.coinvestment_id) AS coinvestment_id,
  coalesce(fi.investment_id, ci.investment_id, t.investment_id) AS investment_id,
  coalesce(fi.vintage_id, ci.vintage_id, tfi.vintage_id, tci.vintage_id, v.id) AS vintage_id,
  coalesce(fi.id, ci.id, t.fund_investment_id, t.coinvestment_investment_id) AS part_id,
  -- The part of a tranche.
  coalesce(t.fund_investment_id, t.coinvestment_investment_id) AS part_of_tranche_id,
  t.investment_date AS tranche_date, t.tranche_number, t.assigned_allocation_profile_id,
  -- The currency of the holder, or of the fund next to a coinvestment without one. A subquery costs nothing where the column is not read.
  coalesce(
    (SELECT h.currency_id FROM coinvestment h WHERE h.tenant_id = c.tenant_id AND h.id = coalesce(co.id, ci.coinvestment_id, tci.coinvestment_id)),
    (SELECT h.currency_id FROM fund h WHERE h.tenant_id = c.tenant_id AND h.id = coalesce(f.id, fi.fund_id, tfi.fund_id, v.fund_id)),
    (SELECT o.currency_id FROM coinvestment h JOIN fund o ON o.tenant_id = h.tenant_id AND o.id = h.fund_id
      WHERE h.tenant_id = c.tenant_id AND h.id = coalesce(co.id, ci.coinvestment_id, tci.coinvestment_id))) AS currency_id
FROM container c
LEFT JOIN fund f ON f.tenant_id = c.tenant_id AND f.id = c.id
LEFT JOIN coinvestment co ON co.tenant_id = c.tenant_id AND co.id = c.id
LEFT JOIN vintage v ON v.tenant_id = c.tenant_id AND v.id = c.id
LEFT JOIN fund_investment fi ON fi.tenant_id = c.tenant_id AND fi.id = c.id
LEFT JOIN coinvestment_investment ci ON ci.tenant_id = c.tenant_id AND ci.id = c.id
LEFT JOIN tranche t ON t.tenant_id = c.tenant_id AND t.id = c.id
LEFT JOIN fund_investment tfi ON tfi.tenant_id = t.tenant_id AND tfi.id = t.fund_investment_id
LEFT JOIN coinvestment_investment tci ON tci.tenant_id = t.tenant_id AND tci.id = t.coinvestment_investment_id;
GRANT SELECT ON source_facts TO carrara_app, carrara_worker;

-- Investors of the vehicles.
CREATE TABLE investor (
  tenant_id               uuid NOT NULL REFERENCES tenant,
  id                      uuid NOT NULL,
  kind                    text GENERATED ALWAYS AS ('investor') STORED,
  type_id                 uuid NOT NULL,
  currency_id             uuid,
  initial_investment_date date,
  -- The fund or coinvestment that the investor is itself: a feeder, or a fund of funds.
  vehicle_id              uuid,
  names_vehicle           boolean GENERATED ALWAYS AS (true) STORED,
  address_line1           text CHECK (length(address_line1) <= 200),
  address_line2           text CHECK (length(address_line2) <= 200),
  address_city            text CHECK (length(address_city) <= 200),
  address_state_region    text CHECK (length(address_state_region) <= 200),
  address_postal_code     text CHECK (length(address_postal_code) <= 50),
  address_country_id      uuid,
  row_version             integer NOT NULL DEFAULT 1,
  created_at              timestamptz NOT NULL DEFAULT now(),
  created_by              uuid,
  updated_at              timestamptz NOT NULL DEFAULT now(),
  updated_by              uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, address_country_id) REFERENCES reference_entry,
  CONSTRAINT investor_vehicle_id_fkey FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle),
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE
);
CREATE UNIQUE INDEX investor_vehicle ON investor (tenant_id, vehicle_id);
CREATE INDEX investor_type ON investor (tenant_id, type_id);
CALL protect_tenant_table('investor');

-- The industries of an investor.
CREATE TABLE investor_industry (
  tenant_id   uuid NOT NULL,
  investor_id uuid NOT NULL,
  industry_id uuid NOT NULL,
  position    integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, investor_id, industry_id),
  FOREIGN KEY (tenant_id, investor_id) REFERENCES investor ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, industry_id) REFERENCES reference_entry
);
CALL protect_tenant_table('investor_industry');

-- This tenant's investors that a link to another tenant is about.
CREATE TABLE investor_link (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  link_id     uuid NOT NULL,
  investor_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, link_id, investor_id),
  FOREIGN KEY (tenant_id, investor_id) REFERENCES investor
);
CREATE INDEX investor_link_investor ON investor_link (tenant_id, investor_id);
CALL protect_tenant_table('investor_link', 'SELECT, INSERT, DELETE');

-- This tenant's manager that a link to another tenant is about.
CREATE TABLE firm_link (
  tenant_id uuid NOT NULL REFERENCES tenant,
  link_id   uuid NOT NULL,
  firm_id   uuid NOT NULL,
  PRIMARY KEY (tenant_id, link_id),
  FOREIGN KEY (tenant_id, firm_id) REFERENCES firm
);
CREATE INDEX firm_link_firm ON firm_link (tenant_id, firm_id);
CALL protect_tenant_table('firm_link', 'SELECT, INSERT, DELETE');

-- Functions that run as the worker ------------------------------------------------------------------------------------

GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION matching_containers(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION matching_containers(text, integer) TO carrara_app, carrara_worker;
ALTER FUNCTION matching_containers(text, integer) OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
