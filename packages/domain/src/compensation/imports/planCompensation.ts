import {
  type CalendarDate,
  calendarDate,
  type Decimal,
  decimal,
  type Failures,
  hundred,
  moneyText,
  numberText,
  yearOf,
} from '../../kernel/index.ts';
import { type Counts, lookup, type Named, type ReadRow, type RowRefusal, textOf } from '../../platform/upload/index.ts';
import { awardFailures, payDateFailures } from '../award/index.ts';
import { grantFailures, trancheAmounts } from '../deferred/index.ts';
import { annualRates, type PayFrequency, salaryFailures } from '../salary/index.ts';
import type { CompensationKind } from './importTypes.ts';
import { lookupPeople, type NamedPerson } from './namedPeople.ts';

export interface PaidPerson extends NamedPerson {
  readonly hireDate: CalendarDate | null;
}
interface Entered {
  readonly employeeId: string;
  readonly date: CalendarDate;
  readonly amount: string;
  readonly currencyId: string;
}
interface PlannedSalary extends Entered {
  readonly kind: 'SALARY';
  readonly frequency: PayFrequency;
  readonly hoursAWeek: string | null;
  readonly ftePercent: string;
  readonly reason: string | null;
}
interface PlannedAward extends Entered {
  readonly kind: 'AWARD';
  readonly payTypeId: string;
  readonly performanceYear: number;
  readonly payDate: CalendarDate | null;
}
interface PlannedDeferred extends Entered {
  readonly kind: 'DEFERRED';
  readonly tranches: readonly {
    readonly vestDate: CalendarDate;
    readonly percent: string;
    readonly payDate: CalendarDate;
  }[];
}
type PlannedPay = PlannedSalary | PlannedAward | PlannedDeferred;
/** Existing pay records. */
export type ExistingPay = PlannedPay & {
  readonly id: string;
  readonly rowVersion: number;
  /** True for a paid or canceled award, which can be reversed but not overwritten. */
  readonly isSettled: boolean;
};
export interface ExistingOfPay {
  readonly employees: readonly PaidPerson[];
  readonly payTypes: readonly (Named & { readonly payTypeClass: string | null })[];
  readonly currencies: readonly Named[];
  readonly existing: readonly ExistingPay[];
  readonly today: CalendarDate;
  /** Records that other sheets of the file create, by key, with their location. */
  readonly elsewhere?: ReadonlyMap<string, string>;
}
export interface CompensationPlan {
  readonly pay: readonly { readonly planned: PlannedPay; readonly before: ExistingPay | undefined }[];
  readonly counts: Counts;
  readonly refusals: readonly RowRefusal[];
  /** The keys of all records in the rows, including unchanged ones. */
  readonly keys: readonly string[];
}

/** Returns the key that identifies a salary, an award or a grant. */
const keyOf = (pay: PlannedPay): string =>
  pay.kind === 'SALARY'
    ? `SALARY ${pay.employeeId} ${pay.date}`
    : pay.kind === 'AWARD'
      ? `AWARD ${pay.employeeId} ${pay.date} ${pay.payTypeId} ${pay.performanceYear}`
      : `DEFERRED ${pay.employeeId} ${pay.date} ${pay.currencyId}`;
/** Returns the values of a record other than its key. */
const contentOf = (pay: PlannedPay): string =>
  (pay.kind === 'SALARY'
    ? [pay.amount, pay.currencyId, pay.frequency, pay.hoursAWeek, pay.ftePercent]
    : pay.kind === 'AWARD'
      ? [pay.amount, pay.currencyId, pay.payDate]
      : [pay.amount, ...pay.tranches.flatMap(({ vestDate, percent, payDate }) => [vestDate, percent, payDate])]
  ).join(' ');

/** The column to which a validation failure of a field belongs. */
const columnOf: Readonly<Record<string, string>> = {
  effectiveDate: 'date',
  grantDate: 'date',
  awardDate: 'date',
  tranches: 'percent',
  vestDate: 'vestDate',
  payDate: 'payDate',
};

/**
 * Plans the records that the rows of a file create: salaries, awards, and deferred awards with one row per tranche.
 *
 * A salary is identified by employee and date, an award by employee, date, pay type and year, a grant by employee, date and currency. Identical
 * records change nothing; different ones replace the existing record. Paid awards and grants can't be overwritten.
 *
 * Units:  FTE and tranches in percent.
 * Fails:  in `refusals`, every row with each of its reasons, including validation failures of the records.
 */
