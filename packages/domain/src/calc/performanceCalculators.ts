import { investorMultiples, multiplePolicies } from '../performance/return/index.ts';
import { convertCurrency } from '../platform/fx/index.ts';
import {
  type Decimal,
  type Failure,
  type Failures,
  fail,
  moneyText,
  numberText,
  ok,
  Result,
  significantText,
  zero,
} from '../kernel/index.ts';
import {
  averageIrr,
  changeSinceEntry,
  type Equivalent,
  internalRateOfReturn,
  marketEquivalents,
  multipleOnInvested,
  projection,
  publicMarketEquivalent,
} from '../kernel/measures/index.ts';
import { type JsonRecord, printFailure } from './calculator.ts';
import { defineCalculator } from './defineCalculator.ts';
import { date, figure, flag, list, money, nullable, choiceReader, optional, record, text } from './reader.ts';

const flows = list(record({ date, amount: figure }));
const listed = <T>(result: Result<T, Failure>): Result<T, Failures> => result.mapErr((failure) => [failure]);
const orNull = (value: Decimal | null): string | null => (value === null ? null : significantText(value));

const irrInput = { flows };
const multiplesInput = {
  contributions: money,
  distributions: money,
  nav: money,
  recallable: optional(money),
  excess: optional(money),
  commitment: optional(money),
  policy: optional(choiceReader(...multiplePolicies)),
};
const moicInput = { realized: money, unrealized: money, invested: money };
const averageIrrInput = { irrs: list(nullable(figure)) };
const values = list(record({ date, value: figure }));
const fundCash = list(record({ date, amount: figure, isExcess: optional(flag) }));
const pmeInput = { flows: fundCash, index: values, nav: figure, asOf: date, navs: optional(values) };
const projectionInput = { start: date, end: date, rate: figure, commitment: money };
const changeInput = { entry: figure, current: figure };
const fxInput = {
  amount: money,
  from: text,
  to: text,
  date,
  base: optional(text),
  rates: list(record({ date, from: text, to: text, rate: figure })),
};

