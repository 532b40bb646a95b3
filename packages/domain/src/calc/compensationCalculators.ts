import { payClasses, payInCurrency, spreadBySalary, type PayClass, yearOfPay } from '../compensation/award/index.ts';
import {
  type DeferredKind,
  deferredKinds,
  dueEntries,
  type LeaverTreatment,
  leaverEntries,
  leaverTreatments,
  rollForward,
  trancheAmounts,
} from '../compensation/deferred/index.ts';
import { compensationStatement, statementText } from '../compensation/statement/index.ts';
import { needsExplanation, tieOut } from '../compensation/payroll/index.ts';
import {
  annualRates,
  payChange,
  type PayFrequency,
  payFrequencies,
  prorate,
  salaryEarned,
} from '../compensation/salary/index.ts';
import { moneyText, numberText, ok, zero } from '../kernel/index.ts';
import { plainJson } from './calculator.ts';
import { defineCalculator } from './defineCalculator.ts';
import {
  date,
  figure,
  flag,
  list,
  money,
  nullable,
  choiceReader,
  optional,
  record,
  text,
  wholeNumberReader,
} from './reader.ts';

const spans = list(record({ from: date, to: nullable(date) }));
const salaries = list(record({ effectiveDate: date, paidRate: money, currency: text }));
const dated = list(record({ on: date, amount: money, currency: text }));
const year = wholeNumberReader(1900, 2200);
const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => choiceReader(...(Object.keys(table) as K[]));
const orNull = (value: Parameters<typeof moneyText>[0] | null) => value && moneyText(value);

const rateInput = {
  amount: money,
  frequency: keysOf<PayFrequency>(payFrequencies),
  hoursAWeek: nullable(figure),
  ftePercent: figure,
};
const earnedInput = { salaries, employment: spans, from: date, to: date };
const proratingInput = { target: money, eligible: spans, year };
const changeInput = { before: nullable(money), after: money };
const yearInput = {
  salaries,
  employment: spans,
  awards: list(
    record({
      performanceYear: year,
      payClass: keysOf<PayClass>(payClasses),
      isCanceled: flag,
      amount: money,
      currency: text,
    }),
  ),
  deferredGrants: dated,
  carry: dated,
  year,
  selected: optional(date),
};
const spreadInput = { amount: money, salaries: list(money) };
const currencyInput = {
  amounts: dated,
  to: text,
  base: text,
  rates: list(record({ date, from: text, to: text, rate: figure })),
};
const deferredInput = {
  grantDate: date,
  amount: money,
  tranches: list(record({ vestDate: date, percent: figure, payDate: date })),
  leaves: optional(record({ on: date, treatment: keysOf<LeaverTreatment>(leaverTreatments) })),
  from: date,
  to: date,
};

const ofHolder = { holderId: text, holder: text } as const;
const statementInput = {
  year,
  salaries,
  employment: spans,
  awards: list(
    record({
      performanceYear: year,
      payClass: keysOf<PayClass>(payClasses),
      isCanceled: flag,
      paidOn: nullable(date),
      amount: money,
      currency: text,
    }),
  ),
  deferred: list(
    record({
      grantDate: date,
      currency: text,
      entries: list(
        record({
          kind: keysOf<DeferredKind>(deferredKinds),
          tranche: nullable(wholeNumberReader(1, 1000)),
          on: date,
          amount: money,
        }),
      ),
    }),
  ),
  payroll: list(record({ on: date, amount: money, currency: text, isDeferred: optional(flag) })),
  carry: list(
    record({
      ...ofHolder,
      on: date,
      currency: text,
      gross: money,
      tax: money,
      escrow: money,
      other: money,
      net: money,
    }),
  ),
  allocations: list(
    record({ ...ofHolder, source: text, effective: figure, vested: nullable(figure), reason: nullable(text) }),
  ),
  estimates: list(record({ ...ofHolder, currency: text, amount: money })),
};

const withClass = <R extends { readonly isDeferred?: boolean | undefined }>(row: R) => ({
  ...row,
  isDeferred: row.isDeferred ?? false,
});

const tieOutInput = {
  salaries: list(record({ effectiveDate: date, paidRate: money, currency: text, isHourly: flag })),
  employment: spans,
  paid: list(record({ currency: text, amount: money })),
  from: date,
  to: date,
};

