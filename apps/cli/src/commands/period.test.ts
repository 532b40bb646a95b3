import { expect, it } from 'vitest';
import { changesText, lockText } from './period.ts';

type Changes = Parameters<typeof changesText>[0];
const changed: Changes['figures'][number] = {
  subject: 'VEHICLE',
  id: 'f1',
  name: 'Oak Fund',
  field: 'contributions',
  title: 'Contributions',
  kind: 'money',
  old: '100.00',
  new: '140.00',
  readsAlike: false,
} as Changes['figures'][number];
const noChanges = {
  figures: [],
  account: [],
  entered: [],
  reopened: [],
  policy: null,
  navBasis: null,
} as unknown as Changes;
const linesOf = (changes: Changes) => changesText(changes, 'Oak Fund, 2026-03-31: from 1 to 2').split('\n');

it('lists changed figures, if any', () => {
  expect(linesOf({ ...noChanges, figures: [changed] })).toEqual([
    'Oak Fund, 2026-03-31: from 1 to 2',
    'Figures:',
    '  Oak Fund, Contributions: 100.00, now 140.00',
    'Nothing was entered.',
  ]);
});

it('omits that if no figure changed, or none displays differently', () => {
  expect(linesOf(noChanges)).toEqual([
    'Oak Fund, 2026-03-31: from 1 to 2',
    'No figure changed.',
    'Nothing was entered.',
  ]);
});

it('names a changed NAV basis with its reason', () => {
  const navBasis = { old: 'REPORTED', new: 'LEDGER', reason: 'The ledger is complete' } as const;
  expect(linesOf({ ...noChanges, navBasis })).toContain(
    'The NAV basis changed. NAV used to come from the reported values; now it comes from the ledger. Reason: The ledger is complete',
  );
});

it('says who locked a quarter, when, and which differences were acknowledged', () => {
  const quarter = {
    id: 'q1',
    vehicleId: 'f1',
    periodEnd: '2026-03-31',
    status: 'LOCKED',
    rowVersion: 2,
    version: 1,
    nav: null,
    currency: null,
  } as const;
  const zone = 'America/New_York';
  const locked = { ...quarter, lockedDate: '2026-04-21T02:05:00Z', lockedBy: 'Ada Moss' };
  expect([
    lockText({ ...quarter, status: 'OPEN', lockedDate: null, lockedBy: null, acknowledged: [] }, zone),
    lockText({ ...locked, acknowledged: [] }, zone),
    lockText(
      {
        ...locked,
        acknowledged: [
          { code: 'T12', title: 'x' },
          { code: 'T15', title: 'y' },
        ],
      },
      zone,
    ),
  ]).toEqual([
    '',
    ', by Ada Moss on 04/20/2026 22:05 EDT',
    ', by Ada Moss on 04/20/2026 22:05 EDT, acknowledged T12, T15',
  ]);
});
