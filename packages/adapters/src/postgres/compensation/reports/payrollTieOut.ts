import { payrollTieOut as report } from '@carrara/contract/compensation/reports/payrollTieOut';
import {
  needsExplanation,
  tieOut,
  tieOutBases,
  tieOutReasons,
  usualTolerance,
} from '@carrara/domain/compensation/payroll';
import { calendarDate, type Decimal, decimal, moneyText } from '@carrara/domain/kernel';
import { employedSpans, employmentHistory } from '@carrara/domain/people/participant';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { defineReportQuery, queryRows } from '../../engine/reports/reportQuery.ts';
import { derivedId } from '../../engine/reports/derivedId.ts';

interface Tied {
  readonly employee: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly hireDate: string | null;
  readonly terminationDate: string | null;
  readonly events: readonly { readonly kind: 'HIRED' | 'TERMINATED' | 'REHIRED'; readonly eventDate: string }[];
  readonly salaries: readonly {
    readonly effectiveDate: string;
    readonly paidRate: string;
    readonly currency: string;
    readonly isHourly: boolean;
  }[];
  readonly paid: readonly { readonly currency: string; readonly amount: string }[];
  readonly explained: readonly {
    readonly currency: string;
    readonly difference: string;
    readonly explanation: string;
  }[];
}

const code = (alias: string) =>
  `(SELECT c.code FROM reference_entry c WHERE c.tenant_id = ${alias}.tenant_id AND c.id = ${alias}.currency_id)`;
const all = (fields: string, from: string, order: string) =>
  `coalesce((SELECT jsonb_agg(jsonb_build_object(${fields}) ORDER BY ${order}) FROM ${from}), '[]')`;
const own = (table: string) => `${table} x WHERE x.tenant_id = e.tenant_id AND x.employee_id = e.id`;

/**
 * Selects the requested periods, otherwise the latest that has ended. Only periods in which a salary was paid count: a
 * file with bonuses alone says nothing about salaries. For each period, selects everybody paid by one of its files.
 * Also selects everybody with a stored salary, in a salary currency of the period, that no file of those days pays.
 */
const statement = `WITH paid AS MATERIALIZED (SELECT f.period_start, f.period_end, r.tenant_id, r.employee_id, r.currency_id,
      sum(r.amount) FILTER (WHERE t.sub_type = 'SALARY') AS amount
    FROM payroll_file f JOIN payroll_row r ON r.tenant_id = f.tenant_id AND r.payroll_file_id = f.id
    JOIN reference_entry t ON t.tenant_id = r.tenant_id AND t.id = r.pay_type_id
    WHERE f.superseded_by IS NULL AND NOT f.is_undone
    GROUP BY f.period_start, f.period_end, r.tenant_id, r.employee_id, r.currency_id),
  salaried AS MATERIALIZED (SELECT DISTINCT p.tenant_id, p.period_start, p.period_end, p.currency_id FROM paid p WHERE p.amount IS NOT NULL),
  salaries AS (SELECT p.employee_id, p.period_start, p.period_end,
      jsonb_agg(jsonb_build_object('currency', ${code('p')}, 'amount', p.amount::text) ORDER BY p.currency_id) AS amounts
    FROM paid p WHERE p.amount IS NOT NULL GROUP BY p.employee_id, p.period_start, p.period_end),
  period AS (SELECT DISTINCT f.tenant_id, f.period_start, f.period_end FROM salaried f
    WHERE CASE WHEN :from::date IS NULL AND :to::date IS NULL THEN f.period_end = (SELECT max(o.period_end) FROM salaried o WHERE o.period_end <= :today::date)
      ELSE (:from::date IS NULL OR f.period_start >= :from::date) AND (:to::date IS NULL OR f.period_end <= :to::date) END),
  person AS (SELECT p.period_start, p.period_end, p.employee_id FROM paid p JOIN period o USING (period_start, period_end)
    UNION SELECT o.period_start, o.period_end, s.employee_id FROM period o
      JOIN salary s ON s.tenant_id = o.tenant_id AND s.effective_date <= o.period_end
      JOIN salaried c ON c.period_start = o.period_start AND c.period_end = o.period_end AND c.currency_id = s.currency_id
      WHERE NOT EXISTS (SELECT FROM paid p WHERE p.employee_id = s.employee_id AND p.amount IS NOT NULL
        AND p.period_start <= o.period_end AND p.period_end >= o.period_start))
  SELECT e.id AS employee, o.period_start::text AS "periodStart", o.period_end::text AS "periodEnd", e.hire_date::text AS "hireDate",
    b.termination_date::text AS "terminationDate",
    ${all(`'kind', x.kind, 'eventDate', x.event_date`, own('employment_event'), 'x.event_date, x.created_at')} AS events,
    ${all(`'effectiveDate', x.effective_date, 'paidRate', x.paid_rate::text, 'currency', ${code('x')}, 'isHourly', x.frequency = 'HOURLY'`, own('salary'), 'x.effective_date')} AS salaries,
    coalesce(s.amounts, '[]') AS paid,
    ${all(`'currency', ${code('x')}, 'difference', x.difference::text, 'explanation', x.explanation`, `${own('payroll_explanation')} AND x.period_start = o.period_start AND x.period_end = o.period_end`, 'x.id')} AS explained
  FROM person o JOIN employee e ON e.id = o.employee_id JOIN participant b ON b.tenant_id = e.tenant_id AND b.id = e.id
  LEFT JOIN salaries s ON s.employee_id = o.employee_id AND s.period_start = o.period_start AND s.period_end = o.period_end
  WHERE :employeeId::uuid IS NULL OR e.id = :employeeId`;

