-- Who looked at the pay of the person of the transaction: others' looks at it, and those at so many people, or at a file, that nobody is named of them. It
-- follows from the person alone; what is asked whether the firm shows it is asked by whoever calls this.
CREATE FUNCTION own_pay_reads() RETURNS TABLE (tenant_id uuid, id uuid, created_at timestamptz, person_id uuid, operation text, is_export boolean, is_named boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT r.tenant_id, r.id, r.created_at, r.person_id, r.operation, r.is_export, cardinality(r.employees) > 0
  FROM pay_read r JOIN employee e ON e.tenant_id = r.tenant_id AND e.person_id = current_person()
  WHERE r.tenant_id = current_tenant() AND r.person_id <> current_person()
    AND (e.id = ANY (r.employees) OR cardinality(r.employees) = 0 AND r.number IS DISTINCT FROM 0)
$$;
GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION own_pay_reads() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_pay_reads() TO carrara_app, carrara_worker;
ALTER FUNCTION own_pay_reads() OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
