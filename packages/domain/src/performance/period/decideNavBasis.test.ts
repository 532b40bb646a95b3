import { expect, it } from 'vitest';
import { decideNavBasis, type QuarterState } from './index.ts';

const quarter = (periodEnd: string, status: QuarterState['status']): QuarterState => ({ periodEnd, status });
const locked = quarter('2024-03-31', 'LOCKED');
const open = [quarter('2024-09-30', 'OPEN'), quarter('2024-06-30', 'OPEN')];
const decide = (quarters: readonly QuarterState[], more: { reason?: string; warningsConfirmed?: boolean } = {}) =>
  decideNavBasis({ to: 'REPORTED', reason: null, warningsConfirmed: false, ...more }, quarters, true).map(
    ({ code, path, detail }) => [code, path.join('.'), detail],
  );
const confirmed = { warningsConfirmed: true };
const reasonNeeded = ['REQUIRED', 'reason', 'Enter a reason for the change, because quarters of this fund are locked.'];

it('the NAV basis of a fund without quarters can change freely', () => {
  expect(decide([])).toEqual([]);
});

it('a change of the NAV basis names the open quarters that it changes, and must be confirmed', () => {
  expect(decide(open)).toEqual([
    [
      'WARNINGS_NOT_CONFIRMED',
      'navBasis',
      'NAV will come from the reported values instead of the ledger. This changes the figures of the 2 open quarters from 06/30/2024 to 09/30/2024. Confirm it to save the fund.',
    ],
  ]);
  expect(decide(open, confirmed)).toEqual([]);
  expect(decide(open.slice(0, 1))[0]?.[2]).toContain('the figures of the open quarter ending 09/30/2024.');
});

it('a change of the NAV basis needs a reason if a quarter is locked, which keeps its figures', () => {
  expect(decide([...open, locked])).toEqual([
    [
      'WARNINGS_NOT_CONFIRMED',
      'navBasis',
      expect.stringContaining('The quarters locked through 03/31/2024 keep theirs.'),
    ],
    reasonNeeded,
  ]);
  expect(decide([locked])[0]?.[2]).toContain('No open quarter changes.');
  expect(decide([locked], { ...confirmed, reason: ' \n' })).toEqual([reasonNeeded]);
  expect(decide([locked], { ...confirmed, reason: 'A new administrator' })).toEqual([]);
});

it('the NAV basis of a fund with transferred figures can’t change to its ledger', () => {
  const change = { to: 'LEDGER', reason: 'A new administrator', warningsConfirmed: true } as const;
  for (const quarters of [[], [...open, locked]]) {
    const [failure, ...others] = decideNavBasis(change, quarters, true);
    expect([failure?.code, failure?.path, others]).toEqual(['CONDITION_NOT_MET', ['navBasis'], []]);
    expect(failure?.detail).toMatch(/come from data transfers .* Undo the transfers of this fund first/);
    expect(decideNavBasis(change, quarters, false)).toEqual([]);
  }
});
