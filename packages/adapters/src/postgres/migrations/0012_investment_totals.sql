-- What is invested in every investment and what it has paid so far, kept beside it: a list of a hundred thousand sorts by these sums and adds
-- them up, which no page may wait for. The rows of distributions and holdings stay the truth; these sums are made from them again by the
-- database whenever one of them changes, whoever changes it.
CREATE TABLE investment_total (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  investment_id uuid NOT NULL,
  invested    numeric(38,2) NOT NULL DEFAULT 0,
  carry_distributed numeric(38,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, investment_id) INCLUDE (invested, carry_distributed),
  FOREIGN KEY (tenant_id, investment_id) REFERENCES investment ON DELETE CASCADE
);
CREATE INDEX investment_total_invested ON investment_total (tenant_id, invested, investment_id);
CREATE INDEX investment_total_carry ON investment_total (tenant_id, carry_distributed, investment_id);
-- The order of a list by date, and what a search that finds half of everything reads instead of the whole rows.
CREATE INDEX investment_date ON investment (tenant_id, initial_investment_date, id);
CREATE INDEX container_list ON container (tenant_id, kind, id) INCLUDE (search_text);
CREATE INDEX participant_list ON participant (tenant_id, kind, id) INCLUDE (search_text);
CALL protect_tenant_table('investment_total', 'SELECT');
GRANT INSERT, UPDATE ON investment_total TO carrara_worker;

