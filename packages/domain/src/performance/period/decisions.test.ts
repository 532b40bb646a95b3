import { calendarDate, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import type { TieOutResult } from '../capitalAccount/index.ts';
import {
  decideLock,
  decideQuartersToLock,
  decideReopen,
  type LockedAs,
  PERIOD_ENGINE_VERSION,
  type QuarterState,
} from './index.ts';

const quarter = (periodEnd: string, status: QuarterState['status']): QuarterState => ({ periodEnd, status });
const [q1, q2, q3] = [quarter('2024-03-31', 'LOCKED'), quarter('2024-06-30', 'OPEN'), quarter('2024-09-30', 'OPEN')];
const quarters = [q3, q2, q1];
const today = calendarDate('2024-10-15');
const codes = (result: { isErr(): boolean; _unsafeUnwrapErr(): readonly { readonly code: string }[] }) =>
  result.isErr() ? result._unsafeUnwrapErr().map(({ code }) => code) : [];

describe('quarters to lock', () => {
  it('are locked in order, with the earlier ones on request', () => {
    expect(decideQuartersToLock(q2, quarters, { today })._unsafeUnwrap()).toEqual([q2]);
    expect(decideQuartersToLock(q3, quarters, { today })._unsafeUnwrapErr()[0]).toMatchObject({
      code: 'WRONG_STATE',
      path: ['endDate'],
    });
    expect(decideQuartersToLock(q3, quarters, { today, withEarlier: true })._unsafeUnwrap()).toEqual([q2, q3]);
  });

  it('are open and have ended', () => {
    expect(codes(decideQuartersToLock(q1, quarters, { today }))).toEqual(['WRONG_STATE']);
    const before = calendarDate('2024-06-29');
    expect(codes(decideQuartersToLock(q2, quarters, { today: before }))).toEqual(['QUARTER_NOT_ENDED']);
  });
});

describe('a lock', () => {
  const differing = (id: string, blocksLock: boolean, count = 1): TieOutResult => ({
    id: id as TieOutResult['id'],
    title: `Check ${id}`,
    blocksLock,
    differences: Array.from({ length: count }, () => ({ subject: 'Fund', is: decimal('1'), hasToBe: decimal('2') })),
  });

  const figures = { digest: 'a', nav: '1,000.00 USD' };
  const lock = (ends: QuarterState[], tieOuts: TieOutResult[][], acknowledged: string[] = []) =>
    decideLock(ends, { figures, tieOuts }, { acknowledged });

  it('requires the confirmed figures', () => {
    const confirmed = (figuresDigest: string, nav: string | null = figures.nav) =>
      decideLock([q2], { figures: { digest: 'a', nav }, tieOuts: [[]] }, { figuresDigest, acknowledged: [] });
    expect(confirmed('a').isOk()).toBe(true);
    const [changed] = confirmed('b')._unsafeUnwrapErr();
    expect(changed?.code).toBe('CONFLICT');
    expect(changed?.detail).toContain('The NAV is now 1,000.00 USD.');
    expect(confirmed('b', null)._unsafeUnwrapErr()[0]?.detail).toContain('The NAV is now not determined.');
  });

  it('requires an acknowledgment of every difference, except those that block it anyway', () => {
    expect(lock([q2], [[differing('T1', true, 0)]]).isOk()).toBe(true);
    expect(codes(lock([q2], [[differing('T9', false)]]))).toEqual(['NOT_ACKNOWLEDGED']);
    expect(lock([q2], [[differing('T9', false)]], ['T9']).isOk()).toBe(true);
    expect(codes(lock([q2], [[differing('T1', true)]], ['T1']))).toEqual(['NOT_RECONCILED']);
  });

  it('names the quarter if there are several, and lists ten differences of a check', () => {
    const failures = lock([q2, q3], [[differing('T1', true, 12)], [differing('T9', false)]])._unsafeUnwrapErr();
    expect(failures).toHaveLength(11);
    expect(failures[0]?.detail).toMatch(/^06\/30\/2024: Check T1/);
    expect(failures.at(-1)?.detail).toBe(
      'This check fails: Check T9. 09/30/2024: Fund: 1.00, should be 2.00, difference (1.00). Acknowledge it to lock the quarter.',
    );
  });

  it('asks once about a check that fails in several quarters, and lists them', () => {
    const failures = lock([q2, q3], [[differing('T18', false)], [differing('T18', false, 2)]])._unsafeUnwrapErr();
    const text = 'Fund: 1.00, should be 2.00, difference (1.00)';
    expect(failures.map(({ detail }) => detail)).toEqual([
      `This check fails: Check T18. 06/30/2024: ${text}. 09/30/2024: ${text}; ${text}. Acknowledge it to lock the quarters.`,
    ]);
  });
});

describe('reopening', () => {
  const locked = { rules: PERIOD_ENGINE_VERSION, policy: 'ILPA', transfers: 'HISTORY', navBasis: 'LEDGER' } as const;
  const closed = quarters.map(({ periodEnd }) => quarter(periodEnd, 'LOCKED'));
  const ledger = (by: LockedAs) => {
    const lockedBy = new Map([[calendarDate(q3.periodEnd), by]]);
    return { policy: 'ILPA', transfers: 'HISTORY', navBasis: 'LEDGER', lockedBy } as const;
  };

  it('includes the later locked quarters, and recomputes them if the rules or settings have changed', () => {
    const [, second] = closed as [QuarterState, QuarterState, QuarterState];
    const same = decideReopen(second, closed, ledger(locked))._unsafeUnwrap();
    expect(same.opened.map(({ periodEnd }) => periodEnd)).toEqual(['2024-09-30', '2024-06-30']);
    expect(same.isRecomputed).toBe(false);
    expect(decideReopen(second, closed, ledger({ ...locked, policy: 'NETTED' }))._unsafeUnwrap().isRecomputed).toBe(
      true,
    );
    expect(
      decideReopen(second, closed, ledger({ ...locked, policy: 'NETTED', rules: '0' }))._unsafeUnwrap().isRecomputed,
    ).toBe(true);
    expect(decideReopen(second, closed, ledger({ ...locked, navBasis: 'REPORTED' }))._unsafeUnwrap().isRecomputed).toBe(
      true,
    );
  });

  it('is refused for an open quarter', () => {
    expect(codes(decideReopen(q2, quarters, ledger(locked)))).toEqual(['WRONG_STATE']);
  });
});
