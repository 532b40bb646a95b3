-- Compensation: access to pay, salaries, awards, deferred awards, payroll and pay statements.
--
-- A role says what a person may do in compensation. Pay access says whose pay the person may see, and no role includes it. The database
-- enforces it. A restrictive policy limits the person of the transaction to employees whose pay is visible to them. It is on every
-- table of pay, and on the audit log of pay.

-- Access to pay -------------------------------------------------------------------------------------------------------

-- Employees whose pay is visible only with access to everybody's pay. There are few of them.
CREATE INDEX employee_pay_restricted ON employee (tenant_id, id) WHERE is_pay_restricted;

-- Offices and titles select employees in an access, and the reporting line in another.
CREATE INDEX employee_manager ON employee (tenant_id, manager_id);
CREATE INDEX employee_office ON employee (tenant_id, office_id);
CREATE INDEX employee_title ON employee (tenant_id, title_id);

-- Access of a person to the pay of others: requested by one person, confirmed by another, and ended.
CREATE TABLE pay_access (
  tenant_id    uuid NOT NULL REFERENCES tenant,
  id           uuid NOT NULL,
  person_id    uuid NOT NULL REFERENCES person,
  kind         text NOT NULL CHECK (kind IN ('ALL', 'ALL_BUT_RESTRICTED', 'REPORTS', 'SELECTED')),
  employees    uuid[] NOT NULL DEFAULT '{}',
  offices      uuid[] NOT NULL DEFAULT '{}',
  titles       uuid[] NOT NULL DEFAULT '{}',
  reason       text NOT NULL CHECK (reason <> '' AND length(reason) <= 4000),
  ends_on      date,
  status       text NOT NULL DEFAULT 'REQUESTED' CHECK (status IN ('REQUESTED', 'ACTIVE', 'END')),
  requested_by uuid,
  answered_by  uuid,
  answered_at  timestamptz,
  row_version  integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   uuid,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX pay_access_person ON pay_access (tenant_id, person_id);
CALL protect_tenant_table('pay_access', 'SELECT, INSERT');
GRANT UPDATE (status, answered_by, answered_at, row_version, updated_at, updated_by) ON pay_access TO carrara_app;
GRANT INSERT ON pay_access TO carrara_worker;

-- Returns the active accesses of the person of the transaction. A request with an API token without pay has none, whatever its owner has.
CREATE FUNCTION own_pay_access() RETURNS SETOF pay_access
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT a.* FROM pay_access a
  WHERE a.tenant_id = current_tenant() AND a.person_id = current_person() AND a.status = 'ACTIVE'
    AND (a.ends_on IS NULL OR a.ends_on >= firm_day())
    AND current_setting('app.without_pay', true) IS DISTINCT FROM 'on'
$$;

-- Returns whether the person of the transaction sees everybody's pay. Such people give access and read the log of pay reads.
CREATE FUNCTION can_view_all_pay() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM own_pay_access() WHERE kind = 'ALL')
$$;

-- Returns whether the person of the transaction sees everybody's pay except that of hidden employees.
CREATE FUNCTION can_view_most_pay() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM own_pay_access() WHERE kind IN ('ALL', 'ALL_BUT_RESTRICTED'))
$$;

-- Returns the employees hidden even from that person: themselves, and restricted ones without access to everybody's pay. They are few, so
-- policies test them first.
CREATE FUNCTION hidden_pay() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER ROWS 10 SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT e.id FROM employee e WHERE e.tenant_id = (SELECT current_tenant()) AND e.person_id = (SELECT current_person())
  UNION ALL
  SELECT e.id FROM employee e WHERE e.tenant_id = (SELECT current_tenant()) AND e.is_pay_restricted AND NOT (SELECT can_view_all_pay())
$$;

