-- Forecasts and realizations, financial metrics of a container, the files that were uploaded, and the notes and documents
-- of every record.

CREATE TABLE forecast (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  description text CHECK (length(description) <= 4000),
  distribution_date date,
  estimation_date date,
  currency_id uuid,
  total_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  number_of_participants integer NOT NULL DEFAULT 0,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CREATE INDEX forecast_list ON forecast (tenant_id, distribution_date DESC, id);
CALL protect_tenant_table('forecast');

CREATE TABLE forecast_source (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  forecast_id uuid NOT NULL,
  position    integer NOT NULL,
  container_id uuid NOT NULL,
  source_type text NOT NULL CHECK (source_type IN ('Fund', 'Coinvestment', 'Fund Investment', 'Coinvestment Investment', 'Tranche')),
  allocation_profile_id uuid,
  invested_amount numeric(38,2),
  multiple    numeric(20,10) NOT NULL DEFAULT 1,
  edited_last text NOT NULL DEFAULT 'multiple' CHECK (edited_last IN ('multiple', 'gross')),
  gross_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  total_carry_adjustment numeric(38,2) NOT NULL DEFAULT 0,
  net_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, forecast_id, container_id),
  CHECK (net_carry_distributed = gross_carry_distributed - total_carry_adjustment),
  FOREIGN KEY (tenant_id, forecast_id) REFERENCES forecast ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, container_id) REFERENCES container,
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile
);
CREATE INDEX forecast_source_container ON forecast_source (tenant_id, container_id);
CREATE INDEX forecast_source_profile ON forecast_source (tenant_id, allocation_profile_id);
CALL protect_tenant_table('forecast_source');

CREATE TABLE forecast_detail (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  forecast_source_id uuid NOT NULL,
  position    integer NOT NULL,
  participant_id uuid NOT NULL,
  parent_detail_id uuid,
  path        uuid[] NOT NULL DEFAULT '{}',
  is_leaf     boolean NOT NULL,
  effective_allocation numeric(20,10) NOT NULL CHECK (effective_allocation >= 0),
  gross_carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, forecast_source_id, participant_id, path),
  FOREIGN KEY (tenant_id, forecast_source_id) REFERENCES forecast_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  FOREIGN KEY (tenant_id, parent_detail_id) REFERENCES forecast_detail ON DELETE CASCADE
);
CREATE INDEX forecast_detail_participant ON forecast_detail (tenant_id, participant_id);
CREATE INDEX forecast_detail_parent ON forecast_detail (tenant_id, parent_detail_id) WHERE parent_detail_id IS NOT NULL;
CALL protect_tenant_table('forecast_detail');

CREATE TABLE realization (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  description text CHECK (length(description) <= 4000),
  realization_date date NOT NULL,
  currency_id uuid,
  total_carry numeric(38,2) NOT NULL DEFAULT 0,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CREATE INDEX realization_list ON realization (tenant_id, lower(name), id);
CALL protect_tenant_table('realization');

CREATE TABLE realization_source (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  realization_id uuid NOT NULL,
  position    integer NOT NULL,
  container_id uuid NOT NULL,
  vintage_id  uuid,
  allocation_profile_id uuid,
  realization_date date,
  total_carry numeric(38,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, realization_id, container_id),
  FOREIGN KEY (tenant_id, realization_id) REFERENCES realization ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, container_id) REFERENCES container,
  FOREIGN KEY (tenant_id, vintage_id) REFERENCES vintage,
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile
);
CREATE INDEX realization_source_container ON realization_source (tenant_id, container_id);
CREATE INDEX realization_source_profile ON realization_source (tenant_id, allocation_profile_id);
CALL protect_tenant_table('realization_source');

CREATE TABLE realization_detail (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  realization_source_id uuid NOT NULL,
  position    integer NOT NULL,
  participant_id uuid NOT NULL,
  parent_detail_id uuid,
  path        uuid[] NOT NULL DEFAULT '{}',
  is_leaf     boolean NOT NULL,
  effective_allocation numeric(20,10) NOT NULL CHECK (effective_allocation >= 0),
  carry_amount numeric(38,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, realization_source_id, participant_id, path),
  FOREIGN KEY (tenant_id, realization_source_id) REFERENCES realization_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  FOREIGN KEY (tenant_id, parent_detail_id) REFERENCES realization_detail ON DELETE CASCADE
);
CREATE INDEX realization_detail_participant ON realization_detail (tenant_id, participant_id);
CREATE INDEX realization_detail_parent ON realization_detail (tenant_id, parent_detail_id) WHERE parent_detail_id IS NOT NULL;
CALL protect_tenant_table('realization_detail');

-- A source whose entries are posted can be reversed, not removed.
ALTER TABLE account_entry ADD FOREIGN KEY (tenant_id, realization_source_id) REFERENCES realization_source;
CREATE INDEX account_entry_realization ON account_entry (tenant_id, realization_source_id) WHERE realization_source_id IS NOT NULL;

