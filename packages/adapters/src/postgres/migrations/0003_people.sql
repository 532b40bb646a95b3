-- People: employees, trusts and entities that take part in carry.
--
-- Everything that can receive carry is a participant. The participant holds the columns that all kinds share; each kind adds a table of its
-- own under the participant's id. An entity is a participant and a container, under one id.

-- The parent of all kinds of records that can receive carry.
CREATE TABLE participant (
  tenant_id            uuid NOT NULL REFERENCES tenant,
  id                   uuid NOT NULL,
  kind                 text NOT NULL CHECK (kind IN ('employee', 'trust', 'entity')),
  code                 text CHECK (code <> '' AND length(code) <= 50),
  name                 text NOT NULL CHECK (name <> '' AND length(name) <= 200),
  legal_name           text CHECK (length(legal_name) <= 200),
  search_text          text COLLATE "C"
    GENERATED ALWAYS AS (lower(coalesce(code, '') || E'\n' || name || E'\n' || coalesce(legal_name, ''))) STORED,
  status               text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'TERMINATED')),
  termination_date     date,
  termination_reason   text CHECK (length(termination_reason) <= 4000),
  carry_eligible_date  date,
  participant_class_id uuid,
  is_foreign           boolean NOT NULL DEFAULT false,
  is_escrow_exempt     boolean NOT NULL DEFAULT false,
  default_escrow       numeric(20,10) CHECK (default_escrow BETWEEN 0 AND 100),
  person_id            uuid REFERENCES person,
  row_version          integer NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL DEFAULT now(),
  created_by           uuid,
  updated_at           timestamptz NOT NULL DEFAULT now(),
  updated_by           uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, id, kind),
  FOREIGN KEY (tenant_id, participant_class_id) REFERENCES reference_entry,
  CHECK (kind <> 'employee' OR status = 'ACTIVE' OR termination_date IS NOT NULL)
);
CREATE UNIQUE INDEX participant_code ON participant (tenant_id, lower(code));
CREATE INDEX participant_search ON participant USING gin (search_text gin_trgm_ops);
-- Lists and letters name a trust by its name alone.
CREATE UNIQUE INDEX trust_name ON participant (tenant_id, lower(name)) WHERE kind = 'trust';
CREATE INDEX participant_kind ON participant (tenant_id, kind, lower(name), id);
CREATE INDEX participant_person ON participant (tenant_id, person_id) WHERE person_id IS NOT NULL;
CREATE INDEX participant_list ON participant (tenant_id, kind, id) INCLUDE (search_text);
CREATE INDEX participant_name ON participant (tenant_id, lower(name), id);
CALL protect_tenant_table('participant');

-- Searches lists of participants, as matching_containers does for containers.
CREATE FUNCTION matching_participants(pattern text, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE ROWS 100 SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  SELECT id FROM participant WHERE tenant_id = current_tenant() AND search_text LIKE pattern LIMIT most
$$;

-- Employees, with their reporting line. Pay follows from it, so compensation guards these columns.
CREATE TABLE employee (
  tenant_id                 uuid NOT NULL REFERENCES tenant,
  id                        uuid NOT NULL,
  kind                      text GENERATED ALWAYS AS ('employee') STORED,
  -- The user who is this employee.
  person_id                 uuid REFERENCES person,
  first_name                text CHECK (length(first_name) <= 200),
  last_name                 text NOT NULL CHECK (last_name <> '' AND length(last_name) <= 200),
  formatted_name            text CHECK (length(formatted_name) <= 200),
  alternate_formatted_name  text CHECK (length(alternate_formatted_name) <= 200),
  business_title            text CHECK (length(business_title) <= 200),
  email                     text CHECK (length(email) <= 320),
  department                text CHECK (length(department) <= 200),
  job_level                 integer,
  title_id                  uuid,
  office_id                 uuid,
  manager_id                uuid,
  hire_date                 date,
  -- Set when compensation ends the employment, and cleared by a rehire.
  leaver_kind               text CHECK (leaver_kind IN ('GOOD', 'BAD')),
  residence_country_id      uuid,
  citizenship_country_id    uuid,
  picture_image_id          uuid,
  home_address_line1        text CHECK (length(home_address_line1) <= 200),
  home_address_line2        text CHECK (length(home_address_line2) <= 200),
  home_address_city         text CHECK (length(home_address_city) <= 200),
  home_address_state_region text CHECK (length(home_address_state_region) <= 200),
  home_address_postal_code  text CHECK (length(home_address_postal_code) <= 50),
  home_address_country_id   uuid,
  -- True if the pay of the employee is visible only with access to everybody's pay.
  is_pay_restricted         boolean NOT NULL DEFAULT false,
  row_version               integer NOT NULL DEFAULT 1,
  created_at                timestamptz NOT NULL DEFAULT now(),
  created_by                uuid,
  updated_at                timestamptz NOT NULL DEFAULT now(),
  updated_by                uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, title_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, office_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, residence_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, citizenship_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, home_address_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, picture_image_id) REFERENCES image,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES participant (tenant_id, id, kind) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, manager_id) REFERENCES employee,
  CONSTRAINT employee_not_own_manager CHECK (manager_id <> id)
);
CREATE UNIQUE INDEX employee_person ON employee (tenant_id, person_id);
CALL protect_tenant_table('employee');

