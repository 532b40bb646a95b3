import { findFxRate } from '../platform/fx/index.ts';
import {
  type Account,
  centFlows,
  centsToMoney,
  horizonStart,
  horizons,
  convertAccount,
  joinFlows,
  type SubscriptionLineReturn,
  type MeasuredPeriod,
  moneyToCents,
  navOnDay,
  pooledReturn,
  type RateOfReturn,
  subscriptionLine,
} from '../performance/return/index.ts';
import {
  type CalendarDate,
  dayNumber,
  type Decimal,
  err,
  fail,
  type Failure,
  type Failures,
  fromDayNumber,
  moneyText,
  ok,
  Result,
  displayedDate,
  significantText,
  zero,
} from '../kernel/index.ts';
import type { JsonRecord } from './calculator.ts';
import { defineCalculator } from './defineCalculator.ts';
import {
  date,
  figure,
  list,
  money,
  choiceReader,
  optional,
  type Read,
  record,
  text,
  wholeNumberReader,
} from './reader.ts';

const flows = list(record({ date, amount: money }));
const navs = list(record({ date, value: money }));
const options = {
  to: date,
  horizon: optional(choiceReader(...horizons)),
  fiscalYearEndMonth: optional(wholeNumberReader(1, 12)),
};
const account = {
  flows,
  navs,
  basis: optional(choiceReader('LEDGER', 'REPORTED')),
};
const member = record({ ...account, currency: optional(text) });
const periodReturnInput = { ...options, ...account };
const pooledIrrInput = {
  ...options,
  members: list(member),
  currency: optional(text),
  base: optional(text),
  rates: optional(list(record({ date, from: text, to: text, rate: figure }))),
};
const lineInput = {
  flows: list(record({ date, amount: money, kind: choiceReader('cash', 'excess', 'lineCost', 'draw', 'repayment') })),
  nav: money,
  accruedInterest: optional(money),
  asOf: date,
};

type PeriodOptions = Pick<Read<typeof periodReturnInput>, 'to' | 'horizon' | 'fiscalYearEndMonth'>;
type AccountInput = Read<typeof account>;

const startOf = ({ horizon = 'INCEPTION', to, fiscalYearEndMonth }: PeriodOptions) =>
  horizonStart(horizon, to, fiscalYearEndMonth);

const periodOf = (input: PeriodOptions): MeasuredPeriod => {
  const from = startOf(input);
  return { from: from === null ? null : dayNumber(from), to: dayNumber(input.to) };
};

/** Converts a calculator's input to the account that the rule takes. Adds a warning if a reported value had to be rolled forward. */
function accountOf({ flows: cash, navs: values, basis = 'LEDGER' }: AccountInput, { from, to }: MeasuredPeriod) {
  const ofCents = centFlows(cash);
  const dated = values.map((value) => ({ day: dayNumber(value.date), cents: moneyToCents(value.value) }));
  const warnings: Failure[] = [];
  const valueOn = (day: number | null) => {
    if (day === null) return null;
    const nav = navOnDay(basis, dated, ofCents, day);
    if (nav.isErr()) return null;
    const { cents, rolledForwardFrom: since } = nav.value;
    if (since !== undefined) warnings.push(rolledForward(fromDayNumber(since), fromDayNumber(day)));
    return cents;
  };
  const valued: Account = { flows: ofCents, opening: valueOn(from), closing: valueOn(to) };
  return { account: valued, warnings };
}

const rolledForward = (since: CalendarDate, day: CalendarDate): Failure =>
  fail(
    'ROLLED_FORWARD',
    ['navs'],
    `the NAV of ${displayedDate(since)} was rolled forward to ${displayedDate(day)} by the cash flows in between`,
  );

function writtenRate(found: RateOfReturn | null): { readonly result: JsonRecord; readonly warnings: Failures } {
  if (found === null) return { result: { rate: null }, warnings: [] };
  const { rate, annualized, days, multiple, roots } = found;
  const detail = 'several rates satisfy the equation; the result is the one nearest to 10%';
  return {
    result: {
      rate: significantText(rate),
      annualized,
      days,
      ...(multiple ? { roots: roots.map(significantText) } : {}),
    },
    warnings: multiple ? [fail('MULTIPLE_RATES', ['roots'], detail)] : [],
  };
}

function writtenLine({ rate, multiple }: SubscriptionLineReturn): JsonRecord {
  return {
    rate: rate.match(
      (found) => (found === null ? null : significantText(found.rate)),
      () => null,
    ),
    ...rate.match(
      (found) => (found === null ? {} : { annualized: found.annualized }),
      (failures) => ({ notDetermined: failures.map(({ code }) => code) }),
    ),
    multiple: multiple.map((value) => (value === null ? null : significantText(value))).unwrapOr(null),
  };
}

