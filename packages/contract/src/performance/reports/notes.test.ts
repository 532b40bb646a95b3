import { entryTypeRule } from '@carrara/domain/performance/ledger';
import { expect, it } from 'vitest';
import { reportNote } from '../../core/report.ts';
import { cashflowAnalysis } from './cashflowAnalysis.ts';
import { fundCapitalAccounts } from './fundCapitalAccounts.ts';
import { fundDetails } from './fundDetails.ts';
import { fundOverview } from './fundOverview.ts';
import { fundReturns } from './fundReturns.ts';
import { gpSharing } from './gpSharing.ts';

it('describes the rows of capital accounts: the called amounts in full, and returned excess in distributions', () => {
  const rowsOf = (type: 'CALL-INV' | 'EXCESS-INV') => entryTypeRule(type).rows.map(({ row }) => row);
  expect([rowsOf('CALL-INV'), rowsOf('EXCESS-INV')]).toEqual([[13], [14]]);
  for (const note of [fundCapitalAccounts.note, fundCapitalAccounts.ownNote])
    expect(note).toContain(
      'contributions are the called amounts in full, and distributions include the returned excess of calls',
    );
});

it('tells the carry of terms from booked carry in the names of columns', () => {
  const titles = new Map(gpSharing.columns.map(({ field, title }) => [field as string, title]));
  const names = ['entitlement', 'earned', 'accrued', 'escrow', 'exposure'];
  expect(names.map((field) => titles.get(field))).toEqual([
    'Carry entitlement',
    'Carry earned, booked',
    'Carry accrued, booked',
    'In escrow, booked',
    'Exposure',
  ]);
  expect(gpSharing.note).toMatch(
    /^Entitlement and exposure are computed from the fund’s terms, as is the accrued carry in its profile\. Carry earned, accrued, paid, returned and in escrow comes from its ledger\./,
  );
});

it.each([fundOverview, fundDetails, cashflowAnalysis, fundReturns])(
  'explains the basis of $name only if it is the default',
  (report) => {
    expect(reportNote(report, {})).toMatch(/ cover fee-paying limited partners only\. /);
    expect(reportNote(report, { basis: 'all' })).toBeUndefined();
  },
);
