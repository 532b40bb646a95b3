import { expect, it } from 'vitest';
import { errorLocation, rowReason } from './sheet.ts';

it.each([
  [
    'Termination Date',
    'is required for a terminated employee',
    'Termination Date is required for a terminated employee.',
  ],
  ['Size (millions)', "'many' is not a number", "'many' is not a number."],
  ['Fund', "There is no fund 'F9'", "There is no fund 'F9'."],
  ['Effective %', "the members of 'N1' must total 100%, not 99.9%", "The members of 'N1' must total 100%, not 99.9%."],
  [null, 'is empty', 'Is empty.'],
  ['Last name', 'Last name is required for a new employee.', 'Last name is required for a new employee.'],
])('words the reasons of rows consistently: %s, %s', (column, reason, expected) =>
  expect(rowReason({ sheet: 'Funds', row: 2, column, reason })).toBe(expected),
);

it('names the column of an error once', () => {
  const at = (reason: string) => errorLocation({ sheet: 'Funds', row: 2, column: 'Amount', reason });
  expect(at('Amount is empty.')).toBe('Funds, row 2');
  expect(at("'many' is not a number.")).toBe('Funds, row 2, Amount');
  expect(errorLocation({ sheet: 'csv', row: 2, column: null, reason: 'Enter an amount.' })).toBe('row 2');
  expect(errorLocation({ sheet: '', row: null, column: null, reason: 'The file is empty.' })).toBe('');
});
