import { describe, expect, it } from 'vitest';
import { filledPlan, type FilledRecords } from './filledPlan.ts';
import { counter, emptyTenant, planUpload, planWith, sheet, smallPlan, tenantWith } from './plan.fixture.ts';
import { planSheets, type SheetKey } from './sheets.ts';
import { planTemplate } from './template.ts';

const keys = ['funds', 'coinvestments', 'investments', 'vestingSchedules', 'taxProfiles', 'participants'] as const;
const stored = tenantWith(planUpload(planWith(), emptyTenant, counter()).writes);
const templateOf = (key: SheetKey, records: FilledRecords = stored) =>
  planTemplate(filledPlan(records)).find(({ name }) => name === planSheets[key].name)!;
const cells = (key: SheetKey, records: FilledRecords = stored) => templateOf(key, records).rows;
const asSheet = (key: SheetKey, records: FilledRecords = stored) => {
  const { columns, rows } = templateOf(key, records);
  return sheet(
    key,
    rows,
    columns.map(({ title }) => title),
  );
};
const sheets = (Object.keys(smallPlan) as SheetKey[]).map((key) => asSheet(key));

describe('the filled template', () => {
  it('states the firm’s own records', () => {
    expect(cells('funds')).toEqual([
      ['F1', 'Fund One, L.P.', 'Buyout', 'USD', '410', '2015-03-31', '2016-03-31', '2025-12-31'],
    ]);
    expect(cells('investments')).toEqual([
      ['ACME', 'Acme', 'Acme, Inc.', 'F1', 'Energy', 'US', '2016-01-31', 'Active'],
    ]);
    expect(cells('participants').map(([code, type, name]) => [code, type, name])).toEqual([
      ['E1', 'Employee', 'Amelia van Hartmann'],
      ['E2', 'Employee', 'Noah Okafor'],
      ['T1', 'Trust', 'Hartmann Trust'],
      ['N1', 'Entity', 'Alumni LLC'],
    ]);
    for (const key of keys) expect(cells(key).length, key).toBe(smallPlan[key].length);
  });

  it('changes nothing if it is imported as it is', () => {
    const { errors, writes } = planUpload(sheets, stored, counter());
    expect(errors).toEqual([]);
    expect(writes).toEqual([]);
  });

  it('leaves out who has no code or is not carry-eligible, so that an import makes nobody eligible', () => {
    const [first, ...others] = stored.employee;
    const employee = [{ ...first!, carryEligibleDate: null }, ...others];
    expect(cells('participants', { ...stored, employee }).map(([code]) => code)).toEqual(['E2', 'T1', 'N1']);
    const withoutCode = [{ ...first!, code: null }, ...others];
    // The trust needs the code of its employee.
    expect(cells('participants', { ...stored, employee: withoutCode }).map(([code]) => code)).toEqual(['E2', 'N1']);
  });

  it('gives no status to somebody who leaves later', () => {
    const [first, ...others] = stored.employee;
    const employee = [{ ...first!, terminationDate: '2030-12-31' }, ...others];
    const [row] = filledPlan({ ...stored, employee }).participants ?? [];
    expect(row).toMatchObject({ terminationDate: '2030-12-31', status: null });
    const existing = { ...stored, employee };
    expect(planUpload([asSheet('participants', existing)], existing, counter()).errors).toEqual([]);
  });

  it('leaves out the column of titles if an employee has two', () => {
    const [first, ...others] = stored.employee;
    const existing = { ...stored, employee: [{ ...first!, businessTitle: 'Founder' }, ...others] };
    expect(templateOf('participants', existing).columns.map(({ title }) => title)).not.toContain('Title');
    const { errors, writes } = planUpload(
      keys.map((key) => asSheet(key, existing)),
      existing,
      counter(),
    );
    expect({ errors, writes }).toEqual({ errors: [], writes: [] });
  });

  it('is empty for a new firm', () => {
    for (const key of keys) expect(cells(key, emptyTenant)).toEqual([]);
  });
});
