-- Whose pay one sees, answered by what it takes: who sees everybody's is asked for the few who are hidden, who sees some for these, and nobody's sight reads
-- all employees. It follows from the same as before, and means the same.

-- Of whom the pay is of those only who see everybody's: few.
CREATE INDEX employee_pay_restricted ON employee (tenant_id, id) WHERE is_pay_restricted;
CREATE INDEX employee_office ON employee (tenant_id, office_id);
CREATE INDEX employee_title ON employee (tenant_id, title_id);

-- Whether the person of the transaction sees everybody's pay but that of the hidden.
CREATE FUNCTION sees_most_pay() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM own_pay_access() WHERE kind IN ('ALL', 'ALL_BUT_RESTRICTED'))
$$;

-- Whose pay even that person does not see: the own, and of the restricted without access to everybody's.
CREATE FUNCTION hidden_pay() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER ROWS 10 SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT e.id FROM employee e WHERE e.tenant_id = (SELECT current_tenant()) AND e.person_id = (SELECT current_person())
  UNION ALL
  SELECT e.id FROM employee e WHERE e.tenant_id = (SELECT current_tenant()) AND e.is_pay_restricted AND NOT (SELECT sees_all_pay())
$$;

-- The employees whose pay the person of the transaction sees: never the own, and of those who are restricted only with access to everybody's.
CREATE OR REPLACE FUNCTION visible_pay() RETURNS SETOF uuid
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
  SELECT e.id FROM chosen s JOIN employee e ON e.tenant_id = (SELECT current_tenant()) AND e.id = s.id
    WHERE NOT e.is_pay_restricted AND e.person_id IS DISTINCT FROM (SELECT current_person())
  UNION ALL
  SELECT e.id FROM employee e
    WHERE (SELECT yes FROM most) AND e.tenant_id = (SELECT current_tenant()) AND e.id NOT IN (SELECT hidden_pay())
$$;

-- Whether the person of the transaction sees the pay of an employee.
CREATE FUNCTION sees_pay_of(employee uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM employee e WHERE e.tenant_id = (SELECT current_tenant()) AND e.id = $1
    AND CASE WHEN (SELECT sees_most_pay()) THEN e.id NOT IN (SELECT hidden_pay()) ELSE e.id IN (SELECT visible_pay()) END)
$$;

GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION sees_most_pay(), hidden_pay(), sees_pay_of(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sees_most_pay(), hidden_pay(), sees_pay_of(uuid) TO carrara_app, carrara_worker;
ALTER FUNCTION sees_most_pay() OWNER TO carrara_worker;
ALTER FUNCTION hidden_pay() OWNER TO carrara_worker;
ALTER FUNCTION sees_pay_of(uuid) OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;

-- The same of the tables: whose pay a row is, is an employee of the firm by reference, so that who is not hidden is visible.
CREATE PROCEDURE keep_pay_to_sight(target regclass) LANGUAGE plpgsql AS $$
DECLARE
  seen CONSTANT text := '((SELECT sees_most_pay()) AND employee_id NOT IN (SELECT hidden_pay())) '
    'OR (NOT (SELECT sees_most_pay()) AND employee_id IN (SELECT visible_pay()))';
BEGIN
  EXECUTE format('CREATE POLICY visible_pay ON %s AS RESTRICTIVE TO carrara_app USING (%s) WITH CHECK (%s)', target, seen, seen);
END $$;
REVOKE EXECUTE ON PROCEDURE keep_pay_to_sight FROM PUBLIC;

CREATE OR REPLACE PROCEDURE protect_pay_table(target regclass, app_rights text DEFAULT 'SELECT, INSERT, UPDATE, DELETE')
LANGUAGE plpgsql AS $$
BEGIN
  CALL protect_tenant_table(target, app_rights);
  CALL keep_pay_to_sight(target);
END $$;

DO $$
DECLARE
  target regclass;
BEGIN
  FOREACH target IN ARRAY ARRAY['salary', 'award', 'deferred_award', 'deferred_tranche', 'deferred_entry', 'payroll_row', 'payroll_explanation',
    'pay_statement', 'pay_statement_release']::regclass[] LOOP
    EXECUTE format('DROP POLICY visible_pay ON %s', target);
    CALL keep_pay_to_sight(target);
  END LOOP;
END $$;

-- A list of salaries is in the order of their days.
CREATE INDEX salary_list ON salary (tenant_id, effective_date, id);
