import { type CalendarDate, compareDates, type Decimal, decimal, moneyText, zero } from '../../kernel/index.ts';
import { type SalaryFrom, salariesOfDays, type Span } from '../salary/index.ts';
import type { PayrollPeriod, PayrollRow } from './payrollRow.ts';

/** A row of a file as it was read. */
export interface EnteredPayroll extends PayrollRow, PayrollPeriod {
  /** The row number in the spreadsheet. */
  readonly row: number;
  /** The same key for all rows of one provider and period, regardless of the provider's spelling. */
  readonly periodKey: string;
  readonly isSalary: boolean;
  /** True if its pay type takes back pay, as a correction does. */
  readonly isCorrection: boolean;
}
/** The total that a file pays for one pay type in one currency. */
interface PayrollSum {
  readonly payTypeId: string;
  readonly currencyId: string;
  readonly amount: string;
  readonly rows: number;
  readonly people: number;
}
/** A summary of a payroll file for review before the import. */
export interface ReportedOfPayroll {
  readonly sums: readonly PayrollSum[];
  /** The number of people it pays. */
  readonly people: number;
  /** Rows that repeat an earlier one. They are imported too, because repeated payments are possible. */
  readonly repeated: readonly { readonly row: number; readonly as: number }[];
  /** The periods for which the file pays salaries, with their currencies and the people paid. */
  readonly salaried: readonly SalariedPeriod[];
  /** The rows without errors. */
  readonly entered: readonly EnteredPayroll[];
}
export interface SalariedPeriod {
  readonly periodStart: CalendarDate;
  readonly periodEnd: CalendarDate;
  readonly currencyIds: ReadonlySet<string>;
  readonly paid: ReadonlySet<string>;
}
/** A person with a salary on record. */
export interface SalariedPerson {
  readonly employeeId: string;
  readonly employment: readonly Span[];
  readonly salaries: readonly Pick<SalaryFrom, 'effectiveDate' | 'currency'>[];
}

/** Adds up the rows of a file by pay type and currency and finds repeated rows. Units: amounts in the currency of their rows. */
export function reportedOfPayroll(rows: readonly EnteredPayroll[]): ReportedOfPayroll {
  const sums = new Map<string, { readonly payroll: EnteredPayroll; sum: Decimal; rows: number; people: Set<string> }>();
  const first = new Map<string, number>();
  const repeated: { row: number; as: number }[] = [];
  const salaried = new Map<
    string,
    Omit<SalariedPeriod, 'currencyIds' | 'paid'> & { currencyIds: Set<string>; paid: Set<string> }
  >();
  for (const row of rows) {
    const { employeeId, payDate, payTypeId, currencyId, amount, periodStart, periodEnd } = row;
    const sum = sums.get(`${payTypeId} ${currencyId}`) ?? { payroll: row, sum: zero, rows: 0, people: new Set() };
    sums.set(`${payTypeId} ${currencyId}`, sum);
    sum.sum = sum.sum.add(decimal(amount));
    sum.rows += 1;
    sum.people.add(employeeId);
    const key = [row.periodKey, employeeId, payDate, payTypeId, currencyId, amount].join(' ');
    const as = first.get(key);
    if (as === undefined) first.set(key, row.row);
    else repeated.push({ row: row.row, as });
    if (!row.isSalary) continue;
    const days = `${periodStart} ${periodEnd}`;
    const period = salaried.get(days) ?? { periodStart, periodEnd, currencyIds: new Set(), paid: new Set() };
    salaried.set(days, period);
    period.currencyIds.add(currencyId);
    period.paid.add(employeeId);
  }
  return {
    sums: [...sums.values()].map(({ payroll: { payTypeId, currencyId }, sum, rows: count, people }) => ({
      payTypeId,
      currencyId,
      amount: moneyText(sum),
      rows: count,
      people: people.size,
    })),
    people: new Set(rows.map(({ employeeId }) => employeeId)).size,
    repeated,
    salaried: [...salaried.values()],
    entered: rows,
  };
}

/**
 * Returns the people with a salary in a period whom the file doesn't pay, although it pays salaries in that currency.
 * Neither this file nor another current one (`paidByOthers`) pays them for any of those days. As in the tie-out, a file
 * that pays only bonuses misses nobody.
 */
export function missedByPayroll(
  { periodStart, periodEnd, currencyIds }: SalariedPeriod,
  ofFile: readonly SalariedPeriod[],
  people: readonly SalariedPerson[],
  paidByOthers: ReadonlySet<string>,
): readonly string[] {
  const meet = ofFile.filter(
    (other) => compareDates(other.periodStart, periodEnd) <= 0 && compareDates(other.periodEnd, periodStart) >= 0,
  );
  return people.flatMap(({ employeeId, employment, salaries }) => {
    if (paidByOthers.has(employeeId) || meet.some(({ paid }) => paid.has(employeeId))) return [];
    const worked = salariesOfDays(salaries, employment, periodStart, periodEnd);
    return worked.some(({ currency }) => currencyIds.has(currency)) ? [employeeId] : [];
  });
}