CREATE FUNCTION sum_investments(tenant uuid, investments uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Whoever changes the same investment waits here, and then reads what the one before has stored.
  PERFORM FROM investment_total t WHERE t.tenant_id = tenant AND t.investment_id = ANY (investments) ORDER BY t.investment_id FOR UPDATE;
  WITH part AS (
    SELECT x.investment_id, x.id, coalesce(x.invested_amount,
      (SELECT sum(t.invested_amount) FROM tranche t WHERE t.tenant_id = tenant AND t.fund_investment_id = x.id)) AS invested
    FROM fund_investment x WHERE x.tenant_id = tenant AND x.investment_id = ANY (investments)
    UNION ALL
    SELECT x.investment_id, x.id, coalesce(x.invested_amount,
      (SELECT sum(t.invested_amount) FROM tranche t WHERE t.tenant_id = tenant AND t.coinvestment_investment_id = x.id))
    FROM coinvestment_investment x WHERE x.tenant_id = tenant AND x.investment_id = ANY (investments)),
  paid AS (
    SELECT p.investment_id, sum(s.gross_carry_distributed) AS carry
    FROM (SELECT investment_id, id FROM part
          UNION ALL SELECT t.investment_id, t.id FROM tranche t WHERE t.tenant_id = tenant AND t.investment_id = ANY (investments)) p
    JOIN distribution_source s ON s.tenant_id = tenant AND s.container_id = p.id
    JOIN distribution d ON d.tenant_id = tenant AND d.id = s.distribution_id AND d.status = 'DISB'
    GROUP BY p.investment_id)
  UPDATE investment_total o SET invested = n.invested, carry_distributed = n.carry
  FROM (SELECT i.id, coalesce(h.invested, 0) AS invested, coalesce(paid.carry, 0) AS carry
        FROM unnest(investments) i (id)
        LEFT JOIN (SELECT investment_id, sum(invested) AS invested FROM part GROUP BY investment_id) h ON h.investment_id = i.id
        LEFT JOIN paid ON paid.investment_id = i.id) n
  WHERE o.tenant_id = tenant AND o.investment_id = n.id AND (o.invested, o.carry_distributed) IS DISTINCT FROM (n.invested, n.carry);
END $$;

-- Of every tenant: once now, and for whoever doubts the sums.
CREATE FUNCTION sum_all_investments() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  INSERT INTO investment_total (tenant_id, investment_id) SELECT i.tenant_id, i.id FROM investment i ON CONFLICT DO NOTHING;
  FOR own IN SELECT i.tenant_id, array_agg(i.id) AS ids FROM investment i GROUP BY i.tenant_id LOOP
    PERFORM sum_investments(own.tenant_id, own.ids);
  END LOOP;
END $$;

CREATE FUNCTION start_investment_total() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO investment_total (tenant_id, investment_id) SELECT c.tenant_id, c.id FROM changed c;
  RETURN NULL;
END $$;

-- After a change of holdings or tranches.
CREATE FUNCTION sum_changed_investments() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  FOR own IN SELECT c.tenant_id, array_agg(DISTINCT c.investment_id) AS ids FROM changed c GROUP BY c.tenant_id LOOP
    PERFORM sum_investments(own.tenant_id, own.ids);
  END LOOP;
  RETURN NULL;
END $$;

-- After a change of the sources of what is disbursed; a draft's pay nothing yet.
CREATE FUNCTION sum_investments_of_sources() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    SELECT c.tenant_id, array_agg(DISTINCT coalesce(f.investment_id, v.investment_id, t.investment_id)) AS ids
    FROM changed c
    LEFT JOIN distribution d ON d.tenant_id = c.tenant_id AND d.id = c.distribution_id
    LEFT JOIN fund_investment f ON f.tenant_id = c.tenant_id AND f.id = c.container_id
    LEFT JOIN coinvestment_investment v ON v.tenant_id = c.tenant_id AND v.id = c.container_id
    LEFT JOIN tranche t ON t.tenant_id = c.tenant_id AND t.id = c.container_id
    WHERE coalesce(d.status, 'DISB') = 'DISB' AND coalesce(f.investment_id, v.investment_id, t.investment_id) IS NOT NULL
    GROUP BY c.tenant_id
  LOOP
    PERFORM sum_investments(own.tenant_id, own.ids);
  END LOOP;
  RETURN NULL;
END $$;

-- When distributions become disbursed.
CREATE FUNCTION sum_investments_of_distributions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    SELECT c.tenant_id, array_agg(DISTINCT coalesce(f.investment_id, v.investment_id, t.investment_id)) AS ids
    FROM changed c
    JOIN before o ON o.tenant_id = c.tenant_id AND o.id = c.id AND (o.status = 'DISB') <> (c.status = 'DISB')
    JOIN distribution_source s ON s.tenant_id = c.tenant_id AND s.distribution_id = c.id
    LEFT JOIN fund_investment f ON f.tenant_id = s.tenant_id AND f.id = s.container_id
    LEFT JOIN coinvestment_investment v ON v.tenant_id = s.tenant_id AND v.id = s.container_id
    LEFT JOIN tranche t ON t.tenant_id = s.tenant_id AND t.id = s.container_id
    WHERE coalesce(f.investment_id, v.investment_id, t.investment_id) IS NOT NULL
    GROUP BY c.tenant_id
  LOOP
    PERFORM sum_investments(own.tenant_id, own.ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER total_starts AFTER INSERT ON investment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION start_investment_total();
DO $$ DECLARE place text;
BEGIN
  FOREACH place IN ARRAY ARRAY['fund_investment', 'coinvestment_investment', 'tranche', 'distribution_source'] LOOP
    EXECUTE format('CREATE TRIGGER investments_gain AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %2$I();'
      'CREATE TRIGGER investments_change AFTER UPDATE ON %1$I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %2$I();'
      'CREATE TRIGGER investments_lose AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %2$I()',
      place, CASE place WHEN 'distribution_source' THEN 'sum_investments_of_sources' ELSE 'sum_changed_investments' END);
  END LOOP;
END $$;
CREATE TRIGGER investments_are_paid AFTER UPDATE ON distribution REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_investments_of_distributions();

-- They run as the worker, whose rights on the sums nobody who signs in has.
GRANT CREATE ON SCHEMA public TO carrara_worker;
DO $$ DECLARE own regprocedure;
BEGIN
  FOR own IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.proname IN ('sum_investments', 'sum_all_investments',
    'start_investment_total', 'sum_changed_investments', 'sum_investments_of_sources', 'sum_investments_of_distributions') LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', own);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO carrara_worker, CURRENT_USER', own);
    EXECUTE format('ALTER FUNCTION %s OWNER TO carrara_worker', own);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
SELECT sum_all_investments();
