import { expect, it } from 'vitest';
import { writtenText } from './writtenText.ts';

it.each([
  ['9100000.00', '9,100,000.00'],
  ['-28000.00', '-28,000.00'],
  ['12900000', '12,900,000'],
  ['0.104512345678', '0.104512345678'],
  ['2019', '2019'],
  ['Fund 12345', 'Fund 12345'],
  ['EXP-LEGAL 2026-06-28', 'EXP-LEGAL 06/28/2026'],
  ['End value: 9100000.00; Since: 2021-03-31', 'End value: 9,100,000.00; Since: 03/31/2021'],
])('%s is written as %s', (text, written) => expect(writtenText(text)).toBe(written));
