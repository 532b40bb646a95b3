import type { HomeFigure } from '@carrara/contract/carry/home/home';
import type { YearSpan } from '@carrara/domain/kernel/measures';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A part of a key figure: a fund or coinvestment, or a distribution. */
export interface KeyFigurePart {
  readonly id: string;
  readonly type: 'fund' | 'coinvestment' | 'distribution';
  readonly name: string;
  readonly amount: string;
}

const ofCurrency = (row: string) =>
  `(SELECT r.code FROM reference_entry r WHERE r.tenant_id = $1 AND r.id = ${row}.currency_id) IS NOT DISTINCT FROM $2`;
const byFund = (entries: string) => `SELECT h.id, h.kind AS type, h.name, sum(e.amount)::numeric(38,2)::text AS amount
  FROM ${entries} JOIN source_facts f ON f.tenant_id = $1 AND f.id = e.container_id
  JOIN container h ON h.tenant_id = $1 AND h.id = coalesce(f.fund_id, f.coinvestment_id)
  GROUP BY h.id, h.kind, h.name HAVING sum(e.amount) <> 0 ORDER BY lower(h.name), h.id`;
const byDistribution = (amount: string, chosen: string) =>
  `SELECT b.id, 'distribution' AS type, b.name, b.${amount}::numeric(38,2)::text AS amount
   FROM distribution b WHERE b.tenant_id = $1 AND ${ofCurrency('b')} AND ${chosen} ORDER BY b.distribution_date, b.id`;
const disbursed = `b.status = 'DISB' AND b.distribution_date BETWEEN $4::date AND $3::date`;

/** The parts of each figure. They add up to the figure in `homePoints`. */
const statements: Readonly<Record<HomeFigure, string>> = {
  accrued: byFund(`(SELECT e.container_id, e.amount FROM account_entry e
    WHERE e.tenant_id = $1 AND ${ofCurrency('e')} AND e.entry_date <= $3::date AND EXISTS (SELECT FROM account_entry a
      WHERE a.tenant_id = $1 AND a.participant_id = e.participant_id AND a.container_id = e.container_id
        AND a.kind IN ('ACCRUAL', 'OPENING') AND a.entry_date <= $3::date)) e`),
  escrow: byFund(`(SELECT e.container_id, e.amount FROM escrow_entry e
    WHERE e.tenant_id = $1 AND ${ofCurrency('e')} AND e.entry_date <= $3::date) e`),
  distributed: byDistribution('total_carry_distributed', disbursed),
  netPaid: byDistribution('total_net', disbursed),
  awaiting: byDistribution('total_carry_distributed', `b.status = 'SUB'`),
};

/** Returns the parts of a key figure in a currency: balances on the last day of a span, or what was disbursed in it. */
export const keyFigureParts = (
  tx: Transaction,
  figure: HomeFigure,
  currency: string | null,
  { from, on }: YearSpan,
): Promise<KeyFigurePart[]> => {
  const statement = statements[figure];
  // PostgreSQL refuses parameters that a statement doesn't use.
  const parameters = [tx.tenantId, currency, on, from].filter((_, at) => statement.includes(`$${String(at + 1)}`));
  return tx.query<KeyFigurePart>(statement, parameters);
};
