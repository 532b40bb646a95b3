import {
  type CalendarDate,
  calendarDate,
  compareDates,
  type Decimal,
  defineFormula,
  figure,
  type Quantity,
  type Recorder,
  calendarYear,
  zero,
} from '../../kernel/index.ts';
import { type SalaryFrom, salaryEarned, salaryOn, type Span } from '../salary/index.ts';

/** The classes of awards, determined by pay type. */
export const payClasses = { BONUS: 'Bonus', SUPPLEMENTAL: 'Supplemental bonus', OTHER: 'Other' } as const;
export type PayClass = keyof typeof payClasses;

interface Money {
  readonly amount: Decimal;
  readonly currency: string;
}
export interface AwardOfYear extends Money {
  readonly performanceYear: number;
  readonly payClass: PayClass;
  readonly isCanceled: boolean;
}
export interface DatedMoney extends Money {
  readonly on: CalendarDate;
}

export interface PayOfPerson {
  readonly salaries: readonly SalaryFrom[];
  readonly employment: readonly Span[];
  readonly awards: readonly AwardOfYear[];
  readonly deferredGrants: readonly DatedMoney[];
  /** Disbursed carry, before tax and escrow. */
  readonly carry: readonly DatedMoney[];
}

/** A year's pay in one currency. Undetermined figures are null, and so is every sum that includes them. */
export interface YearOfPay {
  readonly currency: string;
  /** Null if somebody was employed on that date without a salary on record. */
  readonly baseSalary: Decimal | null;
  readonly bonus: Decimal;
  readonly supplementalBonus: Decimal;
  readonly other: Decimal;
  readonly totalCash: Decimal | null;
  readonly deferredGranted: Decimal;
  readonly grossCarryDistributed: Decimal;
  readonly totalCompensation: Decimal | null;
  /** Null if no salary is on record for some of the employed days. */
  readonly salaryEarned: Decimal | null;
}

const source = 'docs/calculations/compensation-year.md';
const baseFormula = defineFormula({
  id: 'compensation.baseSalary',
  text: 'base salary = the paid rate in force on the last day counted in the year',
  inputs: { 'paid rate': 'money', 'in force since': 'date', day: 'date' },
  result: 'money',
  source,
});
const sumFormula = defineFormula({
  id: 'compensation.sumOfYear',
  text: 'the sum of the amounts that count in the year',
  inputs: { amount: 'money' },
  result: 'money',
  source,
});
const cashFormula = defineFormula({
  id: 'compensation.cash',
  text: 'total cash = base salary + bonus + supplemental bonus + other',
  inputs: { 'base salary': 'money', bonus: 'money', 'supplemental bonus': 'money', other: 'money' },
  result: 'money',
  source,
});
const earnedFormula = defineFormula({
  id: 'compensation.earnedInYear',
  text: 'salary earned = the salary for the first day of the year through the last day counted',
  inputs: { 'salary earned': 'money', 'first day': 'date', day: 'date' },
  result: 'money',
  source,
});
const totalFormula = defineFormula({
  id: 'compensation.total',
  text: 'total compensation = base salary + bonus + supplemental bonus + other + deferred granted + gross carry distributed',
  inputs: {
    'base salary': 'money',
    bonus: 'money',
    'supplemental bonus': 'money',
    other: 'money',
    'deferred granted': 'money',
    'gross carry distributed': 'money',
  },
  result: 'money',
  source,
});

const sum = (amounts: readonly Money[], currency: string): Decimal =>
  amounts.reduce((total, amount) => (amount.currency === currency ? total.add(amount.amount) : total), zero);

/** Returns the first day of a year. */
export const firstOfYear = (year: number): CalendarDate => calendarDate(`${String(year).padStart(4, '0')}-01-01`);

/** Returns the date that determines a year's base salary: its last day, the selected date or the end of the employment, whichever comes first. */
export function salaryDay(year: number, employment: readonly Span[], selected: CalendarDate | null): CalendarDate {
  const last = calendarDate(`${String(year).padStart(4, '0')}-12-31`);
  const end = selected !== null && compareDates(selected, last) < 0 ? selected : last;
  const begun = employment.filter(({ from }) => compareDates(from, end) <= 0);
  const isOn = begun.some(({ to }) => to === null || compareDates(to, end) >= 0);
  const ended = begun
    .flatMap(({ to }) => to ?? [])
    .toSorted(compareDates)
    .at(-1);
  return isOn || ended === undefined ? end : ended;
}

const isEmployedAt = (employment: readonly Span[], first: CalendarDate, on: CalendarDate): boolean =>
  compareDates(on, first) >= 0 &&
  employment.some(({ from, to }) => compareDates(from, on) <= 0 && (to === null || compareDates(to, on) >= 0));

