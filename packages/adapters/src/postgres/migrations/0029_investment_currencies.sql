-- In which currencies the sums of an investment are, kept beside them: what funds and coinvestments of several currencies hold has no sum, and
-- a list would look through the holdings of every investment at each request. `currencies` counts those of its holders, `currency_id` is one of
-- them, and `by_currency` has each amount by itself where there are several, or where a holder has none:
-- [{currency_id, invested, carry_distributed}].
ALTER TABLE investment_total
  ADD COLUMN currencies integer NOT NULL DEFAULT 0 CHECK (currencies >= 0),
  ADD COLUMN currency_id uuid,
  ADD COLUMN by_currency jsonb;

CREATE OR REPLACE FUNCTION sum_investments(tenant uuid, investments uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Whoever changes the same investment waits here, and then reads what the one before has stored.
  PERFORM FROM investment_total t WHERE t.tenant_id = tenant AND t.investment_id = ANY (investments) ORDER BY t.investment_id FOR UPDATE;
  WITH part AS (
    SELECT x.investment_id, x.id, f.currency_id, coalesce(x.invested_amount,
      (SELECT sum(t.invested_amount) FROM tranche t WHERE t.tenant_id = tenant AND t.fund_investment_id = x.id)) AS invested
    FROM fund_investment x JOIN fund f ON f.tenant_id = tenant AND f.id = x.fund_id
    WHERE x.tenant_id = tenant AND x.investment_id = ANY (investments)
    UNION ALL
    SELECT x.investment_id, x.id, coalesce(v.currency_id, f.currency_id), coalesce(x.invested_amount,
      (SELECT sum(t.invested_amount) FROM tranche t WHERE t.tenant_id = tenant AND t.coinvestment_investment_id = x.id))
    FROM coinvestment_investment x JOIN coinvestment v ON v.tenant_id = tenant AND v.id = x.coinvestment_id
    LEFT JOIN fund f ON f.tenant_id = tenant AND f.id = v.fund_id
    WHERE x.tenant_id = tenant AND x.investment_id = ANY (investments)),
  paid AS (
    SELECT p.investment_id, p.currency_id, s.gross_carry_distributed AS carry
    FROM (SELECT part.investment_id, part.currency_id, part.id FROM part
          UNION ALL
          SELECT part.investment_id, part.currency_id, t.id
          FROM tranche t JOIN part ON part.id = coalesce(t.fund_investment_id, t.coinvestment_investment_id)
          WHERE t.tenant_id = tenant AND t.investment_id = ANY (investments)) p
    JOIN distribution_source s ON s.tenant_id = tenant AND s.container_id = p.id
    JOIN distribution d ON d.tenant_id = tenant AND d.id = s.distribution_id AND d.status = 'DISB'),
  one AS (
    SELECT a.investment_id, a.currency_id, coalesce(sum(a.invested), 0)::numeric(38,2) AS invested, coalesce(sum(a.carry), 0)::numeric(38,2) AS carry
    FROM (SELECT part.investment_id, part.currency_id, part.invested, NULL::numeric AS carry FROM part
          UNION ALL SELECT paid.investment_id, paid.currency_id, NULL, paid.carry FROM paid) a
    GROUP BY 1, 2),
  total AS (
    SELECT one.investment_id, sum(one.invested) AS invested, sum(one.carry) AS carry, count(one.currency_id)::integer AS currencies,
      (array_agg(one.currency_id ORDER BY one.currency_id) FILTER (WHERE one.currency_id IS NOT NULL))[1] AS currency_id,
      CASE WHEN count(*) > 1 OR count(one.currency_id) = 0 THEN jsonb_agg(
        jsonb_build_object('currency_id', one.currency_id, 'invested', one.invested, 'carry_distributed', one.carry) ORDER BY one.currency_id) END AS by_currency
    FROM one GROUP BY one.investment_id),
  due AS (
    SELECT i.id, coalesce(t.invested, 0) AS invested, coalesce(t.carry, 0) AS carry, coalesce(t.currencies, 0) AS currencies, t.currency_id, t.by_currency
    FROM unnest(investments) i (id) LEFT JOIN total t ON t.investment_id = i.id)
  UPDATE investment_total o SET invested = due.invested, carry_distributed = due.carry, currencies = due.currencies,
    currency_id = due.currency_id, by_currency = due.by_currency
  FROM due
  WHERE o.tenant_id = tenant AND o.investment_id = due.id
    AND (o.invested, o.carry_distributed, o.currencies, o.currency_id, o.by_currency)
      IS DISTINCT FROM (due.invested, due.carry, due.currencies, due.currency_id, due.by_currency);
END $$;

-- When a fund or a coinvestment gets another currency, or a coinvestment without one another fund.
CREATE FUNCTION sum_investments_of_holders() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    WITH holder AS (
      SELECT c.tenant_id, c.id FROM changed c JOIN before o ON o.tenant_id = c.tenant_id AND o.id = c.id
      WHERE to_jsonb(o) -> 'currency_id' IS DISTINCT FROM to_jsonb(c) -> 'currency_id'
        OR to_jsonb(o) -> 'fund_id' IS DISTINCT FROM to_jsonb(c) -> 'fund_id'),
    part AS (
      SELECT x.tenant_id, x.investment_id FROM holder h JOIN fund_investment x ON x.tenant_id = h.tenant_id AND x.fund_id = h.id
      UNION
      SELECT x.tenant_id, x.investment_id FROM holder h
      JOIN coinvestment v ON v.tenant_id = h.tenant_id AND h.id IN (v.id, v.fund_id)
      JOIN coinvestment_investment x ON x.tenant_id = v.tenant_id AND x.coinvestment_id = v.id)
    SELECT p.tenant_id, array_agg(p.investment_id) AS ids FROM part p GROUP BY p.tenant_id
  LOOP
    PERFORM sum_investments(own.tenant_id, own.ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER investments_are_of AFTER UPDATE ON fund REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_investments_of_holders();
CREATE TRIGGER investments_are_of AFTER UPDATE ON coinvestment REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_investments_of_holders();

GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION sum_investments_of_holders() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sum_investments_of_holders() TO carrara_worker, CURRENT_USER;
ALTER FUNCTION sum_investments_of_holders() OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
SELECT sum_all_investments();
