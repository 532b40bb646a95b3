import { deferredAwards as report } from '@carrara/contract/compensation/reports/deferredAwards';
import { type DeferredKind, rollForward } from '@carrara/domain/compensation/deferred';
import { calendarDate, decimal, moneyText } from '@carrara/domain/kernel';
import { defineReportQuery, queryRows } from '../../engine/reports/reportQuery.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';

interface Award {
  readonly id: string;
  readonly entries: readonly {
    readonly kind: DeferredKind;
    readonly tranche: number | null;
    readonly on: string;
    readonly amount: string;
  }[];
}
const statement = `SELECT d.id, d.employee_id AS employee, d.grant_date AS "grantDate", ${currencyCodeSql('d')} AS currency,
    coalesce((SELECT jsonb_agg(jsonb_build_object('kind', e.kind, 'tranche', e.tranche, 'on', e.entry_date, 'amount', e.amount::text) ORDER BY e.position)
      FROM deferred_entry e WHERE e.tenant_id = d.tenant_id AND e.deferred_award_id = d.id), '[]') AS entries
  FROM deferred_award d WHERE :employeeId::uuid IS NULL OR d.employee_id = :employeeId`;
const BEGINNING = '1900-01-01';

/** Report on awards that were outstanding or changed in the period. Without dates, it covers everything until today. */
export const deferredAwards = defineReportQuery(report, {
  source: 'rows',
  from: async (tx, values) => {
    const first = calendarDate(String(values['from'] ?? BEGINNING));
    const last = calendarDate(String(values['to'] ?? values['today']));
    return (await queryRows<Award>(tx, statement, values)).flatMap(({ entries, ...row }) => {
      const own = entries.map((entry) => ({ ...entry, on: calendarDate(entry.on), amount: decimal(entry.amount) }));
      const { opening, granted, paid, forfeited, closing, vested } = rollForward(own, first, last);
      const figures = { opening, granted, paid, forfeited, closing, vested };
      if (Object.values(figures).every((figure) => figure.isZero())) return [];
      return [
        { ...row, ...Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, moneyText(figure)])) },
      ];
    });
  },
});
