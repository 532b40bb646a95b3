import { describe, expect, it } from 'vitest';
import type { SourceRequest } from '../run/index.ts';
import type { ImportWrite } from './existingRecords.ts';
import {
  counter,
  emptyTenant,
  plan,
  planUpload,
  planWith,
  smallPlan,
  tenantWith,
  writesOfKind,
} from './plan.fixture.ts';

describe('a plan without errors', () => {
  const { effects, writes, errors, notes } = plan();

  it('lists what it creates and nothing else', () => {
    expect(errors).toEqual([]);
    expect(notes).toEqual([]);
    expect(Object.fromEntries(effects.map(({ kind, created }) => [kind, created]))).toMatchObject({
      Funds: 1,
      Coinvestments: 1,
      Investments: 1,
      'Holdings of investments': 2,
      Tranches: 2,
      'Vesting schedules': 1,
      'Tax profiles': 2,
      Participants: 4,
      'Tax profiles of participants': 4,
      'Allocation profiles': 3,
      Distributions: 1,
    });
  });

  it('writes values in the format of the records', () => {
    expect(writesOfKind(writes, 'fund')[0]!.values).toMatchObject({
      totalCapitalRaised: '410000000.00',
      currency: { id: 'usd' },
    });
    expect(writesOfKind(writes, 'tranche').map(({ values }) => [values['name'], values['investedAmount']])).toEqual([
      ['Acme, Inc. Tranche # 1', '105805780.60'],
      ['Acme, Inc. Tranche # 1', '5000000.00'],
    ]);
    expect(writesOfKind(writes, 'employee')[0]!.values).toMatchObject({
      firstName: 'Amelia',
      lastName: 'van Hartmann',
      alternateFormattedName: 'van Hartmann, Amelia',
      defaultEscrow: '15',
      carryEligibleDate: '2011-10-01',
    });
    expect(writesOfKind(writes, 'vestingSchedule')[0]!.values['details']).toEqual([
      { periodStart: 0, periodEnd: 12, vestedPercentage: '0' },
      { periodStart: 12, periodEnd: null, vestedPercentage: '100' },
    ]);
  });

  it('writes records before the ones that refer to them', () => {
    const seen = new Set(['usd', 'eur', 'us']);
    for (const { id, values } of writes) {
      for (const [, found] of JSON.stringify(values).matchAll(/"(new-\d+)"/g))
        expect(found === id || seen.has(found!), found).toBe(true);
      seen.add(id);
    }
  });

  it('finds the path of an adjustment through an entity', () => {
    const [run] = writesOfKind(writes, 'distribution');
    const [source] = run!.values['distributionSources'] as {
      details: { via: string[]; loanRepayment: string; otherAdjustment: string }[];
    }[];
    expect(
      source!.details.map(({ via, loanRepayment, otherAdjustment }) => [via.length, loanRepayment, otherAdjustment]),
    ).toEqual([
      [1, '12500.00', '-0.55'],
      [0, null, '1.00'],
    ]);
  });
});

describe('a column of percentages', () => {
  const percentCell = (text: string, isPercent: boolean) => ({ type: 'number' as const, text, isPercent });
  const withRates = (...cells: readonly { type: 'number' | 'text'; text: string; isPercent?: boolean }[]) => {
    const sheets = planWith().map((uploadedSheet) =>
      uploadedSheet.name === 'Tax Profiles'
        ? {
            ...uploadedSheet,
            rows: uploadedSheet.rows.map((row) => ({
              ...row,
              cells: row.cells.map((cell) => {
                const value = cell.column === 4 ? cells[row.row - 2] : undefined;
                return value ? { ...cell, ...value, address: `D${row.row}` } : cell;
              }),
            })),
          }
        : uploadedSheet,
    );
    return planUpload(sheets, emptyTenant, counter());
  };
  const rates = ({ writes }: { readonly writes: readonly ImportWrite[] }) =>
    writesOfKind(writes, 'taxProfile').flatMap(({ values }) => [
      ...((values['taxProfileRates'] ?? []) as { taxRate: string }[]).map(({ taxRate }) => taxRate),
      ...(values['taxRate'] ? [values['taxRate']] : []),
    ]);

  it('is read by the number format of its cells, and by an entered percent sign', () => {
    const read = withRates(percentCell('0.2', true), percentCell('0.075', true), { type: 'text', text: '12.5%' });
    expect(rates(read)).toEqual(['20', '7.5', '12.5']);
    expect(read.notes).toEqual([]);
  });

  it('says if a column mixes two formats, or has no value above 1', () => {
    const mixed = withRates(percentCell('0.2', true), percentCell('0', false), percentCell('12.5', false));
    expect(rates(mixed)).toEqual(['20', '0', '12.5']);
    expect(mixed.notes).toEqual([
      expect.stringMatching(/'Tax Profiles'.*: D2 has a percent sign and D3, D4 have none/),
    ]);
    const small = withRates(percentCell('0.2', false), percentCell('0', false), percentCell('0.125', false));
    expect(rates(small)).toEqual(['0.2', '0', '0.125']);
    expect(small.notes).toEqual([expect.stringMatching(/no value is above 1.*0.2 is 0.2%/)]);
  });

  it('is the only kind that accepts a percent sign', () => {
    const sheets = planWith().map((uploadedSheet) =>
      uploadedSheet.name === 'Funds'
        ? {
            ...uploadedSheet,
            rows: uploadedSheet.rows.map((row) => ({
              ...row,
              cells: row.cells.map((c) => (c.type === 'number' ? { ...c, isPercent: true } : c)),
            })),
          }
        : uploadedSheet,
    );
    expect(planUpload(sheets, emptyTenant, counter()).errors.map(({ column, reason }) => [column, reason])).toEqual([
      ['Size (millions)', "'41000%' is a percentage. Enter a plain number"],
    ]);
  });
});

