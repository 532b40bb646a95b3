import { afterEach, expect, it } from 'vitest';
import {
  dateMistake,
  formatDate,
  formatInstant,
  formatInstantAndZone,
  parseDateText,
  showInstantsIn,
} from './formatDate.ts';
import { showFormats } from './personalFormats.ts';

it('a date is displayed month first [U-C-138 U-T-113]', () => expect(formatDate('2026-09-30')).toBe('09/30/2026'));
it('a missing date is a dash', () => expect(formatDate(null)).toBe('–'));
it.each([
  ['9/30/2026', '2026-09-30'],
  ['2026-09-30', '2026-09-30'],
  ['02/29/2024', '2024-02-29'],
  ['02/29/2026', null],
  ['13/01/2026', null],
  ['soon', null],
])('%s is read as %s', (typed, iso) => expect(parseDateText(typed)).toBe(iso));

afterEach(() => {
  showInstantsIn(undefined);
  showFormats();
});
it('a date is displayed and read in the format of the person', () => {
  showFormats({ dateFormat: 'DD/MM/YYYY', numberFormat: '1 234,56' });
  expect([formatDate('2026-09-05'), parseDateText('5/9/2026'), parseDateText('2026-09-05')]).toEqual([
    '05/09/2026',
    '2026-09-05',
    '2026-09-05',
  ]);
  expect(dateMistake('9/30/2026')).toBe('must be a date, such as 30/09/2026');
  expect(formatInstant('2027-01-02T03:30:00Z')).toBe('02/01/2027 03:30');
  expect(formatInstantAndZone('2027-01-02T03:30:00Z')).toBe('02/01/2027 03:30 UTC');
});
it("a time is in the firm's time zone, so its date is the firm's today", () => {
  expect(formatInstant('2027-01-01T03:30:00Z')).toBe('01/01/2027 03:30');
  showInstantsIn('America/New_York');
  expect(formatInstant('2027-01-01T03:30:00Z')).toBe('12/31/2026 22:30');
  expect(formatInstant(null)).toBe('–');
  expect(formatInstantAndZone('2027-01-01T03:30:00Z')).toBe('12/31/2026 22:30 EST');
});
it('names the time zone for a reader in another one', () => {
  showInstantsIn('America/New_York', 'Europe/Berlin');
  expect(formatInstant('2027-01-01T03:30:00Z')).toBe('12/31/2026 22:30 EST');
  showInstantsIn('America/New_York', 'America/Toronto');
  expect(formatInstant('2027-01-01T03:30:00Z')).toBe('12/31/2026 22:30');
  showInstantsIn(undefined, 'Europe/Berlin');
  expect(formatInstant('2027-01-01T03:30:00Z')).toBe('01/01/2027 03:30 UTC');
});
