import {
  type CalendarDate,
  calendarDate,
  type Decimal,
  decimal,
  type Failures,
  hundred,
  moneyText,
  numberText,
  calendarYear,
} from '../../kernel/index.ts';
import {
  type Counts,
  currencyLookup,
  lookup,
  type NamedCurrency,
  type NamedRecord,
  type ReadRow,
  type RowRefusal,
  textValue,
} from '../../platform/upload/index.ts';
import { awardFailures, payDateFailures } from '../award/index.ts';
import { grantFailures, trancheAmounts } from '../deferred/index.ts';
import { annualRates, isEmploymentOver, type PayFrequency, salaryFailures, type Span } from '../salary/index.ts';
import type { CompensationKind } from './importTypes.ts';
import { lookupPeople, type NamedPerson } from './namedPeople.ts';

export interface PaidPerson extends NamedPerson {
  readonly hireDate: CalendarDate | null;
  readonly employment: readonly Span[];
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
  readonly payTypes: readonly (NamedRecord & { readonly payTypeClass: string | null })[];
  readonly currencies: readonly NamedCurrency[];
  readonly existing: readonly ExistingPay[];
  readonly today: CalendarDate;
  /** Records that other sheets of the file create, by key, with their location. */
  readonly elsewhere?: ReadonlyMap<string, string>;
}
export interface CompensationPlan {
  readonly pay: readonly {
    readonly row: number;
    readonly planned: PlannedPay;
    readonly before: ExistingPay | undefined;
  }[];
  readonly counts: Counts;
  readonly refusals: readonly RowRefusal[];
  /** The new or changed pay that is dated after the last day of employment, with its rows. */
  readonly afterLeaving: readonly {
    readonly row: number;
    readonly kind: CompensationKind;
    readonly employeeId: string;
  }[];
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
const columns: Readonly<Record<string, string>> = {
  effectiveDate: 'date',
  grantDate: 'date',
  awardDate: 'date',
  tranches: 'percent',
  vestDate: 'vestDate',
  payDate: 'payDate',
};
function columnOfFailure({ path }: Failures[number]): string {
  const field = path.findLast((part) => typeof part === 'string') ?? '';
  return columns[field] ?? field;
}

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
    currencyLookup(existing.currencies),
  ];
  const planned = new Map<string, ReadPay>();
  for (const row of rows) {
    const before = refusals.length;
    const cells = payCells(row, refusals);
    const { refuse, cellText } = cells;
    const employee = personNamed(cellText('employee'));
    const named = currencyNamed(cellText('currency'));
    const currency = named.isOk() ? named.value : undefined;
    if (!employee) refuse('employee', `There is no employee '${cellText('employee')}'.`);
    if (named.isErr()) refuse('currency', named.error);
    const { isOwn = false, hireDate = null } = employee ?? {};
    const dated = cells.dayOf('date');
    // Substitute valid values for faulty cells so that the other cells of the row can be checked.
    const [date, amount] = [dated ?? hireDate ?? existing.today, cells.figureOf('amount') ?? decimal(1)];
    const entered = {
      employeeId: employee?.id ?? '',
      date,
      amount: moneyText(amount),
      currencyId: currency?.id ?? '',
    };
    const pay = readPay(cellText('kind') as CompensationKind, cells, typeNamed, {
      entered,
      amount,
      isDated: dated !== null,
      employment: { hireDate, isOwn },
      today: existing.today,
    });
    const first = pay?.kind === 'DEFERRED' && !row.unread ? planned.get(keyOf(pay)) : undefined;
    if (pay?.kind === 'DEFERRED' && first?.pay.kind === 'DEFERRED') {
      if (first.pay.amount !== pay.amount) refuse('amount', `Row ${first.row} has a different amount for this award.`);
      else if (refusals.length === before) {
        const all = { ...first.pay, tranches: [...first.pay.tranches, ...pay.tranches] };
        planned.set(keyOf(all), { row: first.row, pay: all });
      }
      continue;
    }
    if (refusals.length > before || row.unread || !employee || !currency || !pay) continue;
    const twin = planned.get(keyOf(pay));
    const elsewhere = existing.elsewhere?.get(keyOf(pay));
    if (twin) refuse('date', `Row ${twin.row} already has an entry for this date.`);
    else if (elsewhere !== undefined) refuse('date', `The sheet ${elsewhere} already has an entry for this date.`);
    else planned.set(keyOf(pay), { row: row.row, pay });
  }
  const compared = comparePay([...planned.values()], existing.existing, refusals);
  const employmentOf = new Map(existing.employees.map(({ id, employment }) => [id, employment]));
  const afterLeaving = compared.pay.flatMap(({ row, planned: { kind, employeeId, date } }) =>
    isEmploymentOver(employmentOf.get(employeeId) ?? [], date) ? [{ row, kind, employeeId }] : [],
  );
  return { ...compared, refusals, afterLeaving, keys: [...planned.keys()] };
}

/** A record of the file with its first row. */
interface ReadPay {
  readonly row: number;
  readonly pay: PlannedPay;
}

/** The values that all kinds of pay share, and the context in which a record is validated. */
interface PayContext {
  readonly entered: Entered;
  readonly amount: Decimal;
  /** False if the row has no valid date and another is substituted. */
  readonly isDated: boolean;
  readonly employment: Pick<PaidPerson, 'hireDate' | 'isOwn'>;
  readonly today: CalendarDate;
}

type PayCells = ReturnType<typeof payCells>;

