import { expect, it } from 'vitest';
import { totalsCoverage } from './totalsCoverage.ts';

it.each([
  [8, 8, 'Totals of 8 of 10 sources'],
  [9, 7, 'Totals of 9 of 10 sources; tax and net of 7'],
  [9, 0, 'Totals of 9 of 10 sources, without tax and net'],
  [10, 7, 'Tax and net of 7 of 10 sources'],
])('%i determined and %i taxed of ten sources', (numberDetermined, numberTaxed, text) => {
  expect(totalsCoverage({ numberOfSources: 10, numberDetermined, numberTaxed })).toBe(text);
});
