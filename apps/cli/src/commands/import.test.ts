import { expect, it } from 'vitest';
import { figuresLine, uploadLines } from './import.ts';

const figure = {
  vehicleId: 'f',
  name: 'HARBOR',
  currency: 'USD',
  periodEnd: '2020-06-30',
  nav: { before: null, after: '1234567.00' },
  unfunded: { before: '5.00', after: '5.00' },
  irr: { before: null, after: null },
  notDetermined: [],
};
const reversal = { vehicle: 'HARBOR', date: '2020-03-31', type: 'Fees', currency: 'USD', amount: '9.00' };

it('names figures that aren’t determined, and those that don’t change once', () => {
  expect(figuresLine(figure)).toBe(
    'HARBOR at 2020-06-30, all partners: NAV USD not determined to 1,234,567.00, unfunded 5.00, net IRR not determined',
  );
});

it('prints counts with separators, in columns', () => {
  const effect = { kind: 'Payments', created: 12_345, updated: 0, unchanged: 1_234, newVersions: 0 };
  const sum = { kind: 'Salary', currency: 'USD', amount: '5.00', rows: 12_345, people: 1 };
  const lines = uploadLines({
    effects: [effect],
    sums: [sum],
    errors: [],
    notes: [],
    warnings: [],
    changes: [],
    numberOfChanges: 4_000,
    conflict: { changed: 0, missing: 2_000, reversals: [reversal], figures: [figure], refusals: ['Fund: used later.'] },
    figures: [],
    canUndo: true,
  });
  expect(lines).toEqual([
    '          created  changed  unchanged  new versions',
    'Payments   12,345        0      1,234             0',
    'Pays: Salary USD 5.00 in 12,345 rows, to 1 person',
    'Change: and 4,000 more',
    'This file changes no existing data. 2,000 records of earlier files are missing from it. To remove them, add --overwrite.',
    '--overwrite reverses: HARBOR, Fees, 2020-03-31, USD 9.00',
    '--overwrite reverses: and 1,999 more',
    'With --overwrite: HARBOR at 2020-06-30, all partners: NAV USD not determined to 1,234,567.00, unfunded 5.00, net IRR not determined',
    '--overwrite isn’t possible: Fund: used later.',
  ]);
});
