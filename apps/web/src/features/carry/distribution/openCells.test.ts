import { expect, it } from 'vitest';
import { givenElsewhere } from './openCells.ts';

const given = new Map([
  ['holdings', { loanRepayment: '2000' }],
  ['other/inner/ben', { tax: '5' }],
]);

it('a figure of an entity is given for it as a whole or for its members each', () => {
  expect(givenElsewhere(given, 'holdings/ada', 'loanRepayment')).toEqual({ path: 'holdings', isAbove: true });
  expect(givenElsewhere(given, 'holdings/ada', 'tax')).toBeUndefined();
  expect(givenElsewhere(given, 'other', 'tax')).toEqual({ path: 'other/inner/ben', isAbove: false });
  expect(givenElsewhere(given, 'ada', 'loanRepayment')).toBeUndefined();
  // Existing input can always be changed and cleared.
  expect(givenElsewhere(given, 'holdings', 'loanRepayment')).toBeUndefined();
});

it('counts what the same deed gave or cleared before', () => {
  const gave = [{ key: 'e', field: 'escrow', value: '1' }];
  expect(givenElsewhere(given, 'e/m', 'escrow', gave)).toEqual({ path: 'e', isAbove: true });
  expect(givenElsewhere(given, 'e/m', 'tax', gave)).toBeUndefined();
  expect(
    givenElsewhere(given, 'holdings/ada', 'loanRepayment', [{ key: 'holdings', field: 'loanRepayment', value: null }]),
  ).toBeUndefined();
});
