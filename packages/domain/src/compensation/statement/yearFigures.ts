import {
  type CalendarDate,
  type Decimal,
  defineFormula,
  figure,
  type Recorder,
  calendarYear,
  zero,
} from '../../kernel/index.ts';
import { type DatedMoney, type YearOfPay, yearOfPay } from '../award/index.ts';
import type { PayrollPaid, StatementInput } from './input.ts';

const source = 'docs/calculations/compensation-statement.md';
const sumFormula = defineFormula({
  id: 'compensation.statement.paid',
  text: 'the sum of the payments in the year',
  inputs: { amount: 'money' },
  result: 'money',
  source,
});
const awardedFormula = defineFormula({
  id: 'compensation.statement.awardedFor',
  text: 'awarded for the year = salary earned + bonus + supplemental bonus + other + deferred granted',
  inputs: {
    'salary earned': 'money',
    bonus: 'money',
    'supplemental bonus': 'money',
    other: 'money',
    'deferred granted': 'money',
  },
  result: 'money',
  source,
});
const payrollFormula = defineFormula({
  id: 'compensation.statement.paidByPayroll',
  text: 'paid in the year = payroll + gross carry',
  inputs: { payroll: 'money', 'gross carry': 'money' },
  result: 'money',
  source,
});
const payrollAndLedgerFormula = defineFormula({
  id: 'compensation.statement.paidByPayrollAndLedger',
  text: 'paid in the year = payroll + deferred paid (from the ledger) + gross carry',
  inputs: { payroll: 'money', 'deferred paid, from the ledger': 'money', 'gross carry': 'money' },
  result: 'money',
  source,
});
const recordsFormula = defineFormula({
  id: 'compensation.statement.paidByRecords',
  text: 'paid in the year = salary earned + awards paid + deferred paid + gross carry',
  inputs: { 'salary earned': 'money', 'awards paid': 'money', 'deferred paid': 'money', 'gross carry': 'money' },
  result: 'money',
  source,
});