export function planCompensation(rows: readonly ReadRow[], existing: ExistingOfPay): CompensationPlan {
  const refusals: RowRefusal[] = [];
  const [personNamed, typeNamed, currencyNamed] = [
    lookupPeople(existing.employees),
    lookup(existing.payTypes),
    lookup(existing.currencies),
  ];
  const existingByKey = new Map(existing.existing.map((pay) => [keyOf(pay), pay]));
  const planned = new Map<string, { readonly row: number; readonly rows: number[]; readonly pay: PlannedPay }>();
  for (const row of rows) {
    const at = row.row;
    const before = refusals.length;
    // If a cell already has an error, don't report another.
    const refuse = (field: string, reason: string) => {
      if (!row.unread?.includes(field)) refusals.push({ row: at, field, reason });
    };
    const refuseAll = (failures: Failures) => {
      for (const { path, detail } of failures) {
        const field = path.findLast((part) => typeof part === 'string') ?? '';
        refuse(columnOf[field] ?? field, detail);
      }
    };
    const word = (field: string) => textOf(row, field) ?? '';
    const kind = word('kind') as CompensationKind;
    const employee = personNamed(word('employee'));
    const currency = currencyNamed(word('currency'));
    if (!employee) refuse('employee', `There is no employee '${word('employee')}'.`);
    if (!currency) refuse('currency', `There is no currency '${word('currency')}'.`);
    const dayOf = (field: string): CalendarDate | null =>
      textOf(row, field) === null ? null : calendarDate(word(field));
    const figureOf = (field: string): Decimal | null => (textOf(row, field) === null ? null : decimal(word(field)));
    const { isOwn = false, hireDate = null } = employee ?? {};
    const dated = dayOf('date');
    // Substitute valid values for faulty cells so that the other cells of the row can be checked.
    const [date, amount] = [dated ?? hireDate ?? existing.today, figureOf('amount') ?? decimal(1)];
    const entered = {
      employeeId: employee?.id ?? '',
      date,
      amount: moneyText(amount),
      currencyId: currency?.id ?? '',
    };
    let pay: PlannedPay | undefined;
    if (kind === 'SALARY') {
      const frequency = (textOf(row, 'frequency') ?? 'ANNUAL') as PayFrequency;
      const rate = {
        amount,
        frequency,
        hoursAWeek: figureOf('hoursAWeek'),
        ftePercent: figureOf('ftePercent') ?? hundred,
      };
      refuseAll(salaryFailures(date, { hireDate, isOwn }, existing.today));
      const rates = annualRates(rate);
      if (rates.isErr()) refuseAll(rates.error);
      pay = {
        kind,
        ...entered,
        frequency,
        hoursAWeek: rate.hoursAWeek && numberText(rate.hoursAWeek),
        ftePercent: numberText(rate.ftePercent),
        reason: textOf(row, 'reason'),
      };
    } else if (kind === 'AWARD') {
      const payType = typeNamed(word('payType'));
      if (!payType)
        refuse(
          'payType',
          word('payType') === '' ? 'Enter the pay type of the award.' : `There is no pay type '${word('payType')}'.`,
        );
      const year = figureOf('performanceYear');
      if (year && !(year.isInteger() && year.gte(1900) && year.lte(2200)))
        refuse('performanceYear', `'${word('performanceYear')}' isn’t a year.`);
      const payDate = dayOf('payDate');
      refuseAll(
        awardFailures(
          { amount, payTypeClass: payType?.payTypeClass ?? null, awardDate: date },
          { hireDate, isOwn },
          existing.today,
        ),
      );
      if (payDate && dated) refuseAll(payDateFailures(date, payDate, existing.today));
      if (payType)
        pay = {
          kind,
          ...entered,
          payTypeId: payType.id,
          performanceYear: year ? year.toNumber() : yearOf(date),
          payDate,
        };
    } else if (kind === 'DEFERRED') {
      const [vestDate, percent, payDate] = [dayOf('vestDate'), figureOf('percent'), dayOf('payDate')];
      if (!vestDate) refuse('vestDate', 'Enter the vest date of the tranche.');
      if (!percent) refuse('percent', 'Enter the percentage of the tranche.');
      if (vestDate && percent) {
        const paidOn = payDate ?? vestDate;
        if (dated) {
          const terms = [{ vestDate, payDate: paidOn }];
          refuseAll(grantFailures({ amount, grantDate: date, tranches: terms }, isOwn, existing.today));
        }
        if (row.unread) continue;
        const tranche = { vestDate, percent: numberText(percent), payDate: paidOn };
        const first = planned.get(`DEFERRED ${entered.employeeId} ${entered.date} ${entered.currencyId}`);
        if (first?.pay.kind === 'DEFERRED') {
          if (first.pay.amount !== entered.amount)
            refuse('amount', `Row ${first.row} has a different amount for this award.`);
          else if (refusals.length === before) {
            const all = { ...first.pay, tranches: [...first.pay.tranches, tranche] };
            planned.set(keyOf(all), { row: first.row, rows: [...first.rows, at], pay: all });
          }
          continue;
        }
        pay = { kind, ...entered, tranches: [tranche] };
      }
    }
    if (refusals.length > before || row.unread || !employee || !currency || !pay) continue;
    const twin = planned.get(keyOf(pay));
    const elsewhere = existing.elsewhere?.get(keyOf(pay));
    if (twin) refuse('date', `Row ${twin.row} already has an entry for this date.`);
    else if (elsewhere !== undefined) refuse('date', `The sheet ${elsewhere} already has an entry for this date.`);
    else planned.set(keyOf(pay), { row: at, rows: [at], pay });
  }
  const result: { planned: PlannedPay; before: ExistingPay | undefined }[] = [];
  let [created, changed, unchanged] = [0, 0, 0];
  for (const { row, pay } of planned.values()) {
    if (pay.kind === 'DEFERRED') {
      const amounts = trancheAmounts(
        decimal(pay.amount),
        pay.tranches.map((tranche) => ({ ...tranche, percent: decimal(tranche.percent) })),
      );
      if (amounts.isErr()) {
        for (const { path, detail } of amounts.error) {
          const field = path.findLast((part) => typeof part === 'string') ?? '';
          refusals.push({ row, field: columnOf[field] ?? field, reason: detail });
        }
        continue;
      }
    }
    const before = existingByKey.get(keyOf(pay));
    if (before && contentOf(before) === contentOf(pay)) {
      unchanged += 1;
      continue;
    }
    if (before && (before.isSettled || pay.kind === 'DEFERRED')) {
      const reason =
        pay.kind === 'DEFERRED'
          ? 'There is another grant on this date. Grants can’t be overwritten, so reverse it first.'
          : 'The award is paid or canceled, so it can’t be overwritten. If it is paid, reverse it first.';
      refusals.push({ row, field: 'amount', reason });
      continue;
    }
    if (before) changed += 1;
    else created += 1;
    result.push({ planned: pay, before });
  }
  return { pay: result, counts: { created, changed, unchanged, missing: 0 }, refusals, keys: [...planned.keys()] };
}
