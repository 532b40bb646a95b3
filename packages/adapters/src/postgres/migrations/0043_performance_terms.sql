-- What the agreement of a vehicle says of fees and carry, and what an investor's side letter says otherwise: blank is as the vehicle's.
CREATE TABLE economic_terms (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  vehicle_id  uuid NOT NULL,
  names_vehicle boolean GENERATED ALWAYS AS (true) STORED,
  investor_id uuid,
  management_fee numeric(20,10) CHECK (management_fee BETWEEN 0 AND 100),
  fee_basis   text CHECK (fee_basis IN ('COMMITMENT', 'COST')),
  later_management_fee numeric(20,10) CHECK (later_management_fee BETWEEN 0 AND 100),
  later_fee_basis text CHECK (later_fee_basis IN ('COMMITMENT', 'COST')),
  fee_offset  numeric(20,10) CHECK (fee_offset BETWEEN 0 AND 100),
  waterfall   text CHECK (waterfall IN ('WHOLE_FUND', 'DEAL_BY_DEAL')),
  carry       numeric(20,10) CHECK (carry BETWEEN 0 AND 100),
  hurdle      numeric(20,10) CHECK (hurdle BETWEEN 0 AND 100),
  catch_up    numeric(20,10) CHECK (catch_up BETWEEN 0 AND 100),
  performance_method text CHECK (performance_method IN ('GRANULAR', 'GROSS_UP')),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, vehicle_id, names_vehicle) REFERENCES container (tenant_id, id, is_vehicle),
  FOREIGN KEY (tenant_id, investor_id) REFERENCES investor
);
CREATE UNIQUE INDEX economic_terms_vehicle ON economic_terms (tenant_id, vehicle_id) WHERE investor_id IS NULL;
CREATE UNIQUE INDEX economic_terms_investor ON economic_terms (tenant_id, vehicle_id, investor_id) WHERE investor_id IS NOT NULL;
CALL protect_tenant_table('economic_terms');
