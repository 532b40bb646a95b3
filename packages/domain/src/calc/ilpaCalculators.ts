import {
  performanceColumns,
  performanceMethods,
  performanceTemplate,
  type PerformanceFigures,
} from '../performance/ilpa/index.ts';
import { moneyText, significantText } from '../kernel/index.ts';
import { type JsonRecord, printFailure } from './calculator.ts';
import { defineCalculator } from './defineCalculator.ts';
import { date, list, money, choiceReader, record, text } from './reader.ts';

const ilpaPerformanceInput = {
  method: choiceReader(...performanceMethods),
  flows: list(record({ date, amount: money, type: text })),
  asOf: date,
};

const written = ({ rate, received, paidIn, multiple }: PerformanceFigures): JsonRecord => ({
  ...rate.match<JsonRecord>(
    (found) => ({
      rate: significantText(found.rate),
      annualized: found.annualized,
      ...(found.multiple ? { roots: found.roots.map(significantText) } : {}),
    }),
    (failure) => ({ rate: null, notDetermined: { ...printFailure(failure) } }),
  ),
  multiple: multiple === null ? null : significantText(multiple),
  received: moneyText(received),
  paidIn: moneyText(paidIn),
});

export const ilpaCalculators = [
  defineCalculator({
    name: 'ilpa-performance',
    summary: 'Compute ILPA’s Performance Template: gross and net, with and without the subscription line.',
    example: {
      method: 'GRANULAR',
      flows: [
        { date: '2022-01-01', amount: '-100.00', type: 'Fund-level Subscription Facility Drawdown: Investments' },
        { date: '2022-07-01', amount: '-100.00', type: 'Capital Call: Investments' },
        { date: '2022-07-01', amount: '-2.00', type: 'Capital Call: Fund-level Subscription Facility Fees/Interest' },
        {
          date: '2022-07-01',
          amount: '100.00',
          type: 'Synthetic Distribution: Fund-level Subscription Facility Repayment: Investments',
        },
        { date: '2024-01-01', amount: '150.00', type: 'NAV' },
      ],
      asOf: '2024-01-01',
    },
    input: ilpaPerformanceInput,
    rule: ({ method, flows, asOf }, explain) =>
      performanceTemplate(method, flows, asOf, explain).map(({ figures }) => ({
        result: Object.fromEntries(performanceColumns.map((column) => [column, written(figures[column])])),
      })),
  }),
];