-- Returns the employees whose pay the person of the transaction sees: never their own, and restricted ones only with access to everybody's
-- pay. A person with access to some is answered without reading all employees.
CREATE FUNCTION visible_pay() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH RECURSIVE access AS MATERIALIZED (SELECT kind, employees, offices, titles FROM own_pay_access()),
    most AS MATERIALIZED (SELECT EXISTS (SELECT FROM access WHERE kind IN ('ALL', 'ALL_BUT_RESTRICTED')) AS yes),
    below AS (
      SELECT e.id FROM employee e JOIN employee own ON own.tenant_id = e.tenant_id AND own.id = e.manager_id
        WHERE own.tenant_id = (SELECT current_tenant()) AND own.person_id = (SELECT current_person())
          AND NOT (SELECT yes FROM most) AND EXISTS (SELECT FROM access WHERE kind = 'REPORTS')
      UNION SELECT e.id FROM below b JOIN employee e ON e.tenant_id = (SELECT current_tenant()) AND e.manager_id = b.id),
    selected AS (SELECT a.* FROM access a WHERE a.kind = 'SELECTED' AND NOT (SELECT yes FROM most)),
    chosen AS (
      SELECT id FROM below
      UNION SELECT unnest(employees) FROM selected
      UNION SELECT e.id FROM selected a CROSS JOIN LATERAL unnest(a.offices) o (id)
        JOIN employee e ON e.tenant_id = (SELECT current_tenant()) AND e.office_id = o.id
      UNION SELECT e.id FROM selected a CROSS JOIN LATERAL unnest(a.titles) t (id)
        JOIN employee e ON e.tenant_id = (SELECT current_tenant()) AND e.title_id = t.id)
  -- A subquery, because the planner overestimates the chosen and would join them by reading all employees.
  SELECT s.id FROM chosen s
    WHERE (SELECT NOT e.is_pay_restricted AND e.person_id IS DISTINCT FROM (SELECT current_person())
      FROM employee e WHERE e.tenant_id = (SELECT current_tenant()) AND e.id = s.id)
  UNION ALL
  SELECT e.id FROM employee e
    WHERE (SELECT yes FROM most) AND e.tenant_id = (SELECT current_tenant()) AND e.id NOT IN (SELECT hidden_pay())
$$;

-- Returns whether the person of the transaction sees the pay of an employee.
CREATE FUNCTION can_view_pay(employee uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM employee e WHERE e.tenant_id = (SELECT current_tenant()) AND e.id = $1
    AND CASE WHEN (SELECT can_view_most_pay()) THEN e.id NOT IN (SELECT hidden_pay()) ELSE e.id IN (SELECT visible_pay()) END)
$$;

-- Limits a table of pay to visible employees. Each row refers to an employee of the tenant, so one that is not hidden is visible.
CREATE PROCEDURE limit_to_visible_pay(target regclass) LANGUAGE plpgsql AS $$
DECLARE
  seen CONSTANT text := '((SELECT can_view_most_pay()) AND employee_id NOT IN (SELECT hidden_pay())) '
    'OR (NOT (SELECT can_view_most_pay()) AND employee_id IN (SELECT visible_pay()))';
BEGIN
  EXECUTE format('CREATE POLICY visible_pay ON %s AS RESTRICTIVE TO carrara_app USING (%s) WITH CHECK (%s)', target, seen, seen);
END $$;
REVOKE EXECUTE ON PROCEDURE limit_to_visible_pay FROM PUBLIC;

-- Puts a table of pay under tenant isolation and pay access. The table needs an employee_id.
CREATE PROCEDURE protect_pay_table(target regclass, app_rights text DEFAULT 'SELECT, INSERT, UPDATE, DELETE')
LANGUAGE plpgsql AS $$
BEGIN
  CALL protect_tenant_table(target, app_rights);
  CALL limit_to_visible_pay(target);
END $$;
REVOKE EXECUTE ON PROCEDURE protect_pay_table FROM PUBLIC;

-- Nobody extends their own access -------------------------------------------------------------------------------------

