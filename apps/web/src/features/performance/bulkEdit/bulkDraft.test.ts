import { expect, it } from 'vitest';
import { acceptStored, conflictsIn, conflictText, acceptInput } from '../../../record/editor/gridDraft.ts';
import {
  type BulkDraft,
  refusalText,
  storedValues,
  changedRecords,
  applyGridEdits,
  withRefusals,
} from './bulkDraft.ts';
import { type BulkRow, bulkLocations } from './bulkLocations.ts';

const row = (fundId: string, endValue: string | null, rowVersion: number | null = 1): BulkRow => ({
  fundId,
  investmentId: 'steel',
  id: null,
  reportingDate: '2026-06-30',
  name: 'Quarry Steel',
  holderName: fundId,
  currency: 'EUR',
  isLocked: false,
  isCompanyLocked: false,
  closed: [],
  company: { valueId: 'c', rowVersion: 3, updatedBy: 'Ada', values: { numberOfEmployees: 12, altXSector: null } },
  holding: {
    valueId: rowVersion === null ? null : `h-${fundId}`,
    rowVersion,
    updatedBy: 'Ben',
    values: { endValue, endProceeds: null },
  },
  reported: { values: { nav: '100', irr: null }, valueIds: { nav: 'n1', irr: null } },
});
const rows = [row('F1', '80.00'), row('F2', null, null)];
const money = { kind: 'money', title: 'Amount' } as const;
const holding = { part: 'holding', fields: { endValue: money, endProceeds: money } } as const;
const edit = (draft: BulkDraft, key: string, field: string, value: unknown, at = rows) =>
  applyGridEdits(draft, holding, bulkLocations('holding', at), [{ key, field, value }]);

it('includes a company once, however many hold it, and each of its holdings', () => {
  expect(bulkLocations('company', rows).map(({ key }) => key)).toEqual(['steel']);
  expect(bulkLocations('holding', rows).map(({ key }) => key)).toEqual(['steel F1', 'steel F2']);
});

it('keeps values that differ from the stored ones, and drops unchanged ones [U-T-061]', () => {
  const typed = edit(edit({}, 'steel F1', 'endValue', '90.00'), 'steel F2', 'endValue', '5');
  expect(Object.keys(typed)).toEqual(['holding steel F1 endValue', 'holding steel F2 endValue']);
  expect(Object.keys(edit(typed, 'steel F1', 'endValue', '80'))).toEqual(['holding steel F2 endValue']);
});

it('sends only changed cells, each record with its displayed version [A-T-068 E-T-110 E-T-111]', () => {
  const typed = edit(edit({}, 'steel F1', 'endValue', '90.00'), 'steel F2', 'endProceeds', '5');
  const both = applyGridEdits(typed, { part: 'reported', fields: { nav: money } }, bulkLocations('reported', rows), [
    { key: 'F1 ', field: 'nav', value: null },
  ]);
  const location = { investmentId: 'steel', id: null, reportingDate: '2026-06-30' };
  expect(changedRecords(both, rows).records).toEqual([
    { ...location, fundId: 'F1', key: 'holding', valueId: 'h-F1', rowVersion: 1, values: { endValue: '90.00' } },
    { ...location, fundId: 'F2', key: 'holding', valueId: null, rowVersion: null, values: { endProceeds: '5' } },
    { ...location, fundId: 'F1', key: 'nav', valueId: 'n1', rowVersion: null, values: { nav: null } },
  ]);
});

it('shows both values of a cell that somebody else has saved, and keeps the chosen one [U-T-061]', () => {
  const typed = edit(edit({}, 'steel F1', 'endValue', '90.00'), 'steel F1', 'endProceeds', '7.00');
  const now = [row('F1', '81.00', 2), row('F2', null, null)];
  const conflicts = conflictsIn(typed, storedValues(now));
  expect([...conflicts.values()].map(conflictText)).toEqual(['Ben has since saved 81.00; you typed 90.00']);
  expect(conflictsIn(acceptInput(typed, conflicts), storedValues(now)).size).toBe(0);
  expect(changedRecords(acceptInput(typed, conflicts), now).records).toMatchObject([
    { rowVersion: 2, values: { endValue: '90.00', endProceeds: '7.00' } },
  ]);
  expect(Object.keys(acceptStored(typed, conflicts))).toEqual(['holding steel F1 endProceeds']);
  // The input equals the stored value, so there is no conflict. New input is based on the stored value.
  expect(conflictsIn(typed, storedValues([row('F1', '90.00', 2)])).size).toBe(0);
  expect(conflictsIn(edit(typed, 'steel F1', 'endValue', '91.00', now), storedValues(now)).size).toBe(0);
});

it('names the row and the column of a refusal', () => {
  const both = applyGridEdits({}, { part: 'reported', fields: { nav: money } }, bulkLocations('reported', rows), [
    { key: 'F1 ', field: 'nav', value: '1' },
    { key: 'F2 ', field: 'nav', value: '2' },
  ]);
  const refusal = (path: string) =>
    refusalText(both, changedRecords(both, rows), rows, { path, message: 'Not possible.' });
  expect(refusal('records.1.values.nav')).toBe('Quarry Steel (F2), NAV: Not possible.');
  expect(refusal('records')).toBe('Not possible.');
});

it('marks the cells of a refused save with their reasons until they are edited [M-T-036]', () => {
  const typed = edit({}, 'steel F1', 'endValue', '90.00');
  const refused = withRefusals(typed, changedRecords(typed, rows), [
    { path: 'records.0.values.endValue', code: 'PERIOD_LOCKED', message: 'F1 has locked the quarter 06/30/2026.' },
  ]);
  expect(Object.values(refused).map((cell) => cell.refused)).toEqual(['F1 has locked the quarter 06/30/2026.']);
  expect(Object.values(edit(refused, 'steel F1', 'endValue', '91.00')).map((cell) => cell.refused)).toEqual([
    undefined,
  ]);
});
