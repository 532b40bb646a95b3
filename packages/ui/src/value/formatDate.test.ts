import { expect, it } from 'vitest';
import { formatDate, parseDateText } from './formatDate.ts';

it('a date is shown month first', () => expect(formatDate('2026-09-30')).toBe('09/30/2026'));
it('no date is a dash', () => expect(formatDate(null)).toBe('–'));
it.each([
  ['9/30/2026', '2026-09-30'],
  ['2026-09-30', '2026-09-30'],
  ['02/29/2024', '2024-02-29'],
  ['02/29/2026', null],
  ['13/01/2026', null],
  ['soon', null],
])('%s is read as %s', (typed, iso) => expect(parseDateText(typed)).toBe(iso));