describe('a draft that the plan created', () => {
  const stored = tenantWith(plan().writes);
  const [run] = stored.distribution;
  const [first, second] = run!.request.sources;
  const edited = (sources: readonly SourceRequest[], more = {}) => ({
    ...stored,
    distribution: [{ ...run!, description: 'Mine', request: { ...run!.request, ...more, sources } }],
  });

  it('stays unchanged if nobody edited it, and so does everything else', () => {
    const { writes, effects, changes, warnings, notes } = plan({}, stored);
    expect([writes, changes, warnings, notes]).toEqual([[], [], [], []]);
    expect(effects.filter(({ unchanged, ...line }) => unchanged === 0 || line.updated > 0)).toEqual([]);
  });

  it('is the same with its rows in another order, zeros instead of blanks, and the effective profile selected', () => {
    const profileId = stored.allocationProfile.find(
      ({ container }) => (container as { id: string }).id === first!.sourceId,
    )!.id;
    const details = [...first!.details].reverse().map((detail) => ({ loanRepayment: '0.00', ...detail }));
    const { effects } = plan(
      {},
      edited([second!, { ...first!, profileId, netDistributableAmount: '18450333.370', details }]),
    );
    expect(effects.find(({ kind }) => kind === 'Distributions')).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it('lists each edit that would be replaced, requires a confirmation, and leaves records outside the workbook unchanged', () => {
    const [viaEntity, direct] = first!.details;
    const { writes, changes, warnings } = plan(
      {},
      edited(
        [
          {
            ...first!,
            netDistributableAmount: '2000000.00',
            profileId: 'other',
            defaultEscrow: '7',
            characterizations: [{ id: 'the Long-term capital gain', percent: '100' }],
            details: [
              { ...viaEntity!, loanRepayment: '7777.00', tax: '5.00' },
              { ...direct!, otherAdjustment: null, escrow: '0' },
            ],
            unread: [{ participantId: direct!.participantId, via: [], field: 'tax', text: 'abc' }],
          },
        ],
        { defaultEscrow: '11' },
      ),
    );
    expect(
      changes.map(({ kind, record, field, before, after }) => [kind, record, field, before, after].join(' | ')),
    ).toEqual([
      'Distributions | Q3 | Default escrow % | 11 | 10',
      'Distributions | Q3 | F1 Fund One, L.P.: net distributable amount | 2000000.00 | 18450333.37',
      "Distributions | Q3 | F1 Fund One, L.P.: escrow % | 7 | the run's",
      'Distributions | Q3 | F1 Fund One, L.P.: allocation profile | another profile | the profile in force',
      'Distributions | Q3 | F1 Fund One, L.P.: Long-term capital gain % | 100 | ',
      'Distributions | Q3 | F1 Fund One, L.P., E2 Noah Okafor of N1 Alumni LLC: loan repayment | 7777.00 | 12500.00',
      'Distributions | Q3 | F1 Fund One, L.P., E2 Noah Okafor of N1 Alumni LLC: tax | 5.00 | computed',
      'Distributions | Q3 | F1 Fund One, L.P., E1 Amelia van Hartmann: escrow | 0.00 | computed',
      'Distributions | Q3 | F1 Fund One, L.P., E1 Amelia van Hartmann: tax | abc | computed',
      'Distributions | Q3 | F1 Fund One, L.P., E1 Amelia van Hartmann: other adjustment |  | 1.00',
      'Distributions | Q3 | ACME/CO1/1: net distributable amount |  | 0.05',
    ]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The draft 'Q3' differs from the workbook\. Importing the plan replaces these edits: Default escrow % from 11 to 10; .*; 6 more\.$/,
      ),
    ]);
    expect(writesOfKind(writes, 'distribution')).toMatchObject([
      { id: run!.id, rowVersion: 1, values: { description: 'Mine' } },
    ]);
  });

  it('is recomputed if the plan changes a record it depends on', () => {
    const { writes, notes, warnings, changes } = plan(
      { taxProfiles: [...smallPlan.taxProfiles.slice(0, 2), ['Flat', 'No', null, 13]] },
      stored,
    );
    expect(writesOfKind(writes, 'distribution')).toHaveLength(1);
    expect(changes.map(({ kind }) => kind)).toEqual(['Tax profiles']);
    expect(warnings).toEqual([]);
    expect(notes).toEqual(["The draft 'Q3' is recomputed, because this plan changes records that it may depend on."]);
  });
});

