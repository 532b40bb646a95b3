import type { Transaction } from '../engine/unitOfWork/index.ts';
import type { Finding } from './finding.ts';

interface Row {
  readonly id: string;
  readonly place: string | null;
  readonly was: string | null;
  readonly is: string | null;
}

/** Sums that the database keeps beside their rows, made again from the rows: what each participant was paid in each currency. */
const paid = `
  WITH sums AS (
    SELECT x.participant_id, d.currency_id, sum(x.gross_carry_distributed) AS amount
    FROM distribution d JOIN distribution_detail x ON x.tenant_id = d.tenant_id AND x.distribution_id = d.id
    WHERE d.tenant_id = $1 AND d.status = 'DISB' GROUP BY 1, 2),
  due AS (
    SELECT p.id, s.currency_id, coalesce(s.amount, 0) AS amount,
      row_number() OVER (PARTITION BY p.id ORDER BY s.amount DESC, s.currency_id) AS place
    FROM participant p LEFT JOIN sums s ON s.participant_id = p.id WHERE p.tenant_id = $1)
  SELECT coalesce(due.id, k.participant_id) AS id, coalesce(due.place, k.place)::text AS place,
    CASE WHEN due.id IS NOT NULL THEN concat_ws(' ', due.amount::numeric(38,2), due.currency_id) END AS was,
    CASE WHEN k.participant_id IS NOT NULL THEN concat_ws(' ', k.amount, k.currency_id) END AS is
  FROM due FULL JOIN (SELECT * FROM participant_carry WHERE tenant_id = $1) k ON k.participant_id = due.id AND k.place = due.place
  WHERE (due.amount, due.currency_id, due.id) IS DISTINCT FROM (k.amount, k.currency_id, k.participant_id)`;

/** The amounts of an investment, in words for each currency and added up. */
const inAll = `string_agg(concat_ws(' ', 'invested', a.invested, 'and paid', a.carry, 'in', coalesce((SELECT r.code FROM reference_entry r WHERE r.tenant_id = $1 AND r.id = a.currency_id), 'no currency')), ', ' ORDER BY a.currency_id)
    FILTER (WHERE a.invested IS NOT NULL) AS words, coalesce(sum(a.invested), 0) AS invested, coalesce(sum(a.carry), 0) AS carry,
    count(a.currency_id)::integer AS currencies`;

/** What is invested in each investment in each currency, by its holders or their tranches, and what those have paid. */
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
  due_amount AS (
    SELECT p.investment_id AS id, p.currency_id, sum(put.amount)::numeric(38,2) AS invested, coalesce(sum(paid.amount), 0)::numeric(38,2) AS carry
    FROM part p JOIN put ON put.id = p.id LEFT JOIN paid ON paid.id = p.id GROUP BY 1, 2),
  kept_amount AS (
    SELECT k.investment_id AS id, k.currency_id, k.invested, k.carry_distributed AS carry FROM investment_total k
    WHERE k.tenant_id = $1 AND k.by_currency IS NULL AND (k.currency_id IS NOT NULL OR k.invested <> 0 OR k.carry_distributed <> 0)
    UNION ALL
    SELECT k.investment_id, e.currency_id, e.invested, e.carry_distributed FROM investment_total k
    CROSS JOIN LATERAL jsonb_to_recordset(k.by_currency) AS e(currency_id uuid, invested numeric, carry_distributed numeric) WHERE k.tenant_id = $1),
  due AS (SELECT id, ${inAll} FROM (SELECT i.id, a.currency_id, a.invested, a.carry FROM investment i LEFT JOIN due_amount a ON a.id = i.id WHERE i.tenant_id = $1) a GROUP BY 1),
  kept AS (SELECT id, ${inAll} FROM (SELECT k.investment_id AS id, a.currency_id, a.invested, a.carry FROM investment_total k LEFT JOIN kept_amount a ON a.id = k.investment_id
    WHERE k.tenant_id = $1) a GROUP BY 1)
  SELECT coalesce(due.id, kept.id) AS id, NULL AS place, due.words AS was, kept.words AS is
  FROM due FULL JOIN kept ON kept.id = due.id LEFT JOIN investment_total k ON k.tenant_id = $1 AND k.investment_id = kept.id
  WHERE (due.id, due.words, due.invested, due.carry, due.currencies) IS DISTINCT FROM (kept.id, kept.words, k.invested, k.carry_distributed, k.currencies)`;

const checks = [
  ['participant', 'paid in all, kept beside the name', paid],
  ['investment', 'totals kept beside the name', invested],
] as const;

/** Compares what is kept beside records for speed with what their rows come to. */
export async function verifySums(tx: Transaction): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [type, what, text] of checks) {
    const rows = await tx.prepared<Row>(text, [tx.tenantId]);
    findings.push(...rows.map(({ id, was, is }) => ({ of: [type, id], what, was, is })));
  }
  return findings;
}
