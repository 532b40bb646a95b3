import { payOfPeople } from '@carrara/adapters/postgres/compensation/payOfPeople';
import { tieOut } from '@carrara/domain/compensation/payroll';
import { addDays, type CalendarDate, calendarDate, decimal, err, fail, moneyText, ok } from '@carrara/domain/kernel';
import { payOf } from '../concepts/compensation/yearsOfPay.ts';
import type { RequestContext } from '../core/operations.ts';
import { fileOf } from './fileOf.ts';
import type { Firm, Happening } from './firm.ts';
import type { DemoPersonKey } from './people.ts';

/** A month in which a provider's payment differed from the salary. */
interface PayrollDifference {
  readonly code: string;
  /** Such as `2026-08`. */
  readonly month: string;
  readonly amount: string;
  /** Explanation. Null if unknown so far. */
  readonly explanation: string | null;
}
export interface PayrollFacts {
  /** Person in charge of payroll. */
  readonly head: DemoPersonKey;
  /** Providers by currency. */
  readonly providers: Readonly<Record<string, string>>;
  /** Files in order of arrival, each with its months. */
  readonly files: readonly { readonly name: string; readonly day: string; readonly months: readonly string[] }[];
  readonly differences: readonly PayrollDifference[];
  /** Month in which awards of the previous year are paid, and the date. */
  readonly awardsPaid: { readonly month: string; readonly day: string };
}

interface Month {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}
function monthOf(month: string): Month {
  const first = calendarDate(`${month}-01`);
  const next = addDays(first, 31);
  return { first, last: addDays(calendarDate(`${next.slice(0, 7)}-01`), -1) };
}
const fileType = 'payroll-actuals' as const;
const headings = 'Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency';

/**
 * Plays payroll files as providers would send them, derived from the stored salaries and awards. Differences are
 * explained if somebody knows the reason.
 */
export function payroll(firm: Firm, facts: PayrollFacts): Happening[] {
  const { operations, plan, book } = firm;
  const employees = plan.participants.filter(({ type }) => type === 'Employee');
  const idOf = (code: string) => book.id('participant', code);

  /** Returns the lines of the months: salaries, and once a year the awards of the previous year. */
  async function linesOf({ tx }: RequestContext, months: readonly string[]): Promise<readonly string[]> {
    const people = new Map((await payOfPeople(tx, null)).map((storedPay) => [storedPay.employeeId, storedPay]));
    return months.flatMap((month) => {
      const { first, last } = monthOf(month);
      return employees.flatMap(({ code }) => {
        const kept = people.get(idOf(code));
        if (!kept) return [];
        const { salaries, employment } = payOf(kept, []);
        const line = (payDate: string, type: string, amount: string, currency: string) =>
          [code, facts.providers[currency] ?? '', first, last, payDate, type, amount, currency].join();
        const other =
          facts.differences.find((difference) => difference.code === code && difference.month === month)?.amount ??
          '0.00';
        const rates = salaries.map((salary) => ({ ...salary, isHourly: false }));
        const earned = tieOut(rates, employment, [], first, last).flatMap(({ currency, expected }) =>
          expected ? [line(last, 'SALARY', moneyText(expected.add(decimal(other))), currency)] : [],
        );
        if (month.slice(5) !== facts.awardsPaid.month) return earned;
        const awards = kept.awards.filter(({ performanceYear }) => performanceYear === Number(month.slice(0, 4)) - 1);
        const paidOn = `${month}-${facts.awardsPaid.day}`;
        return [
          ...earned,
          ...awards.map(({ subType, amount, currency }) => line(paidOn, subType ?? '', amount, currency)),
        ];
      });
    });
  }

  /** Explains the differences of the months as the tie-out displays them. */
  async function explain(context: RequestContext, months: readonly string[]) {
    for (const { code, month, amount, explanation } of facts.differences) {
      if (explanation === null || !months.includes(month)) continue;
      const { first: periodStart, last: periodEnd } = monthOf(month);
      const [kept] = await payOfPeople(context.tx, [idOf(code)]);
      const currency = kept?.salaries.at(-1)?.currency ?? '';
      const body = { employeeId: idOf(code), periodStart, periodEnd, currency, difference: amount, explanation };
      const done = await operations.payroll.explainPayroll(context, { body });
      if (done.isErr()) return err(done.error);
    }
    return ok(undefined);
  }

  return facts.files.map(({ name, day, months }) => ({
    day,
    who: facts.head,
    act: async (context) => {
      const text = [headings, ...(await linesOf(context, months)), ''].join('\n');
      const checked = await operations.upload.uploadFile(context, {
        params: { fileType },
        query: {},
        file: fileOf(name, 'text/csv', Buffer.from(text)),
      });
      if (checked.isErr()) return err(checked.error);
      const { id, errors } = checked.value;
      if (errors.length > 0)
        return err(errors.map(({ row, reason }) => fail('FILE_HAS_ERRORS', [name, row ?? 0], reason)));
      const done = await operations.upload.confirmUpload(context, {
        params: { id, fileType, confirmed: 'true' },
        body: { warningsConfirmed: true, overwrite: false },
      });
      return done.isErr() ? err(done.error) : explain(context, months);
    },
  }));
}
