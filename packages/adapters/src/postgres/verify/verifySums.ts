import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import type { Finding } from './finding.ts';

interface Row {
  readonly id: string;
  readonly rank: string | null;
  readonly computed: string | null;
  readonly stored: string | null;
}

/** Recomputes stored sums from their rows: the amount paid to each participant in each currency. */
const paid = `
  WITH sums AS (
    SELECT x.participant_id, d.currency_id, sum(x.gross_carry_distributed) AS amount
    FROM distribution d JOIN distribution_detail x ON x.tenant_id = d.tenant_id AND x.distribution_id = d.id
    WHERE d.tenant_id = $1 AND d.status = 'DISB' GROUP BY 1, 2),
  due AS (
    SELECT p.id, s.currency_id, coalesce(s.amount, 0) AS amount,
      row_number() OVER (PARTITION BY p.id ORDER BY s.amount DESC, s.currency_id) AS rank
    FROM participant p LEFT JOIN sums s ON s.participant_id = p.id WHERE p.tenant_id = $1)
  SELECT coalesce(due.id, k.participant_id) AS id, coalesce(due.rank, k.rank)::text AS rank,
    CASE WHEN due.id IS NOT NULL THEN concat_ws(' ', due.amount::numeric(38,2), due.currency_id) END AS computed,
    CASE WHEN k.participant_id IS NOT NULL THEN concat_ws(' ', k.amount, k.currency_id) END AS stored
  FROM due FULL JOIN (SELECT * FROM participant_carry WHERE tenant_id = $1) k ON k.participant_id = due.id AND k.rank = due.rank
  WHERE (due.amount, due.currency_id, due.id) IS DISTINCT FROM (k.amount, k.currency_id, k.participant_id)`;

/** Returns SQL for the sums stored with an investment, as text. */
const storedOf = (type: string) =>
  `CASE WHEN ${type}.invested IS NOT NULL THEN concat_ws(', ', 'invested ' || ${type}.invested::numeric(38,2), 'paid ' || ${type}.carry_distributed::numeric(38,2),
    'currencies ' || ${type}.currencies, ${type}.currency_id,
    CASE jsonb_typeof(${type}.by_currency) WHEN 'array' THEN (
      SELECT string_agg(concat_ws(' ', 'invested', c ->> 'invested', 'paid', c ->> 'carry_distributed', c ->> 'currency_id'), ', ')
      FROM jsonb_array_elements(${type}.by_currency) c) ELSE ${type}.by_currency::text END) END`;

/**
 * SQL for the amounts invested in and paid by each investment in each currency, from its holdings or their tranches.
 */
const invested = `
  WITH part AS (
    SELECT x.investment_id, x.id, x.invested_amount, f.currency_id FROM fund_investment x
    JOIN fund f ON f.tenant_id = $1 AND f.id = x.fund_id WHERE x.tenant_id = $1
    UNION ALL
    SELECT x.investment_id, x.id, x.invested_amount, coalesce(v.currency_id, f.currency_id) FROM coinvestment_investment x
    JOIN coinvestment v ON v.tenant_id = $1 AND v.id = x.coinvestment_id
    LEFT JOIN fund f ON f.tenant_id = $1 AND f.id = v.fund_id WHERE x.tenant_id = $1),
  piece AS (
    SELECT id AS part_id, id FROM part
    UNION ALL SELECT coalesce(t.fund_investment_id, t.coinvestment_investment_id), t.id FROM tranche t WHERE t.tenant_id = $1),
  put AS (
    SELECT p.id, coalesce(p.invested_amount, sum(t.invested_amount), 0) AS amount
    FROM part p LEFT JOIN tranche t ON t.tenant_id = $1 AND p.id IN (t.fund_investment_id, t.coinvestment_investment_id)
    GROUP BY p.id, p.invested_amount),
  paid AS (
    SELECT p.part_id AS id, sum(s.gross_carry_distributed) AS amount FROM piece p
    JOIN distribution_source s ON s.tenant_id = $1 AND s.container_id = p.id
    JOIN distribution d ON d.tenant_id = $1 AND d.id = s.distribution_id AND d.status = 'DISB' GROUP BY 1),
  amount AS (
    SELECT p.investment_id, p.currency_id, sum(put.amount)::numeric(38,2) AS invested, coalesce(sum(paid.amount), 0)::numeric(38,2) AS paid
    FROM part p JOIN put ON put.id = p.id LEFT JOIN paid ON paid.id = p.id GROUP BY 1, 2),
  due AS (
    SELECT i.id, coalesce(sum(a.invested), 0) AS invested, coalesce(sum(a.paid), 0) AS carry_distributed, count(a.currency_id)::integer AS currencies,
      (array_agg(a.currency_id ORDER BY a.currency_id) FILTER (WHERE a.currency_id IS NOT NULL))[1] AS currency_id,
      CASE WHEN count(a.invested) > 1 OR count(a.invested) > count(a.currency_id) THEN jsonb_agg(jsonb_build_object(
        'currency_id', a.currency_id, 'invested', a.invested, 'carry_distributed', a.paid) ORDER BY a.currency_id) END AS by_currency
    FROM investment i LEFT JOIN amount a ON a.investment_id = i.id WHERE i.tenant_id = $1 GROUP BY i.id)
  SELECT coalesce(due.id, k.investment_id) AS id, NULL AS rank, ${storedOf('due')} AS computed, ${storedOf('k')} AS stored
  FROM due FULL JOIN (SELECT * FROM investment_total WHERE tenant_id = $1) k ON k.investment_id = due.id
  WHERE (due.id, due.invested, due.carry_distributed, due.currencies, due.currency_id, due.by_currency)
    IS DISTINCT FROM (k.investment_id, k.invested, k.carry_distributed, k.currencies, k.currency_id, k.by_currency)`;

const checks = [
  ['participant', 'total paid', paid],
  ['investment', 'totals', invested],
] as const;

/** Compares sums that are stored for speed with the sums of their rows. */
export async function verifySums(tx: Transaction): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [type, label, text] of checks) {
    const rows = await tx.prepared<Row>(text, [tx.tenantId]);
    findings.push(
      ...rows.map(({ id, stored, computed }) => ({ location: [type, id], description: label, stored, computed })),
    );
  }
  return findings;
}
