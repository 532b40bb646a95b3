import { expect, it } from 'vitest';
import { asKnownOn } from '../performance/reports/parameters.ts';
import { instantPattern } from './instantPattern.ts';

const isInstant = (text: string) => new RegExp(`^${instantPattern}$`).test(text);

it.each(['2026-02-28T00:00:00Z', '2024-02-29T23:59:59.123456Z', '2000-02-29T00:00:00Z', '2026-12-31T12:00Z'])(
  '%s is an instant',
  (text) => expect(isInstant(text)).toBe(true),
);
it.each([
  '2026-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00',
])('%s is not an instant', (text) => expect(isInstant(text)).toBe(false));

it('the as-known date of a report is a valid date', () => {
  const { pattern } = asKnownOn.asKnownOn.like;
  expect(['2026-02-30T00:00:00Z', '2026-02-28T00:00:00Z', '12'].map((text) => pattern.test(text))).toEqual([
    false,
    true,
    true,
  ]);
});