-- The history of an employment: hired, terminated, rehired, with date and reason.
CREATE TABLE employment_event (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  employee_id uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('HIRED', 'TERMINATED', 'REHIRED')),
  event_date  date NOT NULL,
  reason      text CHECK (length(reason) <= 4000),
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee ON DELETE CASCADE
);
CREATE INDEX employment_event_employee ON employment_event (tenant_id, employee_id, event_date);
CALL protect_tenant_table('employment_event');

-- Trusts receive carry in place of an employee.
CREATE TABLE trust (
  tenant_id            uuid NOT NULL REFERENCES tenant,
  id                   uuid NOT NULL,
  kind                 text GENERATED ALWAYS AS ('trust') STORED,
  type_id              uuid,
  employee_id          uuid,
  formation_date       date,
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
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee,
  FOREIGN KEY (tenant_id, type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, address_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES participant (tenant_id, id, kind) ON DELETE CASCADE
);
CREATE INDEX trust_employee ON trust (tenant_id, employee_id);
CALL protect_tenant_table('trust');

-- Entities receive carry and pass it on to their members.
CREATE TABLE entity (
  tenant_id            uuid NOT NULL REFERENCES tenant,
  id                   uuid NOT NULL,
  kind                 text GENERATED ALWAYS AS ('entity') STORED,
  type_id              uuid,
  formation_date       date,
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
  FOREIGN KEY (tenant_id, type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, address_country_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, id, kind) REFERENCES participant (tenant_id, id, kind) ON DELETE CASCADE
);
CALL protect_tenant_table('entity');

-- The members of an entity. Their shares are the entries of the entity's own allocation profile.
CREATE TABLE entity_member (
  tenant_id      uuid NOT NULL,
  id             uuid NOT NULL,
  entity_id      uuid NOT NULL,
  participant_id uuid NOT NULL,
  position       integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, entity_id, participant_id) DEFERRABLE,
  FOREIGN KEY (tenant_id, entity_id) REFERENCES entity ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  CHECK (participant_id <> entity_id)
);
CREATE INDEX entity_member_participant ON entity_member (tenant_id, participant_id);
CALL protect_tenant_table('entity_member');

-- The portal ----------------------------------------------------------------------------------------------------------

-- Returns the participants that the person of the transaction is: the employee linked to the person first, then that employee's trusts by
-- name. It depends on that person alone, so nobody can read the figures of others in the portal.
CREATE FUNCTION own_participants() RETURNS TABLE (ordinal integer, participant_id uuid, kind text, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT 0, p.id, p.kind, p.name FROM employee e JOIN participant p ON p.tenant_id = e.tenant_id AND p.id = e.id
  WHERE e.tenant_id = current_tenant() AND e.person_id = current_person()
  UNION ALL
  SELECT (row_number() OVER (ORDER BY lower(p.name), p.id))::integer, p.id, p.kind, p.name
  FROM employee e JOIN trust t ON t.tenant_id = e.tenant_id AND t.employee_id = e.id
  JOIN participant p ON p.tenant_id = t.tenant_id AND p.id = t.id
  WHERE e.tenant_id = current_tenant() AND e.person_id = current_person()
$$;

-- Returns the ids of those participants, for policies.
CREATE FUNCTION own_participant_ids() RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$ SELECT o.participant_id FROM own_participants() o $$;
REVOKE EXECUTE ON FUNCTION own_participant_ids() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_participant_ids() TO carrara_app, carrara_worker;

-- Functions that run as the worker ------------------------------------------------------------------------------------

GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION matching_participants(text, integer), own_participants() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION matching_participants(text, integer), own_participants() TO carrara_app, carrara_worker;
ALTER FUNCTION matching_participants(text, integer) OWNER TO carrara_worker;
ALTER FUNCTION own_participants() OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