/**
 * Computes a person's pay for a year, separately by currency.
 *
 *     total cash = base salary + bonus + supplemental bonus + other;  total compensation = total cash + deferred granted + gross carry
 *
 * Base salary is the paid rate in force on the last day of the year, the selected day or the day of termination, whichever is first. Awards are
 * those of the performance year that are not canceled; grants and carry are of their date.
 *
 * Source: docs/calculations/compensation-year.md.
 */
export function yearOfPay(
  pay: PayOfPerson,
  year: number,
  selected: CalendarDate | null = null,
  explain?: Recorder,
): readonly YearOfPay[] {
  const first = firstOfYear(year);
  const on = salaryDay(year, pay.employment, selected);
  const isEmployed = isEmployedAt(pay.employment, first, on);
  const inForce = isEmployed ? salaryOn(pay.salaries, on) : undefined;
  const awards = pay.awards.filter(({ performanceYear, isCanceled }) => performanceYear === year && !isCanceled);
  const ofYear = (amounts: readonly DatedMoney[]) => amounts.filter((amount) => calendarYear(amount.on) === year);
  const grants = ofYear(pay.deferredGrants);
  const carry = ofYear(pay.carry);
  const { earned, daysWithoutSalary } = salaryEarned(pay.salaries, pay.employment, first, on, explain);
  const currencies = new Set(
    [...(inForce ? [inForce] : []), ...awards, ...grants, ...carry, ...earned].map(({ currency }) => currency),
  );
  return [...currencies].toSorted().map((currency, at): YearOfPay => {
    const awardedIn = (payClass: PayClass) =>
      sum(
        awards.filter((award) => award.payClass === payClass),
        currency,
      );
    const ofCurrency = inForce?.currency === currency ? inForce.paidRate : zero;
    const baseSalary = isEmployed && !inForce ? null : ofCurrency;
    const [bonus, supplementalBonus, other] = [awardedIn('BONUS'), awardedIn('SUPPLEMENTAL'), awardedIn('OTHER')];
    const awarded = bonus.add(supplementalBonus).add(other);
    const totalCash = baseSalary && baseSalary.add(awarded);
    const deferredGranted = sum(grants, currency);
    const grossCarryDistributed = sum(carry, currency);
    const totalCompensation = totalCash && totalCash.add(deferredGranted).add(grossCarryDistributed);
    const figures: YearOfPay = {
      currency,
      baseSalary,
      bonus,
      supplementalBonus,
      other,
      totalCash,
      deferredGranted,
      grossCarryDistributed,
      totalCompensation,
      salaryEarned: daysWithoutSalary > 0 ? null : (earned.find((item) => item.currency === currency)?.amount ?? zero),
    };
    if (explain)
      explained(explain.within([at]), figures, {
        rate: inForce?.currency === currency ? inForce : undefined,
        span: { 'first day': first, day: on },
        earnedAt: earned.findIndex((item) => item.currency === currency),
        awards,
        grants,
        carry,
      });
    return figures;
  });
}

interface Counted {
  readonly rate: SalaryFrom | undefined;
  readonly span: { readonly 'first day': CalendarDate; readonly day: CalendarDate };
  /** The index of the currency among those with an earned salary; negative if it has none. */
  readonly earnedAt: number;
  readonly awards: readonly AwardOfYear[];
  readonly grants: readonly DatedMoney[];
  readonly carry: readonly DatedMoney[];
}

/** Records the inputs of each figure of a year. */
function explained(explain: Recorder, figures: YearOfPay, { rate, span, earnedAt, awards, grants, carry }: Counted) {
  const { baseSalary, bonus, supplementalBonus, other, totalCash, deferredGranted, grossCarryDistributed } = figures;
  const own = (amounts: readonly Money[]): readonly Quantity[] =>
    amounts.filter(({ currency }) => currency === figures.currency).map(({ amount }) => amount);
  const amountsFor = (payClass: PayClass) => ({ amount: own(awards.filter((award) => award.payClass === payClass)) });
  const base = { 'paid rate': rate?.paidRate ?? null, 'in force since': rate?.effectiveDate ?? null, day: span.day };
  explain.record(['baseSalary'], baseFormula, base, baseSalary);
  explain.record(['bonus'], sumFormula, amountsFor('BONUS'), bonus);
  explain.record(['supplementalBonus'], sumFormula, amountsFor('SUPPLEMENTAL'), supplementalBonus);
  explain.record(['other'], sumFormula, amountsFor('OTHER'), other);
  const cash = {
    'base salary': figure(['baseSalary'], baseSalary),
    bonus: figure(['bonus'], bonus),
    'supplemental bonus': figure(['supplementalBonus'], supplementalBonus),
    other: figure(['other'], other),
  };
  explain.record(['totalCash'], cashFormula, cash, totalCash);
  explain.record(['deferredGranted'], sumFormula, { amount: own(grants) }, deferredGranted);
  explain.record(['grossCarryDistributed'], sumFormula, { amount: own(carry) }, grossCarryDistributed);
  const total = {
    ...cash,
    'deferred granted': figure(['deferredGranted'], deferredGranted),
    'gross carry distributed': figure(['grossCarryDistributed'], grossCarryDistributed),
  };
  explain.record(['totalCompensation'], totalFormula, total, figures.totalCompensation);
  const earned = figures.salaryEarned;
  const ofSpans = earnedAt < 0 ? earned : figure(['..', 'earned', earnedAt, 'amount'], earned);
  explain.record(['salaryEarned'], earnedFormula, { 'salary earned': ofSpans, ...span }, earned);
}