-- Pay access follows from the person linked to an employee, the reporting line, the office and the title. People can't change these so that
-- they see more, whatever the program lets through. The program itself acts as no person.
CREATE FUNCTION guard_own_visibility() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  me CONSTANT uuid := current_person();
BEGIN
  IF me IS NULL THEN
    RETURN NEW;
  END IF;
  IF OLD.person_id IS DISTINCT FROM NEW.person_id AND me IN (OLD.person_id, NEW.person_id) THEN
    RAISE EXCEPTION 'you can''t change your own link to an employee' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (OLD.manager_id, OLD.is_pay_restricted) IS DISTINCT FROM (NEW.manager_id, NEW.is_pay_restricted) AND NOT can_view_all_pay() THEN
    RAISE EXCEPTION 'changing reporting lines requires access to everyone''s pay' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (OLD.office_id, OLD.title_id) IS DISTINCT FROM (NEW.office_id, NEW.title_id) AND NEW.person_id IS DISTINCT FROM me
    AND EXISTS (SELECT FROM pay_access a WHERE a.tenant_id = NEW.tenant_id AND a.person_id = me AND a.status = 'ACTIVE' AND a.kind = 'SELECTED'
      AND (a.ends_on IS NULL OR a.ends_on >= firm_day()) AND (
        OLD.office_id IS DISTINCT FROM NEW.office_id AND NEW.office_id = ANY (a.offices)
        OR OLD.title_id IS DISTINCT FROM NEW.title_id AND NEW.title_id = ANY (a.titles)))
    AND NEW.id NOT IN (SELECT visible_pay()) THEN
    RAISE EXCEPTION 'you would gain access to this employee''s pay' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER own_visibility BEFORE UPDATE OF person_id, manager_id, is_pay_restricted, office_id, title_id ON employee
  FOR EACH ROW EXECUTE FUNCTION guard_own_visibility();

-- Guards the same columns of a new employee.
CREATE FUNCTION guard_new_visibility() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.person_id = current_person() OR (current_person() IS NOT NULL AND NEW.manager_id IS NOT NULL AND NOT can_view_all_pay()) THEN
    RAISE EXCEPTION 'you can''t link yourself to a new employee, or set its reporting line without access to everyone''s pay' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER new_visibility BEFORE INSERT ON employee FOR EACH ROW EXECUTE FUNCTION guard_new_visibility();

-- An access is requested by one person and confirmed by another, and is for neither of them. An ended access stays ended.
CREATE FUNCTION guard_pay_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  me CONSTANT uuid := current_person();
BEGIN
  IF me IS NULL THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.person_id = me OR NEW.status <> 'REQUESTED' OR NEW.requested_by IS DISTINCT FROM me THEN
      RAISE EXCEPTION 'pay access must be requested first, by somebody else' USING ERRCODE = 'insufficient_privilege';
    END IF;
  ELSIF NEW.status IS DISTINCT FROM OLD.status AND (OLD.status = 'END' OR (NEW.status = 'ACTIVE' AND me IN (NEW.person_id, NEW.requested_by))) THEN
    RAISE EXCEPTION 'pay access must be confirmed by a third person, and can''t be reopened after its end' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER pay_access_guard BEFORE INSERT OR UPDATE ON pay_access FOR EACH ROW EXECUTE FUNCTION guard_pay_access();

-- Returns the accesses that the caller sees in the list: their own, or all with access to everybody's pay. The audit log shows the same
-- ones.
CREATE FUNCTION visible_access() RETURNS SETOF uuid LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT id FROM pay_access WHERE tenant_id = current_tenant() AND (person_id = current_person() OR (SELECT can_view_all_pay()))
$$;
REVOKE EXECUTE ON FUNCTION visible_access() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION visible_access() TO carrara_app, carrara_worker;
CREATE POLICY visible_access ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type <> 'payAccess' OR object_id IN (SELECT visible_access()));