async function toleranceOf(tx: Transaction): Promise<Decimal> {
  const [firm] = await tx.query<{ tolerance: string | null }>(
    `SELECT settings ->> 'payrollTolerance' AS tolerance FROM tenant WHERE id = $1`,
    [tx.tenantId],
  );
  return firm?.tolerance == null ? usualTolerance : decimal(firm.tolerance);
}

/** Report on payroll payments against salaries, with explanations. */
export const payrollTieOut = defineReportQuery(report, {
  source: 'rows',
  from: async (tx, values) => {
    const tolerance = await toleranceOf(tx);
    return (await queryRows<Tied>(tx, statement, values)).flatMap((row) => {
      const day = (text: string | null) => (text === null ? null : calendarDate(text));
      const events = row.events.map(({ kind, eventDate }) => ({ kind, eventDate: calendarDate(eventDate) }));
      const employment = employedSpans(
        employmentHistory(events, { hireDate: day(row.hireDate), terminationDate: day(row.terminationDate) }),
      );
      const salaries = row.salaries.map((salary) => ({
        ...salary,
        effectiveDate: calendarDate(salary.effectiveDate),
        paidRate: decimal(salary.paidRate),
      }));
      const paid = row.paid.map(({ currency, amount }) => ({ currency, amount: decimal(amount) }));
      const tied = tieOut(salaries, employment, paid, calendarDate(row.periodStart), calendarDate(row.periodEnd));
      return tied.flatMap(({ currency, expected, paid: amount, difference, reason, basis }) => {
        const explanation = row.explained.find((explained) => explained.currency === currency);
        const explained = explanation ? decimal(explanation.difference) : null;
        const isOpen = needsExplanation(difference, explained, tolerance);
        const isExplained = difference !== null && (explained?.eq(difference) ?? false);
        const status = reason ? 'UNDETERMINED' : isOpen ? 'OPEN' : isExplained ? 'EXPLAINED' : 'AGREED';
        if (values['status'] != null && values['status'] !== status) return [];
        return [
          {
            id: derivedId(row.employee, row.periodStart, row.periodEnd, currency),
            employee: row.employee,
            periodStart: row.periodStart,
            periodEnd: row.periodEnd,
            currency,
            expected: expected && moneyText(expected),
            paid: moneyText(amount),
            difference: difference && moneyText(difference),
            basis: reason ? null : tieOutBases[basis],
            status,
            explanation: isExplained ? (explanation?.explanation ?? null) : null,
            notDetermined: reason
              ? ['expected', 'difference'].map((field) => ({ field, code: reason, message: tieOutReasons[reason] }))
              : [],
          },
        ];
      });
    });
  },
});
