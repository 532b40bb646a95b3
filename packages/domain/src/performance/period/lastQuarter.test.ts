import { calendarDate as day, decimal } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import { lastQuarter } from './index.ts';

type Ledger = Parameters<typeof lastQuarter>[0][number];
const row = (id: string, booked: string, reversalOf: string | null = null) => ({ id, booked: day(booked), reversalOf });
const ledger = (rows: readonly ReturnType<typeof row>[], values: Ledger['valuations'] = []): Ledger => ({
  events: rows,
  entries: [],
  valuations: values,
});
const value = (booked: string, fairValue: string | null, seq: number) => ({
  securityId: 's',
  date: day('2027-09-30'),
  booked: day(booked),
  fairValue: fairValue === null ? null : decimal(fairValue),
  seq,
});

it('is the last quarter that anything changes, without what was entered and reversed in it', () => {
  const early = row('a', '2026-09-30');
  const typo = [row('b', '2027-09-30'), row('c', '2027-09-30', 'b')];
  expect(lastQuarter([ledger([])])).toBeUndefined();
  expect(lastQuarter([ledger([early, row('b', '2027-09-30')])])).toBe('2027-09-30');
  expect(lastQuarter([ledger([early, ...typo])])).toBe('2026-09-30');
  expect(lastQuarter([ledger(typo)])).toBeUndefined();
  // A file that reverses the only entry of the quarter changes it.
  expect(lastQuarter([ledger([early, row('b', '2027-09-30')]), ledger([early, ...typo])])).toBe('2027-09-30');
});

it('counts a reversal that another quarter displays', () => {
  expect(lastQuarter([ledger([row('a', '2026-06-30'), row('b', '2026-09-30', 'a')])])).toBe('2026-09-30');
});

it('ignores a value that was withdrawn in its quarter', () => {
  const bought = [row('a', '2026-09-30')];
  const [entered, withdrawn] = [value('2027-09-30', '5.00', 1), value('2027-09-30', null, 2)];
  expect(lastQuarter([ledger(bought, [entered])])).toBe('2027-09-30');
  expect(lastQuarter([ledger(bought, [entered, withdrawn])])).toBe('2026-09-30');
  expect(lastQuarter([ledger(bought, [value('2027-06-30', '5.00', 1), withdrawn])])).toBe('2027-09-30');
});