-- Returns everybody who could sign in as each of these people. They set a password of the account, changed its login or email, or created
-- it since a day, in any tenant. Anyone who could sign in as one of those counts too. Only the rule of the first access to pay reads it.
CREATE FUNCTION account_givers(people uuid[], invited_since timestamptz) RETURNS TABLE (id uuid, givers uuid[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH RECURSIVE reached AS (
    SELECT person AS id, person AS giver FROM unnest(people) person
    UNION
    SELECT reached.id, a.person_id FROM reached
    JOIN activity a ON a.object_id = reached.giver AND a.object_type = 'user' AND a.operation IN ('inviteUser', 'saveUser') AND a.person_id IS NOT NULL
      AND (a.after ? 'passwordSet' OR a.operation = 'inviteUser' AND a.created_at > invited_since OR a.before IS NOT NULL
        AND (a.before -> 'email' IS DISTINCT FROM a.after -> 'email' OR a.before -> 'username' IS DISTINCT FROM a.after -> 'username')))
  SELECT reached.id, array_agg(reached.giver) FROM reached WHERE reached.giver <> reached.id GROUP BY reached.id
$$;
CREATE INDEX activity_user ON activity (object_id) WHERE object_type = 'user';

-- The log of pay reads ------------------------------------------------------------------------------------------------

-- Reads of pay. A row is written before the response leaves, and visible only with access to everybody's pay.
CREATE TABLE pay_read (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  id         uuid NOT NULL,
  person_id  uuid NOT NULL,
  session_id uuid NOT NULL,
  operation  text NOT NULL CHECK (length(operation) <= 100),
  is_export  boolean NOT NULL,
  -- At most 200 names. Above that, their number and the query.
  employees  uuid[] NOT NULL CHECK (cardinality(employees) <= 200),
  number     integer,
  query      text NOT NULL CHECK (length(query) <= 2000),
  address    text NOT NULL CHECK (length(address) <= 200),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX pay_read_time ON pay_read (tenant_id, created_at DESC);
CALL protect_tenant_table('pay_read', 'SELECT, INSERT');
CREATE POLICY read_by_all ON pay_read AS RESTRICTIVE FOR SELECT TO carrara_app USING (can_view_all_pay());

-- The daily seal of pay reads: their number and a digest over them. The audit log has a copy.
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

-- Returns the reads of the caller's pay by others, including reads of so many people, or of a file, that no names are stored. The caller
-- checks whether the tenant shows them.
CREATE FUNCTION own_pay_reads() RETURNS TABLE (tenant_id uuid, id uuid, created_at timestamptz, person_id uuid, operation text, is_export boolean, is_named boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT r.tenant_id, r.id, r.created_at, r.person_id, r.operation, r.is_export, cardinality(r.employees) > 0
  FROM pay_read r JOIN employee e ON e.tenant_id = r.tenant_id AND e.person_id = current_person()
  WHERE r.tenant_id = current_tenant() AND r.person_id <> current_person()
    AND (e.id = ANY (r.employees) OR cardinality(r.employees) = 0 AND r.number IS DISTINCT FROM 0)
$$;

-- Salaries and awards -------------------------------------------------------------------------------------------------

-- Salaries, each from a day on.
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
-- Lists sort by day.
CREATE INDEX salary_list ON salary (tenant_id, effective_date, id);
CALL protect_pay_table('salary');

-- Awards of a performance year, such as bonuses.
CREATE TABLE award (
  tenant_id        uuid NOT NULL REFERENCES tenant,
  id               uuid NOT NULL,
  employee_id      uuid NOT NULL,
  performance_year integer NOT NULL CHECK (performance_year BETWEEN 1900 AND 2200),
  pay_type_id      uuid NOT NULL,
  -- Negative if it reverses a paid award.
  amount           numeric NOT NULL,
  currency_id      uuid NOT NULL,
  award_date       date NOT NULL,
  pay_date         date,
  status           text NOT NULL DEFAULT 'AWARDED' CHECK (status IN ('AWARDED', 'PAID', 'CANC')),
  reverses_id      uuid,
  comments         text CHECK (length(comments) <= 4000),
  row_version      integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL DEFAULT now(),
  created_by       uuid,
  updated_at       timestamptz NOT NULL DEFAULT now(),
  updated_by       uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT award_reversed_once UNIQUE (tenant_id, reverses_id),
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee,
  FOREIGN KEY (tenant_id, pay_type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES award,
  CONSTRAINT award_amount CHECK (amount > 0 OR (amount < 0 AND reverses_id IS NOT NULL)),
  CONSTRAINT award_paid CHECK (status <> 'PAID' OR pay_date IS NOT NULL)
);
CREATE INDEX award_employee ON award (tenant_id, employee_id);
CALL protect_pay_table('award');

-- Awards that are granted now and paid later.
CREATE TABLE deferred_award (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  employee_id uuid NOT NULL,
  grant_date  date NOT NULL,
  amount      numeric NOT NULL CHECK (amount > 0),
  currency_id uuid NOT NULL,
  comments    text CHECK (length(comments) <= 4000),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  -- Tranches and entries refer to the same employee.
  UNIQUE (tenant_id, id, employee_id),
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CREATE INDEX deferred_award_employee ON deferred_award (tenant_id, employee_id);
CALL protect_pay_table('deferred_award', 'SELECT, INSERT');
GRANT UPDATE (row_version, updated_at, updated_by) ON deferred_award TO carrara_app;

-- The tranches of a deferred award, with vesting and pay dates.
CREATE TABLE deferred_tranche (
  tenant_id         uuid NOT NULL REFERENCES tenant,
  id                uuid NOT NULL,
  deferred_award_id uuid NOT NULL,
  employee_id       uuid NOT NULL,
  -- From 1.
  position          integer NOT NULL CHECK (position > 0),
  vest_date         date NOT NULL,
  percent           numeric NOT NULL CHECK (percent > 0 AND percent <= 100),
  pay_date          date NOT NULL,
  amount            numeric NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, deferred_award_id, position),
  CONSTRAINT deferred_tranche_award FOREIGN KEY (tenant_id, deferred_award_id, employee_id)
    REFERENCES deferred_award (tenant_id, id, employee_id),
  CONSTRAINT deferred_tranche_days CHECK (pay_date >= vest_date)
);
CALL protect_pay_table('deferred_tranche', 'SELECT, INSERT');

-- The ledger of a deferred award. Entries are never changed, only reversed.
CREATE TABLE deferred_entry (
  tenant_id         uuid NOT NULL REFERENCES tenant,
  id                uuid NOT NULL,
  deferred_award_id uuid NOT NULL,
  employee_id       uuid NOT NULL,
  -- In the order of entry, from 1.
  position          integer NOT NULL CHECK (position > 0),
  kind              text NOT NULL CHECK (kind IN ('GRANT', 'VEST', 'PAY', 'FORFEIT')),
  tranche           integer,
  entry_date        date NOT NULL,
  amount            numeric NOT NULL CHECK (amount <> 0),
  reverses_id       uuid,
  created_at        timestamptz NOT NULL DEFAULT now(),
  created_by        uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT deferred_entry_position UNIQUE (tenant_id, deferred_award_id, position),
  CONSTRAINT deferred_entry_reversed_once UNIQUE (tenant_id, reverses_id),
  CONSTRAINT deferred_entry_award FOREIGN KEY (tenant_id, deferred_award_id, employee_id)
    REFERENCES deferred_award (tenant_id, id, employee_id),
  FOREIGN KEY (tenant_id, deferred_award_id, tranche) REFERENCES deferred_tranche (tenant_id, deferred_award_id, position),
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES deferred_entry,
  CONSTRAINT deferred_entry_tranche CHECK ((kind = 'GRANT') = (tranche IS NULL)),
  CONSTRAINT deferred_entry_sign CHECK ((amount < 0) = (reverses_id IS NOT NULL))
);
CREATE INDEX deferred_entry_day ON deferred_entry (tenant_id, employee_id, entry_date);
CALL protect_pay_table('deferred_entry', 'SELECT, INSERT');

-- Payroll -------------------------------------------------------------------------------------------------------------

-- Payroll files, each of a provider and a period. The row names nobody. A corrected file supersedes an earlier one, which remains stored.
CREATE TABLE payroll_file (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  provider      text NOT NULL CHECK (provider <> '' AND length(provider) <= 200),
  period_start  date NOT NULL,
  period_end    date NOT NULL,
  upload_id     uuid NOT NULL,
  -- People who see fewer rows do not see everybody's pay in the file.
  row_count     integer NOT NULL CHECK (row_count > 0),
  superseded_by uuid,
  -- True once its upload was undone.
  is_undone     boolean NOT NULL DEFAULT false,
  row_version   integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  updated_by    uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, upload_id) REFERENCES upload_history,
  FOREIGN KEY (tenant_id, superseded_by) REFERENCES payroll_file DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT payroll_file_days CHECK (period_end >= period_start)
);
-- One file of a provider and period is in force.
CREATE UNIQUE INDEX payroll_file_in_force ON payroll_file (tenant_id, lower(provider), period_start, period_end)
  WHERE superseded_by IS NULL AND NOT is_undone;
CREATE INDEX payroll_file_period ON payroll_file (tenant_id, period_end);
CREATE INDEX payroll_file_upload ON payroll_file (tenant_id, upload_id);
CALL protect_tenant_table('payroll_file', 'SELECT, INSERT');
GRANT UPDATE (superseded_by, is_undone, row_version, updated_at, updated_by) ON payroll_file TO carrara_app;

-- The payments in a payroll file.
CREATE TABLE payroll_row (
  tenant_id       uuid NOT NULL REFERENCES tenant,
  id              uuid NOT NULL,
  payroll_file_id uuid NOT NULL,
  employee_id     uuid NOT NULL,
  -- As in the file, from 1.
  position        integer NOT NULL CHECK (position > 0),
  pay_date        date NOT NULL,
  pay_type_id     uuid NOT NULL,
  amount          numeric NOT NULL,
  currency_id     uuid NOT NULL,
  -- The superseded file that contained the row. Null if this file contains it.
  source_file_id  uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, payroll_file_id, position),
  FOREIGN KEY (tenant_id, payroll_file_id) REFERENCES payroll_file,
  FOREIGN KEY (tenant_id, source_file_id) REFERENCES payroll_file,
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee,
  FOREIGN KEY (tenant_id, pay_type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CREATE INDEX payroll_row_employee ON payroll_row (tenant_id, employee_id, pay_date);
CALL protect_pay_table('payroll_row', 'SELECT, INSERT');

-- Explanations of differences between payroll and salary. An explanation is about one amount: another difference needs another explanation.
CREATE TABLE payroll_explanation (
  tenant_id    uuid NOT NULL REFERENCES tenant,
  id           uuid NOT NULL,
  employee_id  uuid NOT NULL,
  period_start date NOT NULL,
  period_end   date NOT NULL,
  currency_id  uuid NOT NULL,
  difference   numeric NOT NULL,
  explanation  text NOT NULL CHECK (explanation <> '' AND length(explanation) <= 4000),
  row_version  integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   uuid,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT payroll_explanation_period UNIQUE (tenant_id, employee_id, period_start, period_end, currency_id),
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CALL protect_pay_table('payroll_explanation', 'SELECT, INSERT');
GRANT UPDATE (difference, explanation, row_version, updated_at, updated_by) ON payroll_explanation TO carrara_app;

-- Pay statements ------------------------------------------------------------------------------------------------------

-- Total compensation statements of an employee and a year: drafted, then released.
CREATE TABLE pay_statement (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  employee_id uuid NOT NULL,
  year        integer NOT NULL CHECK (year BETWEEN 1900 AND 2200),
  status      text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'REL', 'SUP', 'WDR')),
  message     text CHECK (length(message) <= 1000),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  -- A release refers to the same employee and year.
  UNIQUE (tenant_id, id, employee_id, year),
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee
);
CREATE UNIQUE INDEX pay_statement_draft ON pay_statement (tenant_id, employee_id, year) WHERE status = 'DRAFT';
CREATE UNIQUE INDEX pay_statement_released ON pay_statement (tenant_id, employee_id, year) WHERE status = 'REL';
CREATE INDEX pay_statement_year ON pay_statement (tenant_id, year);
CALL protect_pay_table('pay_statement');

-- Released statements do not change: their figures, the inputs of the figures, and the PDF by its SHA-256.
CREATE TABLE pay_statement_release (
  tenant_id        uuid NOT NULL REFERENCES tenant,
  id               uuid NOT NULL,
  pay_statement_id uuid NOT NULL,
  employee_id      uuid NOT NULL,
  year             integer NOT NULL,
  -- The statement that this one replaces.
  supersedes_id    uuid,
  engine_version   text NOT NULL,
  inputs           jsonb NOT NULL CHECK (jsonb_typeof(inputs) = 'object'),
  figures          jsonb NOT NULL CHECK (jsonb_typeof(figures) = 'object'),
  pdf_sha256       text NOT NULL CHECK (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes       bigint NOT NULL CHECK (size_bytes > 0),
  storage_key      text NOT NULL,
  released_at      timestamptz NOT NULL,
  released_by      uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT pay_statement_released_once UNIQUE (tenant_id, pay_statement_id),
  CONSTRAINT pay_statement_superseded_once UNIQUE (tenant_id, supersedes_id),
  CONSTRAINT pay_statement_release_statement FOREIGN KEY (tenant_id, pay_statement_id, employee_id, year)
    REFERENCES pay_statement (tenant_id, id, employee_id, year),
  FOREIGN KEY (tenant_id, supersedes_id) REFERENCES pay_statement,
  CONSTRAINT pay_statement_release_own_file CHECK (starts_with(storage_key, tenant_id::text || '/'))
);
CREATE INDEX pay_statement_release_year ON pay_statement_release (tenant_id, employee_id, year);
CALL protect_pay_table('pay_statement_release', 'SELECT, INSERT');

-- Returns the caller's deferred awards as far as a released statement contains them: people see nothing else of their own pay. The caller
-- checks whether the tenant shows pay.
CREATE FUNCTION own_deferred() RETURNS TABLE (id uuid, currency text, grant_date date, tranches jsonb, entries jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT d.id, r.code, d.grant_date,
    (SELECT jsonb_agg(jsonb_build_object('vestDate', t.vest_date, 'percent', t.percent::text, 'payDate', t.pay_date, 'amount', t.amount::text)
        ORDER BY t.position)
      FROM deferred_tranche t WHERE t.tenant_id = d.tenant_id AND t.deferred_award_id = d.id),
    (SELECT jsonb_agg(jsonb_build_object('kind', n.kind, 'tranche', n.tranche, 'on', n.entry_date, 'amount', n.amount::text) ORDER BY n.position)
      FROM deferred_entry n WHERE n.tenant_id = d.tenant_id AND n.deferred_award_id = d.id)
  FROM employee e JOIN deferred_award d ON d.tenant_id = e.tenant_id AND d.employee_id = e.id
  JOIN reference_entry r ON r.tenant_id = d.tenant_id AND r.id = d.currency_id
  WHERE e.tenant_id = current_tenant() AND e.person_id = current_person()
    AND extract(year FROM d.grant_date) <= (SELECT max(s.year) FROM pay_statement s
      WHERE s.tenant_id = e.tenant_id AND s.employee_id = e.id AND s.status = 'REL')
$$;

-- Returns the entries of deferred awards that settled the leaving of employees. If the person of the transaction may see them, also returns the
-- award. A change of a leaving must count those that its author doesn't see.
CREATE FUNCTION leaver_settlements(employees uuid[]) RETURNS TABLE (employee_id uuid, kind text, entry_date date, is_visible boolean, award_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT e.employee_id, e.kind, e.entry_date, v.yes, CASE WHEN v.yes THEN e.deferred_award_id END
  FROM deferred_entry e CROSS JOIN LATERAL (SELECT can_view_pay(e.employee_id) AS yes) v
  JOIN deferred_tranche t ON t.tenant_id = e.tenant_id AND t.deferred_award_id = e.deferred_award_id AND t.position = e.tranche
  WHERE e.tenant_id = current_tenant() AND e.employee_id = ANY (employees) AND e.amount > 0
    AND (e.kind = 'FORFEIT' OR e.kind = 'VEST' AND e.entry_date < t.vest_date)
    AND NOT EXISTS (SELECT FROM deferred_entry r WHERE r.tenant_id = e.tenant_id AND r.reverses_id = e.id)
$$;

-- Returns the numbers of an employee's pay records after a day by kind, without reversed ones, also of pay that the person of the transaction doesn't see.
CREATE FUNCTION later_pay(employee uuid, day date) RETURNS TABLE (kind text, records integer, is_visible boolean)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 4 SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT p.kind, count(*)::integer, can_view_pay($1)
  FROM (
    SELECT 'salary' AS kind FROM salary s WHERE s.tenant_id = current_tenant() AND s.employee_id = $1 AND s.effective_date > $2
    UNION ALL
    SELECT 'award' FROM award a WHERE a.tenant_id = current_tenant() AND a.employee_id = $1 AND a.award_date > $2 AND a.status <> 'CANC'
      AND a.reverses_id IS NULL AND NOT EXISTS (SELECT FROM award r WHERE r.tenant_id = a.tenant_id AND r.reverses_id = a.id)
    UNION ALL
    SELECT 'deferredAward' FROM deferred_award d WHERE d.tenant_id = current_tenant() AND d.employee_id = $1 AND d.grant_date > $2
    UNION ALL
    SELECT 'payroll' FROM payroll_row r JOIN payroll_file f ON f.tenant_id = r.tenant_id AND f.id = r.payroll_file_id
    WHERE r.tenant_id = current_tenant() AND r.employee_id = $1 AND r.pay_date > $2 AND f.superseded_by IS NULL AND NOT f.is_undone) p
  GROUP BY p.kind
$$;

-- Returns the currencies of pay, also of pay that the person of the transaction doesn't see. It answers neither whose pay nor how much.
CREATE FUNCTION pay_currencies() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER ROWS 10 SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT currency_id FROM salary WHERE tenant_id = current_tenant()
  UNION SELECT currency_id FROM award WHERE tenant_id = current_tenant()
  UNION SELECT currency_id FROM deferred_award WHERE tenant_id = current_tenant()
  UNION SELECT currency_id FROM payroll_row WHERE tenant_id = current_tenant()
  UNION SELECT currency_id FROM payroll_explanation WHERE tenant_id = current_tenant()
$$;

-- Pay in the audit log and in uploads ---------------------------------------------------------------------------------

-- The audit log of pay is visible to those who see that pay, and that of whole payroll files with access to everybody's pay.
CREATE POLICY visible_pay ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type NOT IN ('salary', 'award', 'deferredAward', 'payrollExplanation', 'payStatement') OR container_id IN (SELECT visible_pay()));
CREATE POLICY visible_payroll ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type <> 'payrollFile' OR (SELECT can_view_all_pay()));

-- Files of pay contain that of everybody, and so do the reports of their changes.
CREATE POLICY visible_pay ON upload_history AS RESTRICTIVE TO carrara_app
  USING (file_type NOT IN ('compensation', 'payroll-actuals') OR (SELECT can_view_all_pay()))
  WITH CHECK (file_type NOT IN ('compensation', 'payroll-actuals') OR (SELECT can_view_all_pay()));

-- Views of lists of pay are visible to people with access to some pay, and so are their entries in the audit log.
CREATE FUNCTION can_view_some_pay() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM own_pay_access())
$$;
CREATE POLICY visible_pay ON saved_view AS RESTRICTIVE TO carrara_app
  USING (NOT is_pay OR (SELECT can_view_some_pay())) WITH CHECK (NOT is_pay OR (SELECT can_view_some_pay()));
CREATE POLICY visible_pay_views ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type <> 'savedView' OR coalesce(after, before) ->> 'isPay' IS DISTINCT FROM 'true' OR (SELECT can_view_some_pay()));

-- Functions that run as the worker ------------------------------------------------------------------------------------

DO $$
DECLARE f regprocedure;
BEGIN
  GRANT CREATE ON SCHEMA public TO carrara_worker;
  FOREACH f IN ARRAY ARRAY[
    'own_pay_access()',
    'can_view_all_pay()',
    'can_view_some_pay()',
    'can_view_most_pay()',
    'hidden_pay()',
    'visible_pay()',
    'can_view_pay(uuid)',
    'account_givers(uuid[], timestamptz)',
    'own_pay_reads()',
    'own_deferred()',
    'leaver_settlements(uuid[])',
    'later_pay(uuid, date)',
    'pay_currencies()'
  ]::regprocedure[] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO carrara_app, carrara_worker', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO carrara_worker', f);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM carrara_worker;
END $$;
