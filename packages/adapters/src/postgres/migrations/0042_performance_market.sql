-- What a fund is held against: indices with their levels by day, and statistics of other funds; and what its agreement says of fees and carry.
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

CREATE TABLE index_level (
  tenant_id   uuid NOT NULL,
  index_series_id uuid NOT NULL,
  level_date  date NOT NULL,
  level       numeric(30,10) NOT NULL CHECK (level > 0),
  PRIMARY KEY (tenant_id, index_series_id, level_date),
  FOREIGN KEY (tenant_id, index_series_id) REFERENCES index_series ON DELETE CASCADE
);
CALL protect_tenant_table('index_level');

CREATE TABLE benchmark (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  name        text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  provider    text NOT NULL CHECK (provider <> '' AND length(provider) <= 200),
  vintage_year integer CHECK (vintage_year BETWEEN 1900 AND 2200),
  strategy_id uuid,
  description text CHECK (length(description) <= 4000),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, strategy_id) REFERENCES reference_entry
);
CREATE UNIQUE INDEX benchmark_name ON benchmark (tenant_id, lower(name));
CALL protect_tenant_table('benchmark');

-- Quartiles on a day: rates in percent, multiples as they are.
CREATE TABLE benchmark_figure (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  benchmark_id uuid NOT NULL,
  position    integer NOT NULL,
  as_of       date NOT NULL,
  irr_upper   numeric(20,10),
  irr_median  numeric(20,10),
  irr_lower   numeric(20,10),
  multiple_upper numeric(20,10),
  multiple_median numeric(20,10),
  multiple_lower numeric(20,10),
  funds       integer CHECK (funds > 0),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT benchmark_figure_day UNIQUE (tenant_id, benchmark_id, as_of) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (tenant_id, benchmark_id) REFERENCES benchmark ON DELETE CASCADE
);
CREATE INDEX benchmark_figure_benchmark ON benchmark_figure (tenant_id, benchmark_id);
CALL protect_tenant_table('benchmark_figure');
