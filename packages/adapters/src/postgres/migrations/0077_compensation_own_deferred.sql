-- Deferred awards of the person of the transaction, as far as a statement that stands has told of them: of the own pay nothing else is read. It follows
-- from the person alone; whether the firm shows pay is asked by whoever calls this.
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
GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION own_deferred() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_deferred() TO carrara_app, carrara_worker;
ALTER FUNCTION own_deferred() OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
