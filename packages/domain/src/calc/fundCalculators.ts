import { carryPosition, exposureByRecipient, preferredReturn } from '../performance/carryPosition/index.ts';
import {
  centFlows,
  jCurve,
  type JCurvePoint,
  moneyToCents,
  navBridge,
  valueCreation,
  valueDrivers,
} from '../performance/return/index.ts';
import { type Decimal, dayNumber, moneyText, numberText, ok, zero } from '../kernel/index.ts';
import type { JsonRecord } from './calculator.ts';
import { defineCalculator } from './defineCalculator.ts';
import { date, figure, flag, list, money, nullable, choiceReader, optional, record, text } from './reader.ts';

const flows = list(record({ date, amount: money }));
const orNull = (value: Decimal | null, written: (value: Decimal) => string) => (value === null ? null : written(value));
const moneyTexts = (figures: Readonly<Record<string, Decimal | null>>): JsonRecord =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, orNull(value, moneyText)]));

const bridgeInput = {
  opening: money,
  contributions: money,
  distributions: money,
  transfers: optional(money),
  realized: money,
  unrealized: money,
  income: money,
  expenses: money,
  carry: money,
  closing: money,
  converted: optional(flag),
};
const company = record({ sales: money, ebitda: money, enterpriseValue: money, netDebt: money });
const valueCreationInput = {
  entry: company,
  current: company,
  ownership: figure,
  totalValue: optional(money),
  invested: optional(money),
};
const jCurveInput = {
  flows,
  commitment: money,
  navs: optional(list(record({ date, value: money }))),
  asOf: date,
};
const preferredReturnInput = { flows, hurdle: figure, asOf: date };
const carryPositionInput = {
  flows,
  navBeforeCarry: money,
  carryPaid: money,
  terms: record({
    waterfall: optional(choiceReader('WHOLE_FUND', 'DEAL_BY_DEAL')),
    carry: nullable(figure),
    hurdle: nullable(figure),
    catchUp: nullable(figure),
  }),
  asOf: date,
  holders: optional(list(record({ id: text, received: money, escrowBalance: optional(money) }))),
};

const point = ({ date: day, cumulative, percent }: JCurvePoint): JsonRecord => ({
  date: day,
  cumulative: moneyText(cumulative),
  percent: orNull(percent, numberText),
});

export const fundCalculators = [
  defineCalculator({
    name: 'nav-bridge',
    summary: 'Bridge one NAV to the next, step by step, including the currency effect if amounts were converted.',
    example: {
      opening: '10000.00',
      contributions: '1500.00',
      distributions: '-800.00',
      realized: '375.00',
      unrealized: '562.50',
      income: '2.50',
      expenses: '-43.00',
      carry: '-187.50',
      closing: '11409.50',
    },
    input: bridgeInput,
    rule: ({ opening, closing, converted = false, transfers = zero, ...steps }, explain) =>
      navBridge({ opening, closing, isConverted: converted, steps: { ...steps, transfers } }, explain)
        .mapErr((failure) => [failure])
        .map((bridge) => ({ result: moneyTexts({ ...bridge }) })),
  }),
  defineCalculator({
    name: 'value-creation',
    summary: 'Split the value creation of an investment into revenue, margin, multiple, debt and the rest.',
    example: {
      entry: { sales: '100.00', ebitda: '20.00', enterpriseValue: '160.00', netDebt: '60.00' },
      current: { sales: '120.00', ebitda: '30.00', enterpriseValue: '270.00', netDebt: '50.00' },
      ownership: '80',
    },
    input: valueCreationInput,
    rule: (input, explain) =>
      valueCreation(input, explain).map((found) => {
        const drivers = Object.fromEntries(valueDrivers.map((driver) => [driver, found[driver]]));
        const { explained, other, total } = found;
        return { result: moneyTexts({ ...drivers, explained, other, total }) };
      }),
  }),
  defineCalculator({
    name: 'j-curve',
    summary: 'Add up an investment’s cash flows by day and by quarter since the first one, with and without its value.',
    example: {
      flows: [
        { date: '2021-01-15', amount: '-40.00' },
        { date: '2021-05-15', amount: '-20.00' },
        { date: '2021-09-15', amount: '75.00' },
      ],
      commitment: '100.00',
      navs: [{ date: '2021-06-30', value: '66.00' }],
      asOf: '2021-12-31',
    },
    input: jCurveInput,
    rule: ({ flows: cash, commitment, navs = [], asOf }, explain) => {
      const values = navs.map((nav) => ({ day: dayNumber(nav.date), cents: moneyToCents(nav.value) }));
      const curve = jCurve({ flows: centFlows(cash), commitment, navs: values, asOf }, explain);
      return ok({
        result: {
          days: curve.days.map(point),
          quarters: curve.quarters.map(({ age, withNav, percentWithNav, ...rest }) => ({
            age,
            ...point(rest),
            withNav: orNull(withNav, moneyText),
            percentWithNav: orNull(percentWithNav, numberText),
          })),
          depth: curve.depth === null ? null : point(curve.depth),
          breakEven: curve.breakEven,
        },
      });
    },
  }),
  defineCalculator({
    name: 'preferred-return',
    summary:
      'Compute the preferred return: the amount that investors receive before carry, at a hurdle compounded yearly.',
    example: {
      flows: [
        { date: '2020-01-01', amount: '-100000000.00' },
        { date: '2023-01-01', amount: '60000000.00' },
      ],
      hurdle: '8',
      asOf: '2025-01-01',
    },
    input: preferredReturnInput,
    rule: ({ flows: cash, hurdle, asOf }, explain) =>
      preferredReturn(cash, hurdle, asOf, explain).map((found) => ({ result: moneyTexts({ ...found }) })),
  }),
  defineCalculator({
    name: 'carry-position',
    summary: 'Compute the carry that a whole fund has earned by a day, its accrued part, and any overpaid carry.',
    example: {
      flows: [
        { date: '2020-01-01', amount: '-100000000.00' },
        { date: '2023-01-01', amount: '60000000.00' },
      ],
      navBeforeCarry: '110000000.00',
      carryPaid: '4000000.00',
      terms: { carry: '20', hurdle: '8', catchUp: '100' },
      asOf: '2025-01-01',
    },
    input: carryPositionInput,
    rule: ({ terms, holders, ...input }, explain) =>
      carryPosition({ ...input, terms: { waterfall: 'WHOLE_FUND', ...terms } }, explain).andThen((position) => {
        const result = moneyTexts({ ...position });
        if (holders === undefined) return ok({ result });
        const withEscrow = holders.map(({ escrowBalance = zero, ...holder }) => ({
          ...holder,
          escrowBalance,
        }));
        return exposureByRecipient(position.exposure, withEscrow).map((shares) => ({
          result: { ...result, holders: shares.map(({ id, ...figures }) => ({ id, ...moneyTexts(figures) })) },
        }));
      }),
  }),
];
