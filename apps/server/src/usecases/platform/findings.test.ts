import { expect, it } from 'vitest';
import { importFindings } from './findings.ts';

it.each([
  ['1234567.00', '-2345678.50', '1,234,567.00', '-2,345,678.50'],
  [null, '1000.00', null, '1,000.00'],
  ['5000', '5000.50', '5,000', '5,000.50'],
  // A code, a year and a text stay as they are.
  ['10020', '10021', '10020', '10021'],
  ['2019', null, '2019', null],
  ['Suite 1000.5', '1000.5', 'Suite 1000.5', '1000.5'],
  ['2026-09-30', null, '09/30/2026', null],
])('displays the change of %s to %s with thousands separators if it is a number', (before, after, ...displayed) => {
  const { changes } = importFindings({
    effects: [],
    errors: [],
    notes: [],
    warnings: [],
    changes: [{ kind: 'Fund', record: 'ARP-I', field: 'Total capital', before, after }],
  } as never);
  expect([changes[0]?.before, changes[0]?.after]).toEqual(displayed);
});
