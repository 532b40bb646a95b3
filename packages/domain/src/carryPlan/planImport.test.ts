import { describe, expect, it } from 'vitest';
import type { ImportWrite } from './existing.ts';
import { counter, emptyTenant, planWith, sheet, smallPlan } from './plan.fixture.ts';
import { planUpload } from './planImport.ts';

const plan = (...[changed, existing = emptyTenant]: [Parameters<typeof planWith>[0]?, typeof emptyTenant?]) =>
  planUpload(planWith(changed), existing, counter());
const places = (changed: Parameters<typeof planWith>[0]) =>
  plan(changed).errors.map(({ sheet: name, row, column, reason }) => `${name}!${row} ${column}: ${reason}`);
const written = (writes: readonly ImportWrite[], kind: string) => writes.filter((write) => write.kind === kind);

describe('a plan without errors', () => {
  const { effects, writes, errors, notes } = plan();

  it('says what it makes, and nothing else', () => {
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

  it('writes values as the records keep them', () => {
    expect(written(writes, 'fund')[0]!.values).toMatchObject({
      totalCapitalRaised: '410000000.00',
      currency: { id: 'usd' },
    });
    expect(written(writes, 'tranche').map(({ values }) => [values['name'], values['investedAmount']])).toEqual([
      ['Acme, Inc. Tranche # 1', '105805780.60'],
      ['Acme, Inc. Tranche # 1', '5000000.00'],
    ]);
    expect(written(writes, 'employee')[0]!.values).toMatchObject({
      firstName: 'Amelia',
      lastName: 'van Hartmann',
      alternateFormattedName: 'van Hartmann, Amelia',
      defaultEscrow: '15',
      carryEligibleDate: '2011-10-01',
    });
    expect(written(writes, 'vestingSchedule')[0]!.values['details']).toEqual([
      { periodStart: 0, periodEnd: 12, vestedPercentage: '0' },
      { periodStart: 12, periodEnd: null, vestedPercentage: '100' },
    ]);
  });

  it('writes everything before what points at it', () => {
    const seen = new Set(['usd', 'eur', 'us']);
    for (const { id, values } of writes) {
      for (const [, found] of JSON.stringify(values).matchAll(/"(new-\d+)"/g))
        expect(found === id || seen.has(found!), found).toBe(true);
      seen.add(id);
    }
  });

  it('finds the way of an adjustment through an entity', () => {
    const [run] = written(writes, 'distribution');
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

describe('errors', () => {
  it('are told all at once, with sheet, row, column and reason, and nothing is written', () => {
    const refused = plan({
      funds: [['F1', 'Fund One, L.P.', 'Buyout', 'XXX', 'many', '2015-13-31', null, null]],
      tranches: [['ACME', 'F9', 1, null, null, 1.005]],
    });
    expect(refused.writes).toEqual([]);
    expect(refused.effects).toEqual([]);
    expect(refused.errors).toEqual([
      { sheet: 'Funds', row: 2, column: 'Size (millions)', reason: "'many' is not a number" },
      { sheet: 'Funds', row: 2, column: 'Initial Close Date', reason: "'2015-13-31' is not a date" },
      { sheet: 'Tranches', row: 2, column: 'Invested Amount', reason: 'has more than 2 decimals' },
      { sheet: 'Allocation Profiles', row: 4, column: 'Container', reason: "There is no tranche 'ACME/CO1/1'" },
      { sheet: 'Distribution Sources', row: 3, column: 'Source', reason: "There is no tranche 'ACME/CO1/1'" },
    ]);
  });

  it.each([
    ['an unknown fund', { coinvestments: [['CO1', 'One', 'F9', null]] }, "Coinvestments!2 Fund: There is no fund 'F9'"],
    [
      'an unknown currency',
      { funds: [['F1', 'One', null, 'XXX', 1, null, null, null]] },
      "Funds!2 Currency: 'XXX' is not a currency",
    ],
    [
      'a required value',
      { funds: [...smallPlan.funds, [null, 'Two', null, 'USD', 1, null, null, null]] },
      'Funds!3 Code: is required',
    ],
    [
      'a code twice',
      { funds: [...smallPlan.funds, ['f1', 'Two', null, 'USD', 1, null, null, null]] },
      "Funds!3 Code: 'f1' stands in row 2 already",
    ],
    [
      'members that are not 100',
      {
        entityMembers: [
          ['N1', 'E2', 62.5],
          ['N1', 'T1', 37.4],
        ],
      },
      "Entity Members!3 Effective %: the members of 'N1' total 99.9, not 100",
    ],
    [
      'an entity within itself',
      { entityMembers: [['N1', 'N1', 100]] },
      "Entity Members!2 Member: 'N1' would be a member of itself",
    ],
    [
      'a member without a class',
      {
        participants: smallPlan.participants.map((row) =>
          row[0] === 'E2' ? [...row.slice(0, 3), null, ...row.slice(4)] : row,
        ),
      },
      "Entity Members!2 Member: 'E2' has no participant class",
    ],
    [
      'an unknown member',
      { entityMembers: [['N1', 'E9', 100]] },
      "Entity Members!2 Member: There is no participant 'E9'",
    ],
    [
      'a profile over 100',
      {
        allocationProfiles: [
          ['P', 'Fund', 'F1', 'percent', '2015-03-31', 'Yes', 'E1', null, 99, 1.5, null, 'Partner', 'Five years'],
        ],
      },
      "Allocation Profiles!2 Fixed %: 'P' allocates 100.5 percent, more than 100",
    ],
    [
      'a predilute beside a fixed',
      {
        allocationProfiles: [
          ['P', 'Fund', 'F1', 'percent', '2015-03-31', 'Yes', 'E1', 5, 9, null, null, 'Partner', 'Five years'],
        ],
      },
      'Allocation Profiles!2 Predilute %: stands beside a fixed or discretionary percentage',
    ],
    [
      'an unknown schedule',
      {
        allocationProfiles: [
          ['P', 'Fund', 'F1', 'percent', '2015-03-31', 'Yes', 'E1', null, 9, null, null, 'Partner', 'None'],
        ],
      },
      "Allocation Profiles!2 Vesting Schedule: There is no vesting schedule 'None'",
    ],
    [
      'a schedule of another class',
      {
        allocationProfiles: [
          ['P', 'Fund', 'F1', 'percent', '2015-03-31', 'Yes', 'E1', null, 9, null, null, 'Advisor', 'Five years'],
        ],
      },
      "Allocation Profiles!2 Vesting Schedule: is a schedule of another class than 'Advisor'",
    ],
    [
      'characterizations that are not 100',
      { distributionSources: [['Fund', 'F1', 10, 60, 39]] },
      "Distribution Sources!2 Return of capital %: the tax characterizations of 'F1' total 99, not 100",
    ],
    [
      'an adjustment of no source',
      { distributionAdjustments: [['F9', 'E1', 1, null]] },
      "Distribution Adjustments!2 Source: 'F9' is no source of the distribution",
    ],
    [
      'a schedule with a gap',
      {
        vestingSchedules: [
          ['Five years', 'Partner', 0, 12, 0],
          ['Five years', 'Partner', 13, 24, 100],
        ],
      },
      'Vesting Schedules!3 Period Start (months): a row starts where the one before ends, at 12',
    ],
    [
      'a terminated employee without a date',
      {
        participants: [
          ...smallPlan.participants,
          ['E3', 'Employee', 'Ann Lee', null, null, null, null, null, null, 'Terminated', 'No', 'No', null, null],
        ],
      },
      'Participants!6 Termination Date: is required of a terminated employee',
    ],
    [
      'an unknown tax profile',
      {
        participants: [
          ...smallPlan.participants,
          ['E3', 'Employee', 'Ann Lee', null, null, null, null, null, null, 'Active', 'No', 'No', null, 'State'],
        ],
      },
      "Participants!6 Tax Profiles: There is no tax profile 'State'",
    ],
    [
      'a word that is none of the choices',
      {
        participants: [
          ...smallPlan.participants,
          ['E3', 'Robot', 'Ann Lee', null, null, null, null, null, null, 'Active', 'No', 'No', null, null],
        ],
      },
      "Participants!6 Type: 'Robot' is none of Employee, Trust, Entity",
    ],
    [
      'a tax rate twice',
      { taxProfiles: [...smallPlan.taxProfiles, ['Federal', 'Yes', 'return of capital', 1]] },
      "Tax Profiles!5 Tax Characterization: 'return of capital' stands in row 3 already",
    ],
  ])('tell of %s', (_what, changed, expected) => {
    expect(places(changed)).toContain(expected);
  });

  it('do not follow from one wrong row into all that refer to it', () => {
    expect(places({ funds: [['F1', 'Fund One', 'Buyout', 'USD', -1, null, null, null]] })).toEqual([
      'Funds!2 Size (millions): is negative',
    ]);
  });

  it('tell of a missing column, and note what is not read', () => {
    const sheets = [
      sheet('funds', [['F1', 'One', 'x']], ['Code', 'Legal Name', 'Remarks']),
      { name: 'Notes', rows: [] },
    ];
    const { errors, notes } = planUpload(sheets, emptyTenant, counter());
    expect(errors).toEqual([{ sheet: 'Funds', row: 1, column: 'Currency', reason: 'the column is missing' }]);
    expect(notes).toHaveLength(2);
  });

  it('tell that a workbook is no carry plan', () => {
    expect(planUpload([{ name: 'Sheet1', rows: [] }], emptyTenant, counter()).errors).toHaveLength(1);
  });
});

describe('with records that are there already', () => {
  const fund = {
    id: 'f1',
    rowVersion: 4,
    code: 'f1',
    name: 'One',
    legalName: 'Old name',
    currency: { id: 'usd' },
    totalCapitalRaised: '410000000.00',
  };
  const distribution = { id: 'd1', rowVersion: 7, name: 'q3', status: { code: 'DISB', description: 'Disbursed' } };

  it('changes what differs of a record with the same code, in any letter case, and keeps its short name', () => {
    const { writes } = plan({}, { ...emptyTenant, fund: [fund] });
    const [write] = written(writes, 'fund');
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

  it('leaves a distribution alone that is no draft, and says so', () => {
    const { writes, notes } = plan({}, { ...emptyTenant, distribution: [distribution] });
    expect(written(writes, 'distribution')).toEqual([]);
    expect(notes).toEqual(["The distribution 'Q3' is left alone: it is no draft (Disbursed)."]);
  });

  it('writes a new version of a profile that is in use, and only when it differs', () => {
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
    expect(written(writes, 'allocationProfile').find(({ id }) => id === 'p1')).toMatchObject({
      rowVersion: 2,
      isNewVersion: true,
    });
    expect(effects.find(({ kind }) => kind === 'Allocation profiles')).toMatchObject({ created: 2, newVersions: 1 });
  });
});