CREATE TABLE metric (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  container_id uuid NOT NULL,
  metric_date date NOT NULL,
  transaction_type_code text NOT NULL CHECK (transaction_type_code <> '' AND length(transaction_type_code) <= 50),
  transaction_type_description text NOT NULL CHECK (transaction_type_description <> '' AND length(transaction_type_description) <= 4000),
  total_amount numeric(38,10),
  gp_amount   numeric(38,10),
  jv_amount   numeric(38,10),
  display_order integer NOT NULL DEFAULT 0,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, container_id, metric_date, transaction_type_code),
  FOREIGN KEY (tenant_id, container_id) REFERENCES container ON DELETE CASCADE
);
CALL protect_tenant_table('metric');

CREATE TABLE upload_history (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  application text NOT NULL,
  file_type   text NOT NULL,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 400),
  mime_type   text NOT NULL,
  size_bytes  bigint NOT NULL CHECK (size_bytes >= 0),
  sha256      bytea CHECK (octet_length(sha256) = 32),
  storage_key text,
  status      text NOT NULL CHECK (status IN ('UPLOADED', 'CHECKED', 'CONFLICT', 'IMPORTED', 'FAILED', 'DELETED')),
  summary     jsonb NOT NULL DEFAULT '{}',
  errors      jsonb NOT NULL DEFAULT '[]',
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX upload_history_list ON upload_history (tenant_id, application, created_at DESC, id);
CALL protect_tenant_table('upload_history');

CREATE TABLE note (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  object_type text NOT NULL CHECK (object_type IN ('fund', 'coinvestment', 'investment', 'tranche', 'vintage', 'entity', 'employee', 'trust',
                                                   'allocationProfile', 'distribution', 'forecast', 'realization')),
  object_id   uuid NOT NULL,
  -- The same id once more under the table it belongs to, so that each kind of record has its foreign key.
  container_id uuid GENERATED ALWAYS AS (CASE WHEN object_type IN ('fund', 'coinvestment', 'investment', 'tranche', 'vintage', 'entity') THEN object_id END) STORED,
  participant_id uuid GENERATED ALWAYS AS (CASE WHEN object_type IN ('employee', 'trust') THEN object_id END) STORED,
  allocation_profile_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'allocationProfile' THEN object_id END) STORED,
  distribution_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'distribution' THEN object_id END) STORED,
  forecast_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'forecast' THEN object_id END) STORED,
  realization_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'realization' THEN object_id END) STORED,
  application text NOT NULL DEFAULT 'carry',
  note_text   text NOT NULL CHECK (note_text <> '' AND length(note_text) <= 20000),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, container_id) REFERENCES container ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, forecast_id) REFERENCES forecast ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, realization_id) REFERENCES realization ON DELETE CASCADE
);
CREATE INDEX note_object ON note (tenant_id, object_id, created_at DESC);
CALL protect_tenant_table('note');

CREATE TABLE document (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  object_type text NOT NULL CHECK (object_type IN ('fund', 'coinvestment', 'investment', 'tranche', 'vintage', 'entity', 'employee', 'trust',
                                                   'allocationProfile', 'distribution', 'forecast', 'realization')),
  object_id   uuid NOT NULL,
  -- The same id once more under the table it belongs to, so that each kind of record has its foreign key.
  container_id uuid GENERATED ALWAYS AS (CASE WHEN object_type IN ('fund', 'coinvestment', 'investment', 'tranche', 'vintage', 'entity') THEN object_id END) STORED,
  participant_id uuid GENERATED ALWAYS AS (CASE WHEN object_type IN ('employee', 'trust') THEN object_id END) STORED,
  allocation_profile_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'allocationProfile' THEN object_id END) STORED,
  distribution_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'distribution' THEN object_id END) STORED,
  forecast_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'forecast' THEN object_id END) STORED,
  realization_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'realization' THEN object_id END) STORED,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 400),
  category_id uuid,
  url         text CHECK (length(url) <= 2000),
  file_type   text NOT NULL DEFAULT 'other' CHECK (file_type IN ('excel', 'pdf', 'word', 'powerpoint', 'zip', 'rar', 'text', 'other')),
  mime_type   text,
  size_bytes  bigint CHECK (size_bytes >= 0),
  sha256      bytea CHECK (octet_length(sha256) = 32),
  storage_key text,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  -- A document is kept here or is a link to somewhere else.
  CHECK (num_nonnulls(url, storage_key) = 1),
  FOREIGN KEY (tenant_id, category_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, container_id) REFERENCES container ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, forecast_id) REFERENCES forecast ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, realization_id) REFERENCES realization ON DELETE CASCADE
);
CREATE INDEX document_object ON document (tenant_id, object_id, created_at DESC);
CALL protect_tenant_table('document');