describe('words that are in no list', () => {
  const typo = { investments: [['ACME', 'Acme', 'Acme, Inc.', 'F1', 'Energy', 'US', '2016-01-31', 'Sold??']] };
  const text =
    "New or mistyped in the list 'investment status': 'Sold??' (Investments, row 2). It is added when you import the plan.";

  it('are named with their rows: to be confirmed if the firm has records, as a note in the first plan', () => {
    expect(plan(typo)).toMatchObject({ notes: [text], warnings: [] });
    const again = plan(typo, tenantWith(plan().writes));
    expect(again.warnings).toEqual([text]);
    expect(again.notes.join()).not.toContain('Sold??');
  });
});

describe('with existing records', () => {
  const fund = {
    id: 'f1',
    rowVersion: 4,
    code: 'f1',
    name: 'One',
    legalName: 'Old name',
    currency: { id: 'usd' },
    totalCapitalRaised: '410000000.00',
  };

  it('changes the differing fields of a record with the same code, in any letter case, and keeps its short name', () => {
    const { writes } = plan({}, { ...emptyTenant, fund: [fund] });
    const [write] = writesOfKind(writes, 'fund');
    expect(write).toMatchObject({ id: 'f1', rowVersion: 4 });
    expect(Object.keys(write!.values)).toEqual([
      'code',
      'legalName',
      'fundFamily',
      'initialCloseDate',
      'finalCloseDate',
      'escrowReleaseDate',
    ]);
  });

  it('leaves a distribution alone if it is not a draft, and says so', () => {
    const stored = tenantWith(plan().writes);
    const distribution = stored.distribution.map((run) => ({
      ...run,
      name: 'q3',
      request: { ...run.request, defaultEscrow: '99' },
      status: { code: 'DISB', description: 'Disbursed' },
    }));
    const { writes, notes, warnings, changes } = plan({}, { ...stored, distribution });
    expect([writes, warnings, changes]).toEqual([[], [], []]);
    expect(notes).toEqual(["The distribution 'Q3' is already disbursed, so it is skipped."]);
  });

  it('refuses a distribution whose name several distributions have', () => {
    const stored = tenantWith(plan().writes);
    const [draft] = stored.distribution;
    const paid = { ...draft!, id: 'paid', name: 'q3', status: { code: 'DISB', description: 'Disbursed' } };
    const { errors, notes, warnings } = plan({}, { ...stored, distribution: [paid, draft!] });
    expect([notes, warnings]).toEqual([[], []]);
    expect(errors).toEqual([
      {
        sheet: 'Distribution',
        row: 2,
        column: 'Name',
        reason:
          "2 distributions are named 'Q3', so it isn’t clear which one to change. Rename all but one of them, or use another name here",
      },
    ]);
  });

  it('writes a new version of a profile in use only if it differs', () => {
    const stored = {
      id: 'p1',
      rowVersion: 2,
      version: 1,
      name: 'Fund profile',
      container: { id: 'f1' },
      isInUse: true,
      entries: [],
    };
    const { writes, effects } = plan({}, { ...emptyTenant, fund: [fund], allocationProfile: [stored] });
    expect(writesOfKind(writes, 'allocationProfile').find(({ id }) => id === 'p1')).toMatchObject({
      rowVersion: 2,
      isNewVersion: true,
    });
    expect(effects.find(({ kind }) => kind === 'Allocation profiles')).toMatchObject({ created: 2, newVersions: 1 });
  });

  it('lists each changed field with its old and new value, and asks about a change to an earlier date', () => {
    const entry = { participantId: 'e9', fixed: '40', vestingSchedule: { id: 'v9', name: 'Old schedule' } };
    const stored = {
      id: 'p1',
      rowVersion: 2,
      version: 1,
      name: 'Fund profile',
      container: { id: 'f1' },
      effectiveDate: '2026-09-10',
      isCurrent: true,
      isShareBased: false,
      isInUse: false,
      entries: [entry],
    };
    const removed = {
      id: 'e9',
      rowVersion: 1,
      code: 'E9',
      formattedName: 'Lena Falk',
      firstName: 'Lena',
      lastName: 'Falk',
    };
    const existing = { ...emptyTenant, fund: [fund], employee: [removed], allocationProfile: [stored] };
    const { changes, warnings } = plan({}, existing);
    expect(changes).toContainEqual({
      kind: 'Funds',
      record: 'f1 One',
      field: 'Legal name',
      before: 'Old name',
      after: 'Fund One, L.P.',
    });
    const ofProfile = changes.filter(({ kind }) => kind === 'Allocation profiles');
    expect(ofProfile.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['Effective date', '2026-09-10', '2015-03-31'],
      ['E1', null, 'predilute 100, Partner, Five years'],
      ['N1', null, 'fixed 4, discretionary 0.25, Partner, Five years'],
      ['E9 Lena Falk', 'fixed 40, Old schedule', null],
    ]);
    expect(warnings).toEqual(['f1 One, Fund profile: Effective date changes from 09/10/2026 to 03/31/2015.']);
  });
});