export const performanceCalculators = [
  defineCalculator({
    name: 'irr',
    summary: 'Find every internal rate of return of dated flows (like Excel’s XIRR, actual/365).',
    example: {
      flows: [
        { date: '2021-01-01', amount: '-100.00' },
        { date: '2022-01-01', amount: '110.00' },
      ],
    },
    input: irrInput,
    rule: (input, explain) =>
      listed(internalRateOfReturn(input.flows, explain)).map(({ irr, multiple, roots, underOneYear }) => ({
        result: { irr: significantText(irr), multiple, roots: roots.map(significantText) },
        warnings: [
          ...(multiple ? [severalRates()] : []),
          ...(underOneYear ? [fail('UNDER_ONE_YEAR', ['flows'], 'the flows span less than a year')] : []),
        ],
      })),
  }),
  defineCalculator({
    name: 'multiples',
    summary: 'Compute DPI, RVPI and TVPI from contributions, distributions and NAV, and PIC if you enter a commitment.',
    example: { contributions: '6000000.00', distributions: '1500000.00', nav: '5000000.00' },
    input: multiplesInput,
    rule: (input, explain) => {
      const { contributions, distributions, nav, recallable, excess, commitment, policy = 'ILPA' } = input;
      const found = investorMultiples(
        {
          called: contributions,
          excess: excess ?? zero,
          recallable: recallable ?? zero,
          permanent: distributions,
          nav: ok(nav),
          commitment: commitment ?? zero,
          policy,
        },
        explain,
      );
      return Result.combine([found.dpi, found.rvpi, found.tvpi, found.pic])
        .mapErr((failure) => [failure])
        .map(([dpi, rvpi, tvpi, pic]) => ({
          result: {
            dpi: orNull(dpi),
            rvpi: orNull(rvpi),
            tvpi: orNull(tvpi),
            ...(commitment === undefined ? {} : { pic: orNull(pic) }),
          },
        }));
    },
  }),
  defineCalculator({
    name: 'moic',
    summary: 'Compute the realized and unrealized multiple of invested capital.',
    example: { realized: '150.00', unrealized: '50.00', invested: '80.00' },
    input: moicInput,
    rule: (input, explain) => ok({ result: { moic: orNull(multipleOnInvested(input, explain)) } }),
  }),
  defineCalculator({
    name: 'average-irr',
    summary: 'Average the rates of funds, entered in percent. Use null for a fund without a rate.',
    example: { irrs: ['12.5', null, '7.5'] },
    input: averageIrrInput,
    rule: ({ irrs }, explain) => ok({ result: { averageIrr: orNull(averageIrr(irrs, explain)) } }),
  }),
  defineCalculator({
    name: 'pme',
    summary: 'Compare a fund with a public index: KS-PME, direct alpha, Long-Nickels, PME+ and modified PME.',
    example: {
      flows: [{ date: '2021-01-01', amount: '-100.00' }],
      index: [
        { date: '2021-01-01', value: '100' },
        { date: '2022-01-01', value: '120' },
      ],
      nav: '132.00',
      asOf: '2022-01-01',
    },
    input: pmeInput,
    rule: (input, explain) =>
      publicMarketEquivalent(input, explain).andThen(({ ksPme, directAlpha, noDirectAlpha, multiple, warnings }) =>
        marketEquivalents({ navs: [], ...input }, explain).map(({ irr, longNickels, pmePlus, modified }) => ({
          result: {
            ksPme: orNull(ksPme),
            directAlpha: orNull(directAlpha),
            irr: irr.map(significantText).unwrapOr(null),
            longNickels: { nav: moneyOrNull(longNickels.figure), ...rateOrReason(longNickels) },
            pmePlus: { factor: pmePlus.figure.map(significantText).unwrapOr(null), ...rateOrReason(pmePlus) },
            modified: { nav: moneyOrNull(modified.figure), ...rateOrReason(modified) },
          },
          warnings: [
            ...warnings,
            ...(noDirectAlpha === undefined ? [] : [noDirectAlpha]),
            ...(multiple ? [severalRates()] : []),
          ],
        })),
      ),
  }),
  defineCalculator({
    name: 'projection',
    summary: 'Project a yearly rate on a commitment over a period.',
    example: { start: '2026-01-01', end: '2026-03-31', rate: '8', commitment: '1000000.00' },
    input: projectionInput,
    rule: (input, explain) =>
      listed(projection(input, explain)).map((projected) => ({ result: { projection: moneyText(projected) } })),
  }),
  defineCalculator({
    name: 'change',
    summary: 'Compute the change from the entry value to the current value.',
    example: { entry: '100.00', current: '125.00' },
    input: changeInput,
    rule: ({ entry, current }, explain) => {
      const { change, sign } = changeSinceEntry(entry, current, explain);
      return ok({ result: { change: numberText(change), sign } });
    },
  }),
  defineCalculator({
    name: 'fx',
    summary: 'Convert an amount at a day’s rate: direct, inverse or crossed.',
    example: {
      amount: '1000.00',
      from: 'USD',
      to: 'EUR',
      date: '2026-03-31',
      rates: [{ date: '2026-03-30', from: 'USD', to: 'EUR', rate: '0.92' }],
    },
    input: fxInput,
    rule: (input, explain) =>
      convertCurrency(input, explain).map(({ amount, rate, derivation, rateDates }) => ({
        result: { amount: moneyText(amount), rate: significantText(rate), derivation, rateDates },
      })),
  }),
];

function severalRates(): Failure {
  return fail('MULTIPLE_RATES', ['roots'], 'several rates satisfy the equation; the result is the one nearest to 10%');
}

const moneyOrNull = (value: Result<Decimal, Failure>): string | null => value.map(moneyText).unwrapOr(null);

/** Returns the rate of an equivalent, or null with the reason why it isn't determined. */
function rateOrReason({ rate }: Equivalent): JsonRecord {
  return rate.match<JsonRecord>(
    (value) => ({ rate: significantText(value) }),
    (failure) => ({ rate: null, notDetermined: { ...printFailure(failure) } }),
  );
}