/** Returns readers for the cells of a row, and functions that add refusals for it. */
function payCells(row: ReadRow, refusals: RowRefusal[]) {
  // If a cell already has an error, don't report another.
  const refuse = (field: string, reason: string) => {
    if (!row.unread?.includes(field)) refusals.push({ row: row.row, field, reason });
  };
  const text = (field: string) => textValue(row, field);
  const cellText = (field: string) => text(field) ?? '';
  return {
    refuse,
    refuseAll: (failures: Failures) => {
      for (const failure of failures) refuse(columnOfFailure(failure), failure.detail);
    },
    text,
    cellText,
    dayOf: (field: string): CalendarDate | null => (text(field) === null ? null : calendarDate(cellText(field))),
    figureOf: (field: string): Decimal | null => (text(field) === null ? null : decimal(cellText(field))),
  };
}

/** Reads the pay of a row, with a single tranche if it is deferred. Undefined if a value that identifies it is missing. */
function readPay(
  kind: CompensationKind,
  cells: PayCells,
  typeNamed: (text: string) => ExistingOfPay['payTypes'][number] | undefined,
  context: PayContext,
): PlannedPay | undefined {
  if (kind === 'SALARY') return readSalary(cells, context);
  if (kind === 'AWARD') return readAward(cells, typeNamed(cells.cellText('payType')), context);
  return kind === 'DEFERRED' ? readTranche(cells, context) : undefined;
}

function readSalary(
  { text, figureOf, refuseAll }: PayCells,
  { entered, amount, employment, today }: PayContext,
): PlannedSalary {
  const frequency = (text('frequency') ?? 'ANNUAL') as PayFrequency;
  const rate = {
    amount,
    frequency,
    hoursAWeek: figureOf('hoursAWeek'),
    ftePercent: figureOf('ftePercent') ?? hundred,
  };
  refuseAll(salaryFailures(entered.date, employment, today));
  const rates = annualRates(rate);
  if (rates.isErr()) refuseAll(rates.error);
  return {
    kind: 'SALARY',
    ...entered,
    frequency,
    hoursAWeek: rate.hoursAWeek && numberText(rate.hoursAWeek),
    ftePercent: numberText(rate.ftePercent),
    reason: text('reason'),
  };
}

function readAward(
  { cellText, dayOf, figureOf, refuse, refuseAll }: PayCells,
  payType: ExistingOfPay['payTypes'][number] | undefined,
  { entered, amount, isDated, employment, today }: PayContext,
): PlannedAward | undefined {
  if (!payType)
    refuse(
      'payType',
      cellText('payType') === ''
        ? 'Enter the pay type of the award.'
        : `There is no pay type '${cellText('payType')}'.`,
    );
  const year = figureOf('performanceYear');
  const isYear = year === null || (year.isInteger() && year.gte(1900) && year.lte(2200));
  if (!isYear) refuse('performanceYear', `'${cellText('performanceYear')}' isn’t a year.`);
  const payDate = dayOf('payDate');
  const { date } = entered;
  const performanceYear = year && isYear ? year.toNumber() : calendarYear(date);
  const award = { amount, payTypeClass: payType?.payTypeClass ?? null, awardDate: date, performanceYear };
  refuseAll(awardFailures(award, employment, today));
  if (payDate && isDated) refuseAll(payDateFailures(date, payDate, today));
  return (
    payType && {
      kind: 'AWARD',
      ...entered,
      payTypeId: payType.id,
      performanceYear,
      payDate,
    }
  );
}

function readTranche(
  { dayOf, figureOf, refuse, refuseAll }: PayCells,
  { entered, amount, isDated, employment, today }: PayContext,
): PlannedDeferred | undefined {
  const [vestDate, percent, payDate] = [dayOf('vestDate'), figureOf('percent'), dayOf('payDate')];
  if (!vestDate) refuse('vestDate', 'Enter the vest date of the tranche.');
  if (!percent) refuse('percent', 'Enter the percentage of the tranche.');
  if (!vestDate || !percent) return undefined;
  const paidOn = payDate ?? vestDate;
  if (isDated) {
    const terms = [{ vestDate, payDate: paidOn }];
    refuseAll(grantFailures({ amount, grantDate: entered.date, tranches: terms }, employment.isOwn, today));
  }
  return { kind: 'DEFERRED', ...entered, tranches: [{ vestDate, percent: numberText(percent), payDate: paidOn }] };
}

/** Compares the records of the file with the existing ones, and refuses those that can't replace an existing one. */
function comparePay(
  read: readonly ReadPay[],
  existing: readonly ExistingPay[],
  refusals: RowRefusal[],
): Pick<CompensationPlan, 'pay' | 'counts'> {
  const existingByKey = new Map(existing.map((pay) => [keyOf(pay), pay]));
  const result: { row: number; planned: PlannedPay; before: ExistingPay | undefined }[] = [];
  let [created, changed, unchanged] = [0, 0, 0];
  for (const { row, pay } of read) {
    if (pay.kind === 'DEFERRED') {
      const amounts = trancheAmounts(
        decimal(pay.amount),
        pay.tranches.map((tranche) => ({ ...tranche, percent: decimal(tranche.percent) })),
      );
      if (amounts.isErr()) {
        for (const failure of amounts.error)
          refusals.push({ row, field: columnOfFailure(failure), reason: failure.detail });
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
    result.push({ row, planned: pay, before });
  }
  return { pay: result, counts: { created, changed, unchanged, missing: 0 } };
}