export const compensationCalculators = [
  defineCalculator({
    name: 'payroll-tie-out',
    summary: 'Compare a period’s payroll payments with the salary.',
    example: {
      salaries: [{ effectiveDate: '2020-01-01', paidRate: '120000.00', currency: 'USD', isHourly: false }],
      employment: [{ from: '2020-01-01', to: null }],
      paid: [{ currency: 'USD', amount: '5250.00' }],
      from: '2026-01-01',
      to: '2026-01-15',
    },
    input: tieOutInput,
    rule: ({ salaries: rates, employment, paid, from, to }, explain) =>
      ok({
        result: {
          currencies: tieOut(rates, employment, paid, from, to, explain).map(
            ({ currency, expected, paid: amount, difference, reason, basis }) => ({
              currency,
              expected: orNull(expected),
              paid: moneyText(amount),
              difference: orNull(difference),
              basis,
              reason,
              needsExplanation: needsExplanation(difference, null),
            }),
          ),
        },
      }),
  }),
  defineCalculator({
    name: 'annual-rate',
    summary: 'Compute the annual rate of a salary and the rate paid at its FTE.',
    example: { amount: '50.00', frequency: 'HOURLY', hoursAWeek: '40', ftePercent: '100' },
    input: rateInput,
    rule: (input, explain) =>
      annualRates(input, explain).map(({ annualRate, paidRate }) => ({
        result: { annualRate: moneyText(annualRate), paidRate: moneyText(paidRate) },
      })),
  }),
  defineCalculator({
    name: 'salary-earned',
    summary: 'Compute the salary earned between two days, by segment and currency.',
    example: {
      salaries: [
        { effectiveDate: '2020-01-01', paidRate: '120000.00', currency: 'USD' },
        { effectiveDate: '2025-07-01', paidRate: '132000.00', currency: 'USD' },
      ],
      employment: [{ from: '2020-01-01', to: null }],
      from: '2025-01-01',
      to: '2025-12-31',
    },
    input: earnedInput,
    rule: (input, explain) => {
      const { earned, daysWithoutSalary } = salaryEarned(
        input.salaries,
        input.employment,
        input.from,
        input.to,
        explain,
      );
      return ok({
        result: {
          earned: earned.map(({ currency, amount, segments }) => ({
            currency,
            // Without a salary on every employed day, the earned amount is unknown.
            amount: daysWithoutSalary > 0 ? null : moneyText(amount),
            segments: segments.map((segment) => ({
              from: segment.from,
              to: segment.to,
              days: segment.days,
              yearDays: segment.yearDays,
              paidRate: moneyText(segment.paidRate),
              amount: moneyText(segment.amount),
            })),
          })),
          daysWithoutSalary,
        },
      });
    },
  }),
  defineCalculator({
    name: 'prorating',
    summary: 'Prorate a target by the eligible days of a performance year.',
    example: { target: '40000.00', eligible: [{ from: '2025-03-17', to: null }], year: 2025 },
    input: proratingInput,
    rule: (input, explain) => {
      const { eligibleDays, yearDays, factor, amount } = prorate(input.target, input.eligible, input.year, explain);
      return ok({ result: { eligibleDays, yearDays, factor: numberText(factor), amount: moneyText(amount) } });
    },
  }),
  defineCalculator({
    name: 'pay-change',
    summary: 'Compute a change of pay, as an amount and as a percentage of the old pay.',
    example: { before: '120000.00', after: '132000.00' },
    input: changeInput,
    rule: ({ before, after }, explain) => {
      const { amount, percent } = payChange(before, after, explain);
      return ok({ result: { amount: orNull(amount), percent: percent && numberText(percent) } });
    },
  }),
  defineCalculator({
    name: 'compensation-year',
    summary: 'Add up an employee’s pay for a year, by currency.',
    example: {
      salaries: [{ effectiveDate: '2020-01-01', paidRate: '120000.00', currency: 'USD' }],
      employment: [{ from: '2020-01-01', to: null }],
      awards: [{ performanceYear: 2025, payClass: 'BONUS', isCanceled: false, amount: '50000.00', currency: 'USD' }],
      deferredGrants: [{ on: '2025-03-01', amount: '10000.00', currency: 'USD' }],
      carry: [{ on: '2025-11-30', amount: '250000.50', currency: 'USD' }],
      year: 2025,
    },
    input: yearInput,
    rule: (input, explain) =>
      ok({
        result: {
          years: yearOfPay(input, input.year, input.selected ?? null, explain).map((pay) => ({
            currency: pay.currency,
            baseSalary: orNull(pay.baseSalary),
            bonus: moneyText(pay.bonus),
            supplementalBonus: moneyText(pay.supplementalBonus),
            other: moneyText(pay.other),
            totalCash: orNull(pay.totalCash),
            deferredGranted: moneyText(pay.deferredGranted),
            grossCarryDistributed: moneyText(pay.grossCarryDistributed),
            totalCompensation: orNull(pay.totalCompensation),
            salaryEarned: orNull(pay.salaryEarned),
          })),
        },
      }),
  }),
  defineCalculator({
    name: 'compensation-statement',
    summary: 'Compute an employee’s total compensation statement for a year, by currency.',
    example: {
      year: 2025,
      salaries: [{ effectiveDate: '2020-01-01', paidRate: '120000.00', currency: 'USD' }],
      employment: [{ from: '2020-01-01', to: null }],
      awards: [
        {
          performanceYear: 2025,
          payClass: 'BONUS',
          isCanceled: false,
          paidOn: null,
          amount: '50000.00',
          currency: 'USD',
        },
      ],
      deferred: [],
      payroll: [],
      carry: [],
      allocations: [],
      estimates: [],
    },
    input: statementInput,
    rule: (input, explain) =>
      ok({
        result: plainJson(
          statementText(compensationStatement({ ...input, payroll: input.payroll.map(withClass) }, explain)),
        ),
      }),
  }),
  defineCalculator({
    name: 'pay-spread',
    summary: 'Split an amount over people in proportion to their salaries.',
    example: { amount: '100000.00', salaries: ['120000.00', '95000.00', '80000.00'] },
    input: spreadInput,
    rule: (input, explain) =>
      spreadBySalary(input.amount, input.salaries, explain).map((parts) => ({
        result: { parts: parts.map(moneyText) },
      })),
  }),
  defineCalculator({
    name: 'pay-currency',
    summary: 'Convert pay in several currencies into one. Each amount uses the rate of its day.',
    example: {
      amounts: [
        { on: '2025-06-30', amount: '10.01', currency: 'GBP' },
        { on: '2025-06-30', amount: '10.01', currency: 'USD' },
      ],
      to: 'USD',
      base: 'USD',
      rates: [{ date: '2025-01-01', from: 'GBP', to: 'USD', rate: '1.255' }],
    },
    input: currencyInput,
    rule: (input, explain) =>
      payInCurrency(input.amounts, input.to, input.rates, input.base, explain).map(({ total, parts }) => ({
        result: { parts: parts.map(moneyText), total: moneyText(total) },
      })),
  }),
  defineCalculator({
    name: 'deferred-award',
    summary:
      'Compute a deferred award as of a day: its tranches, and the vested, paid, forfeited and outstanding amounts.',
    example: {
      grantDate: '2025-03-01',
      amount: '10000.00',
      tranches: [
        { vestDate: '2026-03-01', percent: '33.3333333334', payDate: '2026-03-15' },
        { vestDate: '2027-03-01', percent: '33.3333333333', payDate: '2027-03-15' },
        { vestDate: '2028-03-01', percent: '33.3333333333', payDate: '2028-03-15' },
      ],
      leaves: { on: '2026-12-31', treatment: 'FORFEIT' },
      from: '2026-01-01',
      to: '2026-12-31',
    },
    input: deferredInput,
    rule: ({ grantDate, amount, tranches: terms, leaves, from, to }, explain) =>
      trancheAmounts(amount, terms, explain?.within(['tranches'])).map((amounts) => {
        const tranches = terms.map((term, at) => ({ ...term, amount: amounts[at] ?? zero }));
        const granted = [{ kind: 'GRANT', tranche: null, on: grantDate, amount } as const];
        const leavingInYear = leaves && leaves.on <= to ? leaves : undefined;
        const before = [...granted, ...dueEntries(tranches, granted, leavingInYear?.on ?? to)];
        const atLeaving = leavingInYear
          ? leaverEntries(tranches, before, leavingInYear.treatment, leavingInYear.on)
          : [];
        const settled = [...before, ...atLeaving];
        const entries = [...settled, ...dueEntries(tranches, settled, to)];
        const roll = rollForward(entries, from, to, explain);
        return {
          result: {
            tranches: amounts.map(moneyText),
            entries: entries.map(({ kind, tranche, on, amount: entered }) => ({
              kind,
              tranche,
              on,
              amount: moneyText(entered),
            })),
            opening: moneyText(roll.opening),
            granted: moneyText(roll.granted),
            paid: moneyText(roll.paid),
            forfeited: moneyText(roll.forfeited),
            closing: moneyText(roll.closing),
            vested: moneyText(roll.vested),
          },
        };
      }),
  }),
];
