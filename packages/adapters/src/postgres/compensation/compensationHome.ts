import type { YearSpan } from '@carrara/domain/kernel/measures';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { currencySort } from '../engine/texts/amounts.ts';

/** An amount that payroll paid in a span, by pay type. */
export interface PaidInSpan {
  readonly from: string;
  readonly on: string;
  readonly payType: string;
  readonly currency: string | null;
  readonly amount: string;
}

/** Returns the last pay date of each currency between two days, of payroll files in force. The base currency comes first. */
export const lastPayDates = (
  tx: Transaction,
  { from, on }: YearSpan,
): Promise<{ readonly currency: string | null; readonly on: string }[]> =>
  tx.prepared(
    `SELECT c.code AS currency, max(w.pay_date)::text AS on
     FROM payroll_row w
     JOIN payroll_file f ON f.tenant_id = w.tenant_id AND f.id = w.payroll_file_id AND f.superseded_by IS NULL AND NOT f.is_undone
     LEFT JOIN reference_entry c ON c.tenant_id = w.tenant_id AND c.id = w.currency_id
     WHERE w.tenant_id = $1 AND w.pay_date BETWEEN $2::date AND $3::date
     GROUP BY c.code
     ORDER BY ${currencySort('c.code')}`,
    [tx.tenantId, from, on],
  );

/** Returns what payroll files in force paid in each span, by pay type and currency, the base currency first. */
export const payrollBySpan = (tx: Transaction, spans: readonly YearSpan[]): Promise<PaidInSpan[]> =>
  tx.prepared<PaidInSpan>(
    `SELECT s.first_day::text AS "from", s.until::text AS on, t.description AS "payType", c.code AS currency, sum(w.amount)::text AS amount
     FROM (SELECT DISTINCT first_day, until FROM unnest($2::date[], $3::date[]) AS u(first_day, until)) s
     JOIN payroll_row w ON w.tenant_id = $1 AND w.pay_date BETWEEN s.first_day AND s.until
     JOIN payroll_file f ON f.tenant_id = w.tenant_id AND f.id = w.payroll_file_id AND f.superseded_by IS NULL AND NOT f.is_undone
     JOIN reference_entry t ON t.tenant_id = w.tenant_id AND t.id = w.pay_type_id
     LEFT JOIN reference_entry c ON c.tenant_id = w.tenant_id AND c.id = w.currency_id
     GROUP BY s.first_day, s.until, t.description, c.code
     ORDER BY ${currencySort('c.code')}, t.description, s.until`,
    [tx.tenantId, spans.map(({ from }) => from), spans.map(({ on }) => on)],
  );

/** Returns the number of draft statements by year, the latest first. */
export const draftsByYear = (tx: Transaction): Promise<{ readonly year: number; readonly drafts: number }[]> =>
  tx.prepared(
    `SELECT year, count(*)::int AS drafts FROM pay_statement WHERE tenant_id = $1 AND status = 'DRAFT' GROUP BY year ORDER BY year DESC`,
    [tx.tenantId],
  );
