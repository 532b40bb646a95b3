-- Pay, and who sees whose. What somebody may do in compensation is a role; whose pay that is about is said by pay access, which no role includes. The database
-- holds to it by itself: on every table of pay, and on what the trail keeps of it, a restrictive policy leaves the rows of those people only who are in
-- visible_pay(), which follows from the person of the transaction alone.

ALTER TABLE employee
  ADD COLUMN manager_id uuid,
  -- Whose pay only those see who see everybody's.
  ADD COLUMN is_pay_restricted boolean NOT NULL DEFAULT false,
  -- The user that this employee is.
  ADD COLUMN person_id uuid REFERENCES person,
  ADD FOREIGN KEY (tenant_id, manager_id) REFERENCES employee,
  ADD CONSTRAINT employee_not_own_manager CHECK (manager_id <> id);
CREATE INDEX employee_manager ON employee (tenant_id, manager_id);
CREATE UNIQUE INDEX employee_person ON employee (tenant_id, person_id);

CREATE TABLE pay_access (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  person_id   uuid NOT NULL REFERENCES person,
  kind        text NOT NULL CHECK (kind IN ('ALL', 'ALL_BUT_RESTRICTED', 'REPORTS', 'SELECTED')),
  employees   uuid[] NOT NULL DEFAULT '{}',
  offices     uuid[] NOT NULL DEFAULT '{}',
  titles      uuid[] NOT NULL DEFAULT '{}',
  reason      text NOT NULL CHECK (reason <> '' AND length(reason) <= 4000),
  ends_on     date,
  status      text NOT NULL DEFAULT 'ASKED' CHECK (status IN ('ASKED', 'ACTIVE', 'END')),
  asked_by    uuid,
  answered_by uuid,
  answered_at timestamptz,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX pay_access_person ON pay_access (tenant_id, person_id);
CALL protect_tenant_table('pay_access', 'SELECT, INSERT');
GRANT UPDATE (status, answered_by, answered_at, row_version, updated_at, updated_by) ON pay_access TO carrara_app;
GRANT INSERT ON pay_access TO carrara_worker;

-- The kinds of access that the person of the transaction has today.
CREATE FUNCTION own_pay_access() RETURNS SETOF pay_access
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT a.* FROM pay_access a
  WHERE a.tenant_id = current_tenant() AND a.person_id = current_person() AND a.status = 'ACTIVE'
    AND (a.ends_on IS NULL OR a.ends_on >= firm_day())
$$;

-- The employees whose pay the person of the transaction sees: never the own, and of those who are restricted only with access to everybody's.
CREATE FUNCTION visible_pay() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH RECURSIVE access AS (SELECT kind, employees, offices, titles FROM own_pay_access()),
    below AS (
      SELECT e.id FROM employee e JOIN employee own ON own.tenant_id = e.tenant_id AND own.id = e.manager_id
        WHERE e.tenant_id = current_tenant() AND own.person_id = current_person() AND EXISTS (SELECT FROM access WHERE kind = 'REPORTS')
      UNION SELECT e.id FROM employee e JOIN below b ON e.tenant_id = current_tenant() AND e.manager_id = b.id)
  SELECT e.id FROM employee e
  WHERE e.tenant_id = current_tenant() AND e.person_id IS DISTINCT FROM current_person()
    AND (EXISTS (SELECT FROM access WHERE kind = 'ALL')
      OR (NOT e.is_pay_restricted AND (EXISTS (SELECT FROM access WHERE kind = 'ALL_BUT_RESTRICTED')
        OR e.id IN (SELECT id FROM below)
        OR EXISTS (SELECT FROM access a WHERE a.kind = 'SELECTED'
          AND (e.id = ANY (a.employees) OR e.office_id = ANY (a.offices) OR e.title_id = ANY (a.titles))))))
$$;

-- Whether the person of the transaction sees everybody's pay: who gives access, and reads who has looked.
CREATE FUNCTION sees_all_pay() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM own_pay_access() WHERE kind = 'ALL')
$$;

GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION own_pay_access(), visible_pay(), sees_all_pay() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_pay_access(), visible_pay(), sees_all_pay() TO carrara_app, carrara_worker;
ALTER FUNCTION own_pay_access() OWNER TO carrara_worker;
ALTER FUNCTION visible_pay() OWNER TO carrara_worker;
ALTER FUNCTION sees_all_pay() OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;

-- Puts a table of pay, with the employee whose pay it is, under both.
CREATE PROCEDURE protect_pay_table(target regclass, app_rights text DEFAULT 'SELECT, INSERT, UPDATE, DELETE')
LANGUAGE plpgsql AS $$
BEGIN
  CALL protect_tenant_table(target, app_rights);
  EXECUTE format('CREATE POLICY visible_pay ON %s AS RESTRICTIVE TO carrara_app USING (employee_id IN (SELECT visible_pay())) '
                 'WITH CHECK (employee_id IN (SELECT visible_pay()))', target);
END $$;
REVOKE EXECUTE ON PROCEDURE protect_pay_table FROM PUBLIC;

CREATE TABLE salary (
  tenant_id      uuid NOT NULL REFERENCES tenant,
  id             uuid NOT NULL,
  employee_id    uuid NOT NULL,
  effective_date date NOT NULL,
  amount         numeric NOT NULL CHECK (amount >= 0),
  currency_id    uuid NOT NULL,
  frequency      text NOT NULL CHECK (frequency IN ('ANNUAL', 'MONTHLY', 'SEMIMONTHLY', 'BIWEEKLY', 'WEEKLY', 'HOURLY')),
  hours_a_week   numeric CHECK (hours_a_week > 0 AND hours_a_week <= 168),
  fte_percent    numeric NOT NULL CHECK (fte_percent > 0 AND fte_percent <= 100),
  reason         text CHECK (length(reason) <= 200),
  annual_rate    numeric NOT NULL,
  paid_rate      numeric NOT NULL,
  row_version    integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  created_by     uuid,
  updated_at     timestamptz NOT NULL DEFAULT now(),
  updated_by     uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT salary_day UNIQUE (tenant_id, employee_id, effective_date),
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  CONSTRAINT salary_hours CHECK (frequency <> 'HOURLY' OR hours_a_week IS NOT NULL)
);
CALL protect_pay_table('salary');

-- What the trail keeps of pay is read by those who see that pay.
CREATE POLICY visible_pay ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type <> 'salary' OR container_id IN (SELECT visible_pay()));

-- Who looked at whose pay. It is written before an answer leaves, and only those read it who see everybody's pay.
CREATE TABLE pay_read (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  id         uuid NOT NULL,
  person_id  uuid NOT NULL,
  session_id uuid NOT NULL,
  operation  text NOT NULL CHECK (length(operation) <= 100),
  is_export  boolean NOT NULL,
  -- At most 200 of them; of more the number, and what was asked for.
  employees  uuid[] NOT NULL CHECK (cardinality(employees) <= 200),
  number     integer,
  asked      text NOT NULL CHECK (length(asked) <= 2000),
  address    text NOT NULL CHECK (length(address) <= 200),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX pay_read_time ON pay_read (tenant_id, created_at DESC);
CALL protect_tenant_table('pay_read', 'SELECT, INSERT');
CREATE POLICY read_by_all ON pay_read AS RESTRICTIVE FOR SELECT TO carrara_app USING (sees_all_pay());

-- The seal of a day of it: how many there are, and a digest over them. The trail keeps it.
CREATE TABLE pay_read_day (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  id         uuid NOT NULL,
  day        date NOT NULL,
  number     integer NOT NULL,
  digest     text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, day)
);
CALL protect_tenant_table('pay_read_day', 'SELECT, INSERT');