export const returnCalculators = [
  defineCalculator({
    name: 'period-return',
    summary:
      'Compute an account’s return since inception, over 1, 3, 5 or 10 years, or for the quarter or year to date.',
    example: {
      flows: [
        { date: '2024-01-15', amount: '-100.00' },
        { date: '2025-02-10', amount: '5.00' },
      ],
      navs: [
        { date: '2024-06-30', value: '104.00' },
        { date: '2025-06-30', value: '110.00' },
      ],
      to: '2025-06-30',
      horizon: '1Y',
    },
    input: periodReturnInput,
    rule: (input, explain) => {
      const period = periodOf(input);
      const read = accountOf(input, period);
      return pooledReturn(period, [read.account], explain).map((found) => {
        const { result, warnings } = writtenRate(found);
        return { result: { ...result, from: startOf(input) }, warnings: [...read.warnings, ...warnings] };
      });
    },
  }),
  defineCalculator({
    name: 'pooled-irr',
    summary: 'Compute the return of several accounts as if they were one, in one currency.',
    example: {
      members: [
        {
          flows: [{ date: '2021-01-01', amount: '-100.00' }],
          navs: [{ date: '2023-01-01', value: '121.00' }],
        },
        {
          flows: [
            { date: '2021-01-01', amount: '-300.00' },
            { date: '2022-01-01', amount: '390.00' },
          ],
          navs: [{ date: '2023-01-01', value: '0.00' }],
        },
      ],
      to: '2023-01-01',
    },
    input: pooledIrrInput,
    rule: (input, explain) => {
      const period = periodOf(input);
      const { members, currency: to, rates = [], base } = input;
      const currencies = new Set(members.map(({ currency }) => currency));
      if (to === undefined && currencies.size > 1) {
        return err([fail('MIXED_CURRENCIES', ['currency'], 'choose the currency of the pooled return')]);
      }
      const inputs = members.map((item) => ({ ...accountOf(item, period), currency: item.currency }));
      const converted = inputs.map(({ account: own, currency: from }) => {
        if (to === undefined || from === undefined || from === to) return ok<Account, Failures>(own);
        const rateOn = (day: CalendarDate) =>
          findFxRate({ from, to, date: day, rates, ...(base === undefined ? {} : { base }) }).map(({ rate }) => rate);
        return convertAccount(period, own, rateOn);
      });
      return Result.combineWithAllErrors(converted)
        .mapErr((lots) => lots.flat())
        .andThen((accounts) => pooledReturn(period, accounts, explain))
        .map((found) => {
          const { result, warnings } = writtenRate(found);
          return { result, warnings: [...inputs.flatMap((item) => item.warnings), ...warnings] };
        });
    },
  }),
  defineCalculator({
    name: 'subscription-line',
    summary: 'Compare a fund’s return with and without its subscription line.',
    example: {
      flows: [
        { date: '2022-01-01', amount: '100.00', kind: 'draw' },
        { date: '2022-07-01', amount: '-100.00', kind: 'cash' },
        { date: '2022-07-01', amount: '-2.00', kind: 'lineCost' },
        { date: '2022-07-01', amount: '100.00', kind: 'repayment' },
        { date: '2024-01-01', amount: '150.00', kind: 'cash' },
      ],
      nav: '0.00',
      asOf: '2024-01-01',
    },
    input: lineInput,
    rule: (input, explain) => {
      const flowsOfKind = (kind: (typeof input.flows)[number]['kind']) =>
        centFlows(input.flows.filter((flow) => flow.kind === kind));
      const wrong = input.flows.flatMap(({ kind, amount }, i) =>
        (kind === 'draw' || kind === 'repayment' || kind === 'excess') && amount.lt(0)
          ? [
              fail(
                'NEGATIVE_AMOUNT',
                ['flows', i, 'amount'],
                'draws, repayments and returned excess must be positive amounts',
              ),
            ]
          : [],
      );
      if (wrong.length > 0) return err(wrong);
      const totalOf = (isSo: (flow: (typeof input.flows)[number]) => boolean) =>
        input.flows.reduce<Decimal>(
          (sum, flow) => (flow.date <= input.asOf && isSo(flow) ? sum.plus(flow.amount) : sum),
          zero,
        );
      const isDistributed = ({ kind, amount }: (typeof input.flows)[number]) => kind === 'cash' && amount.gt(0);
      const ofLine = (kind: string) => kind === 'draw' || kind === 'repayment';
      const inputs = {
        cash: joinFlows([flowsOfKind('cash'), flowsOfKind('excess')]),
        paidIn: moneyToCents(totalOf((flow) => !ofLine(flow.kind) && !isDistributed(flow)).negated()),
        distributed: moneyToCents(totalOf(isDistributed)),
        lineCosts: flowsOfKind('lineCost'),
        draws: flowsOfKind('draw'),
        repayments: flowsOfKind('repayment'),
        nav: moneyToCents(input.nav),
        accruedInterest: moneyToCents(input.accruedInterest ?? zero),
        to: dayNumber(input.asOf),
      };
      return subscriptionLine(inputs, explain).map(({ withLine, withoutLine, balance, bothRequired }) => ({
        result: {
          withLine: writtenLine(withLine),
          withoutLine: writtenLine(withoutLine),
          balance: moneyText(centsToMoney(balance)),
          bothRequired,
        },
      }));
    },
  }),
];
