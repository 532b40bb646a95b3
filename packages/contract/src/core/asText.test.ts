import { expect, it } from 'vitest';
import { asText } from './asText.ts';

it('writes names of inputs as words, with abbreviations in capitals', () => {
  expect(['paidIn', 'firstDay', 'counted', 'nav', 'navBeforeCarry', 'grossIrr', 'fund I'].map(asText)).toEqual([
    'Paid in',
    'First day',
    'Counted',
    'NAV',
    'NAV before carry',
    'Gross IRR',
    'Fund I',
  ]);
});