export interface NumberedYear extends YearOfPay {
  readonly year: number;
  /** The reason why figures are null; absent if none is. */
  readonly unknown?: 'NO_SALARY' | 'YEAR_AHEAD';
}

/**
 * Returns all years with any data, latest first, without currencies whose amounts all offset each other to zero. The current year is computed through today. For a future year, figures that include salary aren't
 * determined. With `only`, returns that year alone.
 *
 * Source: docs/calculations/compensation-year.md.
 */
export function yearsOfPay(pay: PayOfPerson, today: CalendarDate, only?: number): readonly NumberedYear[] {
  const running = calendarYear(today);
  const named = [
    ...pay.salaries.map(({ effectiveDate }) => calendarYear(effectiveDate)),
    ...pay.awards.map(({ performanceYear }) => performanceYear),
    ...[...pay.deferredGrants, ...pay.carry].map(({ on }) => calendarYear(on)),
  ];
  if (named.length === 0) return [];
  const first = Math.min(...named);
  const last = Math.max(running, ...named);
  const years = Array.from({ length: last - first + 1 }, (_, at) => last - at).filter(
    (year) => only === undefined || year === only,
  );
  return years.flatMap((year) =>
    yearOfPay(pay, year, year === running ? today : null).flatMap((numbered): readonly NumberedYear[] => {
      const { bonus, supplementalBonus, other, deferredGranted, grossCarryDistributed } = numbered;
      const isEmpty = [bonus, supplementalBonus, other, deferredGranted, grossCarryDistributed].every((part) =>
        part.isZero(),
      );
      if (year <= running) {
        const { baseSalary, salaryEarned: earned } = numbered;
        const hasNoSalary = baseSalary?.isZero() === true && earned?.isZero() === true;
        const on = salaryDay(year, pay.employment, year === running ? today : null);
        // A salary of zero counts as pay.
        const isSalaried =
          isEmployedAt(pay.employment, firstOfYear(year), on) &&
          pay.salaries.some(({ currency }) => currency === numbered.currency);
        if (isEmpty && hasNoSalary && !isSalaried) return [];
        const isUnknown = numbered.baseSalary === null || numbered.salaryEarned === null;
        return [{ ...numbered, year, ...(isUnknown ? { unknown: 'NO_SALARY' as const } : {}) }];
      }
      const open = { baseSalary: null, totalCash: null, totalCompensation: null, salaryEarned: null };
      return isEmpty ? [] : [{ ...numbered, ...open, year, unknown: 'YEAR_AHEAD' }];
    }),
  );
}

/**
 * Returns the total compensation of several years up to that of `today`, separately by currency. A year without employment, or with pay in other
 * currencies only, is zero. A year with employment but without a salary on record is null.
 *
 * Source: docs/calculations/compensation-year.md.
 */
export function totalsSideBySide(
  pay: PayOfPerson,
  years: readonly number[],
  today: CalendarDate,
): readonly { readonly currency: string; readonly totals: readonly (Decimal | null)[] }[] {
  const all = yearsOfPay(pay, today).filter(({ year }) => years.includes(year));
  return [...new Set(all.map(({ currency }) => currency))].toSorted().map((currency) => ({
    currency,
    totals: years.map((year) => {
      const ofYear = all.filter((numberedYear) => numberedYear.year === year);
      const found = ofYear.find((numberedYear) => numberedYear.currency === currency);
      if (found) return found.totalCompensation;
      const on = salaryDay(year, pay.employment, year === calendarYear(today) ? today : null);
      const isPaidElse = ofYear.length > 0 && ofYear.every(({ baseSalary }) => baseSalary !== null);
      return isPaidElse || !isEmployedAt(pay.employment, firstOfYear(year), on) ? zero : null;
    }),
  }));
}
