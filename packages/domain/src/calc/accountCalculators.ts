import { accountColumn, enteredRows, templateRow } from '../performance/capitalAccount/index.ts';
import { moneyText } from '../kernel/index.ts';
import { defineCalculator } from './defineCalculator.ts';
import { list, money, record, wholeNumberReader } from './reader.ts';

const FIRST_ROW = 1;
const LAST_ROW = 999;
const capitalAccountInput = { rows: list(record({ row: wholeNumberReader(FIRST_ROW, LAST_ROW), amount: money })) };

export const accountCalculators = [
  defineCalculator({
    name: 'capital-account',
    summary: 'Compute a column of ILPA’s Reporting Template from the entered rows.',
    example: {
      rows: [
        { row: 12, amount: '1000.00' },
        { row: 13, amount: '250.00' },
        { row: 21, amount: '-5.00' },
        { row: 93, amount: '40.00' },
      ],
    },
    input: capitalAccountInput,
    rule: ({ rows }, explain) =>
      enteredRows(rows).map((enteredRow) => {
        const column = accountColumn(enteredRow, explain);
        return {
          result: {
            rows: [...column]
              .filter(([row, amount]) => !amount.isZero() || enteredRow.has(row))
              .map(([row, amount]) => ({ row, label: templateRow(row)?.label ?? '', amount: moneyText(amount) })),
          },
        };
      }),
  }),
];