/** The total of a year's payroll rows, with the dates of the first and last. */
interface PaidByPayroll {
  readonly amount: Decimal;
  readonly rows: number;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** The payments of a year according to the records. */
interface PaidByRecords {
  /** Null if no salary is on record for some of the employed days. */
  readonly salaryEarned: Decimal | null;
  readonly awards: Decimal;
  readonly deferred: Decimal;
}

/** The records that `paidIn` of a year is computed from. */
export interface PaidSources {
  readonly cash: 'PAYROLL' | 'RECORDS';
  /** Null if nothing deferred was paid in the year. */
  readonly deferred: 'PAYROLL' | 'LEDGER' | null;
}

/** True if the same payments would have different totals in two years, because the totals come from different records. */
export const haveDifferentSources = (first: PaidSources, other: PaidSources): boolean =>
  first.cash !== other.cash ||
  (first.deferred !== other.deferred && first.deferred !== null && other.deferred !== null);

/** True if payroll is used and deferred pay is added from the ledger. */
export const addsLedger = ({ cash, deferred }: PaidSources): boolean => cash === 'PAYROLL' && deferred === 'LEDGER';

/** A year in one currency: the figures of rule 5 and the two totals. */
export interface FiguresOfYear extends YearOfPay {
  readonly awardedFor: Decimal | null;
  readonly paidIn: Decimal | null;
  /** The parts of `paidIn` other than gross carry. Payroll is used if it has a row in the currency. */
  readonly payroll: PaidByPayroll | null;
  readonly records: PaidByRecords;
  readonly sources: PaidSources;
}

const sumOf = (amounts: readonly { readonly amount: Decimal }[]): Decimal =>
  amounts.reduce((sum, { amount }) => sum.add(amount), zero);

/** Returns the entries of deferred awards of one kind. */
const entered = ({ deferred }: StatementInput, kind: 'GRANT' | 'PAY'): readonly DatedMoney[] =>
  deferred.flatMap(({ currency, entries }) =>
    entries.flatMap((entry) => (entry.kind === kind ? [{ on: entry.on, amount: entry.amount, currency }] : [])),
  );
const awardsPaid = ({ awards }: StatementInput): readonly DatedMoney[] =>
  awards.flatMap(({ paidOn, isCanceled, amount, currency }) =>
    paidOn === null || isCanceled ? [] : [{ on: paidOn, amount, currency }],
  );

/**
 * Computes a person's figures for a year, separately by currency. Includes the currencies in `also` even if they have no data.
 *
 *     awarded for = salary earned + awards + deferred granted
 *     paid in     = payroll + deferred paid + gross carry;  without a row of payroll in the currency: salary earned + awards paid + deferred paid +
 *     gross carry
 *
 * Deferred pay is counted once: from payroll if it has a row of a deferred pay type in that year and currency, otherwise from the ledger.
 *
 * Units:  money of each currency.
 * Source: docs/calculations/compensation-statement.md.
 */
export function figuresOfYear(
  input: StatementInput,
  year: number,
  also: readonly string[],
  explain?: Recorder,
): readonly FiguresOfYear[] {
  const inYear = <M extends DatedMoney>(amounts: readonly M[]) => amounts.filter(({ on }) => calendarYear(on) === year);
  const payroll = inYear(input.payroll);
  const paid = { awards: inYear(awardsPaid(input)), deferred: inYear(entered(input, 'PAY')) };
  const pay = {
    salaries: input.salaries,
    employment: input.employment,
    deferredGrants: entered(input, 'GRANT'),
    carry: input.carry.map(({ on, gross, currency }) => ({ on, amount: gross, currency })),
  };
  // An award of zero makes rule 5 return a currency that it otherwise has no data for.
  const currencies = [...[...payroll, ...paid.awards, ...paid.deferred].map(({ currency }) => currency), ...also];
  const nothing = currencies.map(
    (currency) => ({ performanceYear: year, payClass: 'OTHER', isCanceled: false, amount: zero, currency }) as const,
  );
  const yearPay = yearOfPay({ ...pay, awards: [...input.awards, ...nothing] }, year, null, explain);
  return yearPay.map((own, at): FiguresOfYear => {
    const converted = <M extends DatedMoney>(amounts: readonly M[]) =>
      amounts.filter(({ currency }) => currency === own.currency);
    const ownPaid = { awards: converted(paid.awards), deferred: converted(paid.deferred) };
    const figures = totalsOf(own, converted(payroll), ownPaid);
    if (explain) explainTotals(explain.within([at]), figures, converted(payroll), ownPaid);
    return figures;
  });
}

interface Paid {
  readonly awards: readonly DatedMoney[];
  readonly deferred: readonly DatedMoney[];
}

function totalsOf(own: YearOfPay, payroll: readonly PayrollPaid[], paid: Paid): FiguresOfYear {
  const days = payroll.map(({ on }) => on).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  const byPayroll = first && last ? { amount: sumOf(payroll), rows: payroll.length, first, last } : null;
  const { salaryEarned } = own;
  const records = { salaryEarned, awards: sumOf(paid.awards), deferred: sumOf(paid.deferred) };
  const hasDeferredRow = payroll.some(({ isDeferred }) => isDeferred);
  const fromLedger = records.deferred.isZero() ? null : ('LEDGER' as const);
  const sources: PaidSources = {
    cash: byPayroll ? 'PAYROLL' : 'RECORDS',
    deferred: hasDeferredRow ? 'PAYROLL' : fromLedger,
  };
  const cash = byPayroll
    ? byPayroll.amount.add(addsLedger(sources) ? records.deferred : zero)
    : salaryEarned && salaryEarned.add(records.awards).add(records.deferred);
  const awarded = own.bonus.add(own.supplementalBonus).add(own.other);
  return {
    ...own,
    awardedFor: salaryEarned && salaryEarned.add(awarded).add(own.deferredGranted),
    paidIn: cash && cash.add(own.grossCarryDistributed),
    payroll: byPayroll,
    records,
    sources,
  };
}

function explainTotals(explain: Recorder, own: FiguresOfYear, payroll: readonly DatedMoney[], paid: Paid): void {
  const { records } = own;
  const amounts = (dated: readonly DatedMoney[]) => ({ amount: dated.map(({ amount }) => amount) });
  const earned = figure(['salaryEarned'], own.salaryEarned);
  const grossCarry = figure(['grossCarryDistributed'], own.grossCarryDistributed);
  const awarded = {
    'salary earned': earned,
    bonus: figure(['bonus'], own.bonus),
    'supplemental bonus': figure(['supplementalBonus'], own.supplementalBonus),
    other: figure(['other'], own.other),
    'deferred granted': figure(['deferredGranted'], own.deferredGranted),
  };
  explain.record(['awardedFor'], awardedFormula, awarded, own.awardedFor);
  explain.record(['awardsPaid'], sumFormula, amounts(paid.awards), records.awards);
  explain.record(['deferredPaid'], sumFormula, amounts(paid.deferred), records.deferred);
  if (own.payroll) {
    explain.record(['payroll'], sumFormula, amounts(payroll), own.payroll.amount);
    const parts = { payroll: figure(['payroll'], own.payroll.amount), 'gross carry': grossCarry };
    if (!addsLedger(own.sources)) return explain.record(['paidIn'], payrollFormula, parts, own.paidIn);
    const ledger = { 'deferred paid, from the ledger': figure(['deferredPaid'], records.deferred) };
    return explain.record(['paidIn'], payrollAndLedgerFormula, { ...parts, ...ledger }, own.paidIn);
  }
  const parts = {
    'salary earned': earned,
    'awards paid': figure(['awardsPaid'], records.awards),
    'deferred paid': figure(['deferredPaid'], records.deferred),
    'gross carry': grossCarry,
  };
  explain.record(['paidIn'], recordsFormula, parts, own.paidIn);
}
