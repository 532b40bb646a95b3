-- Investors, and what performance asks of a vehicle: a fund or a coinvestment.
ALTER TABLE container
  DROP CONSTRAINT container_kind_check,
  DROP CONSTRAINT container_check,
  ADD CONSTRAINT container_kind_check CHECK (kind IN
    ('fund', 'coinvestment', 'investment', 'fundInvestment', 'coinvestmentInvestment', 'tranche', 'vintage', 'fundVintage', 'entity', 'firm', 'investor')),
  ADD CONSTRAINT container_check CHECK (code IS NOT NULL OR kind NOT IN ('fund', 'coinvestment', 'investment', 'firm', 'investor')),
  -- Carry comes from none of the two, and only two kinds are vehicles; what refers to such a container says so, and the key holds it to it.
  ADD COLUMN bears_carry boolean GENERATED ALWAYS AS (kind NOT IN ('firm', 'investor')) STORED,
  ADD COLUMN is_vehicle boolean GENERATED ALWAYS AS (kind IN ('fund', 'coinvestment')) STORED,
  ADD CONSTRAINT container_of_carry UNIQUE (tenant_id, id, bears_carry),
  ADD CONSTRAINT container_as_vehicle UNIQUE (tenant_id, id, is_vehicle);

DO $$
DECLARE
  holder text;
  gone text;
BEGIN
  FOREACH holder IN ARRAY ARRAY['allocation_profile', 'tax_profile_assignment', 'distribution_source', 'forecast_source', 'realization_source',
    'account_entry', 'escrow_entry', 'ledger_run_line'] LOOP
    gone := CASE holder WHEN 'tax_profile_assignment' THEN ' ON DELETE CASCADE' ELSE '' END;
    EXECUTE format('ALTER TABLE %1$I DROP CONSTRAINT %2$I, ADD COLUMN bears_carry boolean GENERATED ALWAYS AS (true) STORED,
      ADD CONSTRAINT %2$I FOREIGN KEY (tenant_id, container_id, bears_carry) REFERENCES container (tenant_id, id, bears_carry)%3$s',
      holder, holder || '_tenant_id_container_id_fkey', gone);
  END LOOP;
END $$;

-- Notes and documents of a container of any kind, investors among them, and of the runs of the ledger, which are none.
ALTER TABLE note DROP CONSTRAINT note_container_id_fkey, DROP COLUMN container_id;
ALTER TABLE note
  ADD COLUMN container_id uuid GENERATED ALWAYS AS (CASE WHEN object_type NOT IN ('employee', 'trust', 'allocationProfile', 'distribution',
    'forecast', 'realization', 'ledgerRun', 'vestingSchedule', 'taxProfile') THEN object_id END) STORED,
  ADD COLUMN ledger_run_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'ledgerRun' THEN object_id END) STORED,
  ADD CONSTRAINT note_container_id_fkey FOREIGN KEY (tenant_id, container_id, object_type) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE,
  ADD CONSTRAINT note_ledger_run_id_fkey FOREIGN KEY (tenant_id, ledger_run_id) REFERENCES ledger_run ON DELETE CASCADE;

ALTER TABLE document DROP CONSTRAINT document_container_id_fkey, DROP COLUMN container_id;
ALTER TABLE document
  ADD COLUMN container_id uuid GENERATED ALWAYS AS (CASE WHEN object_type NOT IN ('employee', 'trust', 'allocationProfile', 'distribution',
    'forecast', 'realization', 'ledgerRun', 'vestingSchedule', 'taxProfile') THEN object_id END) STORED,
  ADD COLUMN ledger_run_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'ledgerRun' THEN object_id END) STORED,
  ADD CONSTRAINT document_container_id_fkey FOREIGN KEY (tenant_id, container_id, object_type) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE,
  ADD CONSTRAINT document_ledger_run_id_fkey FOREIGN KEY (tenant_id, ledger_run_id) REFERENCES ledger_run ON DELETE CASCADE;

CREATE TABLE investor (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind text GENERATED ALWAYS AS ('investor') STORED,
  type_id     uuid NOT NULL,
  currency_id uuid,
  initial_investment_date date,
  -- The fund or coinvestment that it is itself: a feeder, or a fund of funds.
  vehicle_id  uuid,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
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
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, address_country_id) REFERENCES reference_entry,
  CONSTRAINT investor_vehicle_id_fkey FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle),
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE
);
CREATE UNIQUE INDEX investor_vehicle ON investor (tenant_id, vehicle_id);
CREATE INDEX investor_type ON investor (tenant_id, type_id);
CALL protect_tenant_table('investor');

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

ALTER TABLE fund
  ADD COLUMN firm_id uuid,
  ADD COLUMN vintage_year integer CHECK (vintage_year BETWEEN 1900 AND 2200),
  ADD COLUMN fiscal_year_end text NOT NULL DEFAULT '12-31' CHECK (fiscal_year_end IN ('03-31', '06-30', '09-30', '12-31')),
  ADD COLUMN investment_period_end date,
  ADD COLUMN nav_basis text NOT NULL DEFAULT 'LEDGER' CHECK (nav_basis IN ('LEDGER', 'REPORTED')),
  ADD FOREIGN KEY (tenant_id, firm_id) REFERENCES firm;
CREATE INDEX fund_firm ON fund (tenant_id, firm_id);

ALTER TABLE coinvestment
  ADD COLUMN firm_id uuid,
  ADD COLUMN vintage_year integer CHECK (vintage_year BETWEEN 1900 AND 2200),
  ADD COLUMN fiscal_year_end text NOT NULL DEFAULT '12-31' CHECK (fiscal_year_end IN ('03-31', '06-30', '09-30', '12-31')),
  ADD COLUMN investment_period_end date,
  ADD COLUMN nav_basis text NOT NULL DEFAULT 'LEDGER' CHECK (nav_basis IN ('LEDGER', 'REPORTED')),
  ADD FOREIGN KEY (tenant_id, firm_id) REFERENCES firm;
CREATE INDEX coinvestment_firm ON coinvestment (tenant_id, firm_id);
