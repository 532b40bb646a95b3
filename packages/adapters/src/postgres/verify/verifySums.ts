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

/** What is invested in each investment, by its holders or their tranches, and what those have paid. */
const invested = `
  WITH part AS (
    SELECT x.investment_id, x.id, x.invested_amount, 'fund_investment_id' AS by FROM fund_investment x WHERE x.tenant_id = $1
    UNION ALL SELECT x.investment_id, x.id, x.invested_amount, 'coinvestment_investment_id' FROM coinvestment_investment x WHERE x.tenant_id = $1),
  put AS (
    SELECT p.investment_id, sum(coalesce(p.invested_amount, (SELECT sum(t.invested_amount) FROM tranche t
      WHERE t.tenant_id = $1 AND coalesce(t.fund_investment_id, t.coinvestment_investment_id) = p.id))) AS amount
    FROM part p GROUP BY 1),
  paid AS (
    SELECT p.investment_id, sum(s.gross_carry_distributed) AS amount
    FROM (SELECT investment_id, id FROM part UNION ALL SELECT t.investment_id, t.id FROM tranche t WHERE t.tenant_id = $1) p
    JOIN distribution_source s ON s.tenant_id = $1 AND s.container_id = p.id
    JOIN distribution d ON d.tenant_id = $1 AND d.id = s.distribution_id AND d.status = 'DISB' GROUP BY 1),
  due AS (
    SELECT i.id, coalesce(put.amount, 0) AS invested, coalesce(paid.amount, 0) AS carry
    FROM investment i LEFT JOIN put ON put.investment_id = i.id LEFT JOIN paid ON paid.investment_id = i.id WHERE i.tenant_id = $1)
  SELECT coalesce(due.id, k.investment_id) AS id, NULL AS place,
    'invested ' || due.invested::numeric(38,2) || ', paid ' || due.carry::numeric(38,2) AS was,
    'invested ' || k.invested || ', paid ' || k.carry_distributed AS is
  FROM due FULL JOIN (SELECT * FROM investment_total WHERE tenant_id = $1) k ON k.investment_id = due.id
  WHERE (due.id, due.invested, due.carry) IS DISTINCT FROM (k.investment_id, k.invested, k.carry_distributed)`;

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
