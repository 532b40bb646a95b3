-- Who a signed-in person is as a participant: the employee that is linked to the person, at place 0, and that employee's trusts by name. It follows from the
-- person of the transaction alone, so that nobody else's figures can be asked for in the portal.
CREATE FUNCTION own_participants() RETURNS TABLE (place integer, participant_id uuid, kind text, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT 0, p.id, p.kind, p.name FROM employee e JOIN participant p ON p.tenant_id = e.tenant_id AND p.id = e.id
  WHERE e.tenant_id = current_tenant() AND e.person_id = current_person()
  UNION ALL
  SELECT (row_number() OVER (ORDER BY lower(p.name), p.id))::integer, p.id, p.kind, p.name
  FROM employee e JOIN trust t ON t.tenant_id = e.tenant_id AND t.employee_id = e.id
  JOIN participant p ON p.tenant_id = t.tenant_id AND p.id = t.id
  WHERE e.tenant_id = current_tenant() AND e.person_id = current_person()
$$;
GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION own_participants() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_participants() TO carrara_app, carrara_worker;
ALTER FUNCTION own_participants() OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
