import { describe, expect, it } from 'vitest';
import type { ExistingRecords } from './existingRecords.ts';
import { filledPlan } from './filledPlan.ts';
import { counter, emptyTenant, planUpload, planWith, sheet, smallPlan, tenantWith } from './plan.fixture.ts';
import { planSheets, type SheetKey } from './sheets.ts';
import { planTemplate } from './template.ts';

const keys = Object.keys(smallPlan) as SheetKey[];
const stored = tenantWith(planUpload(planWith(), emptyTenant, counter()).writes);
const templateOf = (key: SheetKey, records: ExistingRecords = stored) =>
  planTemplate(filledPlan(records)).find(({ name }) => name === planSheets[key].name)!;
const cells = (key: SheetKey, records: ExistingRecords = stored) => templateOf(key, records).rows;
const asSheet = (key: SheetKey, records: ExistingRecords = stored) => {
  const { columns, rows } = templateOf(key, records);
  return sheet(
    key,
    rows,
    columns.map(({ title }) => title),
  );
};
const allSheets = (records: ExistingRecords = stored) => keys.map((key) => asSheet(key, records));

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
    const { errors, writes } = planUpload(allSheets(), stored, counter());
    expect(errors).toEqual([]);
    expect(writes).toEqual([]);
  });

  it('creates the same records in an empty firm', () => {
    const { errors, notes, writes } = planUpload(allSheets(), emptyTenant, counter());
    expect({ errors, notes }).toEqual({ errors: [], notes: [] });
    const created = tenantWith(writes);
    expect(allSheets(created)).toEqual(allSheets());
    expect(planUpload(planWith(), created, counter())).toMatchObject({ errors: [], writes: [] });
  });

  it('states a holding only if the import creates it', () => {
    const [coinvested] = stored.coinvestmentInvestment;
    const moved = stored.allocationProfile.map((profile) =>
      profile['name'] === 'Tranche profile' ? { ...profile, container: { id: coinvested!.id } } : profile,
    );
    const containersOf = (existing: ExistingRecords) =>
      (filledPlan(existing).allocationProfiles ?? []).map(({ containerType, container }) => [containerType, container]);
    const fund = ['Fund', 'F1'];
    const existing = { ...stored, allocationProfile: moved, distribution: [] };
    expect(containersOf(existing)).toEqual([['Coinvestment Investment', 'ACME/CO1'], fund, fund]);
    expect(containersOf({ ...existing, tranche: [] })).toEqual([fund, fund]);
    // The sheet of investments has one fund for each, so it can't list one that only a coinvestment holds.
    expect(filledPlan({ ...existing, fundInvestment: [] }).tranches).toEqual([]);
  });

  it('leaves out profiles that its sheet can’t state', () => {
    const [first, ...others] = stored.allocationProfile.filter(({ name }) => name === 'Fund profile');
    expect(others).toEqual([]);
    const rest = stored.allocationProfile.filter((profile) => profile !== first);
    const rowsWith = (changed: object) =>
      cells('allocationProfiles', { ...stored, allocationProfile: [{ ...first!, ...changed }, ...rest] }).length;
    expect(rowsWith({})).toBe(3);
    expect(rowsWith({ isValid: false })).toBe(1);
    expect(rowsWith({ effectiveDate: null })).toBe(1);
    expect(rowsWith({ entries: [{ participantId: 'somebody without a code', fixed: '1' }] })).toBe(1);
    // Only the newest version of a name is matched.
    const older = { ...first!, id: 'older', version: 0, entries: [] };
    expect(cells('allocationProfiles', { ...stored, allocationProfile: [first!, older, ...rest] })).toHaveLength(3);
  });

  it('leaves out the members of an entity that doesn’t split everything by fixed percentages and own classes', () => {
    const membersWith = (changed: object) =>
      cells('entityMembers', {
        ...stored,
        allocationProfile: stored.allocationProfile.map((profile) =>
          String(profile['name']).startsWith('Alumni') ? { ...profile, ...changed } : profile,
        ),
      }).length;
    expect(membersWith({})).toBe(2);
    expect(membersWith({ isShareBased: true })).toBe(0);
    expect(membersWith({ isCurrent: false })).toBe(0);
    // Without its members, the import couldn't divide the share of the entity.
    expect(cells('allocationProfiles', { ...stored, entity: [{ ...stored.entity[0]!, members: [] }] })).toHaveLength(1);
    const others = stored.trust.map((trust) => ({ ...trust, participantClass: null }));
    expect(cells('entityMembers', { ...stored, trust: others })).toEqual([]);
    expect(cells('entityMembers', { ...stored, entity: [{ ...stored.entity[0]!, members: [] }] })).toEqual([]);
  });

  it('states the latest draft, unless it has inputs that the sheets lack', () => {
    const [draft] = stored.distribution;
    const later = {
      ...draft!,
      id: 'later',
      name: 'Q4',
      request: { ...draft!.request, distributionDate: '2026-12-31' },
    };
    const namesWith = (...distribution: readonly object[]) =>
      cells('distribution', { ...stored, distribution } as ExistingRecords).map(([name]) => name);
    expect(namesWith(draft!, later)).toEqual(['Q4']);
    const [source, ...others] = later.request.sources;
    const overridden = { ...later.request, sources: [{ ...source!, defaultEscrow: '5' }, ...others] };
    expect(namesWith(draft!, { ...later, request: overridden })).toEqual(['Q3']);
    expect(namesWith({ ...draft!, status: { code: 'DISBURSED', description: 'Disbursed' } })).toEqual([]);
    expect(namesWith(draft!, { ...later, name: 'Q3' })).toEqual([]);
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
    const { errors, writes } = planUpload(allSheets(existing), existing, counter());
    expect({ errors, writes }).toEqual({ errors: [], writes: [] });
  });

  it('is empty for a new firm', () => {
    for (const key of keys) expect(cells(key, emptyTenant)).toEqual([]);
  });
});
