-- The managers of funds. A firm is a container, so that notes, documents, search and activity work as for the other records.
ALTER TABLE container DROP CONSTRAINT container_kind_check;
ALTER TABLE container ADD CONSTRAINT container_kind_check CHECK (kind IN
  ('fund', 'coinvestment', 'investment', 'fundInvestment', 'coinvestmentInvestment', 'tranche', 'vintage', 'fundVintage', 'entity', 'firm'));
ALTER TABLE container DROP CONSTRAINT container_check;
ALTER TABLE container ADD CONSTRAINT container_check CHECK (code IS NOT NULL OR kind NOT IN ('fund', 'coinvestment', 'investment', 'firm'));
CREATE UNIQUE INDEX firm_name ON container (tenant_id, lower(name)) WHERE kind = 'firm';

CREATE TABLE firm (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind text GENERATED ALWAYS AS ('firm') STORED,
  currency_id uuid,
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
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, address_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE
);
CALL protect_tenant_table('firm');

CREATE TABLE firm_contact (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  firm_id     uuid NOT NULL,
  position    integer NOT NULL,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  title text CHECK (length(title) <= 200),
  email text CHECK (length(email) <= 320),
  telephone text CHECK (length(telephone) <= 50),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, firm_id) REFERENCES firm ON DELETE CASCADE
);
CREATE INDEX firm_contact_firm ON firm_contact (tenant_id, firm_id);
CALL protect_tenant_table('firm_contact');
