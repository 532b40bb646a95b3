-- How carry is shared: vesting schedules, tax profiles and where they apply, allocation profiles with their entries and
-- revisions.

CREATE TABLE vesting_schedule (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  participant_class_id uuid,
  is_default  boolean NOT NULL DEFAULT false,
  description text CHECK (length(description) <= 4000),
  is_inactive boolean NOT NULL DEFAULT false,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, participant_class_id) REFERENCES reference_entry,
  CHECK (NOT is_default OR participant_class_id IS NOT NULL)
);
CREATE UNIQUE INDEX vesting_schedule_name ON vesting_schedule (tenant_id, lower(name));
CREATE UNIQUE INDEX vesting_schedule_default ON vesting_schedule (tenant_id, participant_class_id) WHERE is_default AND NOT is_inactive;
CALL protect_tenant_table('vesting_schedule');

-- Whole months; the end is exclusive, and only the last row is open-ended.
CREATE TABLE vesting_schedule_row (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  vesting_schedule_id uuid NOT NULL,
  position    integer NOT NULL,
  period_start integer NOT NULL CHECK (period_start >= 0),
  period_end  integer CHECK (period_end > period_start),
  vested_percentage numeric(20,10) NOT NULL CHECK (vested_percentage BETWEEN 0 AND 100),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, vesting_schedule_id, position) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (tenant_id, vesting_schedule_id) REFERENCES vesting_schedule ON DELETE CASCADE
);
CALL protect_tenant_table('vesting_schedule_row');

CREATE TABLE tax_profile (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  description text CHECK (length(description) <= 4000),
  is_inactive boolean NOT NULL DEFAULT false,
  subject_to_characterization boolean NOT NULL DEFAULT false,
  tax_rate    numeric(20,10) CHECK (tax_rate BETWEEN 0 AND 100),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX tax_profile_name ON tax_profile (tenant_id, lower(name));
CALL protect_tenant_table('tax_profile');

CREATE TABLE tax_profile_rate (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  tax_profile_id uuid NOT NULL,
  position    integer NOT NULL DEFAULT 0,
  tax_characterization_id uuid NOT NULL,
  name text CHECK (length(name) <= 200),
  tax_rate    numeric(20,10) NOT NULL CHECK (tax_rate BETWEEN 0 AND 100),
  is_inactive boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, tax_profile_id, tax_characterization_id) DEFERRABLE,
  FOREIGN KEY (tenant_id, tax_profile_id) REFERENCES tax_profile ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, tax_characterization_id) REFERENCES reference_entry
);
CALL protect_tenant_table('tax_profile_rate');

-- A tax profile applied to one participant, to one source, or to all sources (of one investment when it is named).
CREATE TABLE tax_profile_assignment (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  tax_profile_id uuid NOT NULL,
  target_type text NOT NULL CHECK (target_type IN ('participant', 'source', 'all')),
  participant_id uuid,
  container_id uuid,
  investment_id uuid,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE NULLS NOT DISTINCT (tenant_id, tax_profile_id, target_type, participant_id, container_id, investment_id),
  CHECK (CASE target_type WHEN 'participant' THEN participant_id IS NOT NULL AND container_id IS NULL AND investment_id IS NULL
                          WHEN 'source' THEN container_id IS NOT NULL AND participant_id IS NULL
                          ELSE participant_id IS NULL AND container_id IS NULL END),
  FOREIGN KEY (tenant_id, tax_profile_id) REFERENCES tax_profile,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, container_id) REFERENCES container ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment ON DELETE CASCADE
);
CREATE INDEX tax_profile_assignment_participant ON tax_profile_assignment (tenant_id, participant_id);
CREATE INDEX tax_profile_assignment_container ON tax_profile_assignment (tenant_id, container_id);
CREATE INDEX tax_profile_assignment_investment ON tax_profile_assignment (tenant_id, investment_id);
CALL protect_tenant_table('tax_profile_assignment');

-- The profiles of a container are its versions. One that a distribution uses is locked: an edit makes the next version.
CREATE TABLE allocation_profile (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  container_id uuid NOT NULL,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  description text CHECK (length(description) <= 4000),
  effective_date date,
  version     integer NOT NULL DEFAULT 1 CHECK (version > 0),
  revision    integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  is_current  boolean NOT NULL DEFAULT false,
  is_share_based boolean NOT NULL DEFAULT false,
  is_valid    boolean NOT NULL DEFAULT true,
  total_shares numeric(38,2) CHECK (total_shares >= 0),
  total_effective numeric(20,10),
  copied_from_id uuid,
  locked_at   timestamptz,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, container_id, version),
  FOREIGN KEY (tenant_id, container_id) REFERENCES container,
  FOREIGN KEY (tenant_id, copied_from_id) REFERENCES allocation_profile ON DELETE SET NULL (copied_from_id)
);
CREATE UNIQUE INDEX allocation_profile_current ON allocation_profile (tenant_id, container_id) WHERE is_current;
CALL protect_tenant_table('allocation_profile');

CREATE TABLE allocation_entry (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  allocation_profile_id uuid NOT NULL,
  position    integer NOT NULL,
  participant_id uuid NOT NULL,
  predilute   numeric(20,10) CHECK (predilute >= 0),
  fixed       numeric(20,10) CHECK (fixed >= 0),
  discretionary numeric(20,10) CHECK (discretionary >= 0),
  shares      numeric(38,2) CHECK (shares >= 0),
  effective   numeric(20,10) NOT NULL DEFAULT 0 CHECK (effective >= 0),
  participant_class_id uuid,
  vesting_schedule_id uuid,
  member_profile_id uuid,
  member_mismatch boolean NOT NULL DEFAULT false,
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

-- What an unused profile looked like before each edit.
CREATE TABLE allocation_profile_revision (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  allocation_profile_id uuid NOT NULL,
  revision    integer NOT NULL CHECK (revision > 0),
  snapshot    jsonb NOT NULL,
  reason text CHECK (length(reason) <= 4000),
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, allocation_profile_id, revision),
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile ON DELETE CASCADE
);
CALL protect_tenant_table('allocation_profile_revision', 'SELECT, INSERT, DELETE');

ALTER TABLE tranche ADD FOREIGN KEY (tenant_id, assigned_allocation_profile_id) REFERENCES allocation_profile ON DELETE SET NULL (assigned_allocation_profile_id);
CREATE INDEX tranche_assigned_profile ON tranche (tenant_id, assigned_allocation_profile_id) WHERE assigned_allocation_profile_id IS NOT NULL;
