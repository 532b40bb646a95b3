import { expect, it } from 'vitest';
import { closedCellReason } from './openCells.ts';

const entered = new Map([
  ['holdings', { loanRepayment: '2000' }],
  ['other/inner/ben', { tax: '5' }],
]);

it("an entity's figure is entered for the entity or for each of its members", () => {
  expect(closedCellReason(entered, 'holdings/ada', 'loanRepayment')).toEqual({ path: 'holdings', isAbove: true });
  expect(closedCellReason(entered, 'holdings/ada', 'tax')).toBeUndefined();
  expect(closedCellReason(entered, 'other', 'tax')).toEqual({ path: 'other/inner/ben', isAbove: false });
  expect(closedCellReason(entered, 'ada', 'loanRepayment')).toBeUndefined();
  // Existing input can always be changed and cleared.
  expect(closedCellReason(entered, 'holdings', 'loanRepayment')).toBeUndefined();
});

it('counts earlier edits of the same action', () => {
  const typed = [{ key: 'e', field: 'escrow', value: '1' }];
  expect(closedCellReason(entered, 'e/m', 'escrow', typed)).toEqual({ path: 'e', isAbove: true });
  expect(closedCellReason(entered, 'e/m', 'tax', typed)).toBeUndefined();
  expect(
    closedCellReason(entered, 'holdings/ada', 'loanRepayment', [
      { key: 'holdings', field: 'loanRepayment', value: null },
    ]),
  ).toBeUndefined();
});
