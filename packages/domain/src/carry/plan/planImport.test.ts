import { describe, expect, it } from 'vitest';
import type { SourceRequest } from '../run/index.ts';
import type { ImportWrite } from './existingRecords.ts';
import { counter, emptyTenant, planUpload, planWith, sheet, smallPlan, tenantWith } from './plan.fixture.ts';

const plan = (...[changed, existing = emptyTenant]: [Parameters<typeof planWith>[0]?, typeof emptyTenant?]) =>
  planUpload(planWith(changed), existing, counter());
const locations = (changed: Parameters<typeof planWith>[0]) =>
  plan(changed).errors.map(({ sheet: name, row, column, reason }) => `${name}!${row} ${column}: ${reason}`);
const written = (writes: readonly ImportWrite[], kind: string) => writes.filter((write) => write.kind === kind);

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

  it('writes records before the ones that refer to them', () => {
    const seen = new Set(['usd', 'eur', 'us']);
    for (const { id, values } of writes) {
      for (const [, found] of JSON.stringify(values).matchAll(/"(new-\d+)"/g))
        expect(found === id || seen.has(found!), found).toBe(true);
      seen.add(id);
    }
  });

  it('finds the path of an adjustment through an entity', () => {
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
    written(writes, 'taxProfile').flatMap(({ values }) => [
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

describe('errors', () => {
  it('are reported all at once, with sheet, row, column and reason, and nothing is written', () => {
    const refused = plan({
      funds: [['F1', 'Fund One, L.P.', 'Buyout', 'XXX', 'many', '2015-13-31', null, null]],
      tranches: [['ACME', 'F9', 1, null, null, 1.005]],
    });
    expect(refused.writes).toEqual([]);
    // The effects count only rows without an error: not the faulty fund, but the rows that refer to it.
    const createdCounts = Object.fromEntries(refused.effects.map(({ kind, created }) => [kind, created]));
    expect(createdCounts).toMatchObject({ Investments: 1, Coinvestments: 1 });
    expect(createdCounts['Funds']).toBeUndefined();
    expect(refused.errors).toEqual([
      { sheet: 'Funds', row: 2, column: 'Size (millions)', reason: "'many' is not a number" },
      { sheet: 'Funds', row: 2, column: 'Initial Close Date', reason: "'2015-13-31' isn’t a calendar date" },
      { sheet: 'Tranches', row: 2, column: 'Invested Amount', reason: 'has more than 2 decimals' },
      { sheet: 'Allocation Profiles', row: 4, column: 'Container', reason: "There is no tranche 'ACME/CO1/1'" },
      { sheet: 'Distribution Sources', row: 3, column: 'Source', reason: "There is no tranche 'ACME/CO1/1'" },
    ]);
  });

  it('have none for a date in a text cell as month/day/year', () => {
    const read = plan({ funds: [['F1', 'Fund One, L.P.', 'Buyout', 'USD', null, '01/31/1990', null, null]] });
    expect(read.errors.filter(({ column }) => column === 'Initial Close Date')).toEqual([]);
    const unreadable = plan({ funds: [['F1', 'Fund One, L.P.', 'Buyout', 'USD', null, 'soon', null, null]] });
    expect(unreadable.errors.find(({ column }) => column === 'Initial Close Date')?.reason).toBe(
      "'soon' is not a date. The file is read as month/day/year (or YYYY-MM-DD)",
    );
  });

  it.each(['1899-12-31', '2200-01-01'])('include the date %s, which forms refuse too', (day) => {
    const refused = plan({ funds: [['F1', 'Fund One, L.P.', 'Buyout', 'USD', null, day, null, null]] });
    const problem = day < '1900' ? 'is before 1900' : 'is after 2199';
    expect(refused.errors.map(({ column, reason }) => [column, reason])).toContainEqual([
      'Initial Close Date',
      `'${day}' ${problem}`,
    ]);
  });

  it.each([
    ['1,5', null],
    ['0,500', null],
    ['1,250.5', '1250500000.00'],
  ])('a size as the text %s is parsed by its digit groups or refused', (typed, size) => {
    const changed = { funds: [['F1', 'Fund One', null, 'USD', typed, null, null, null]] } as const;
    if (size === null)
      expect(locations(changed)).toContain(
        `Funds!2 Size (millions): '${typed}' is not a number. Use commas for thousands (1,234) and a point for decimals (1.5)`,
      );
    else expect(written(plan(changed).writes, 'fund')[0]?.values).toMatchObject({ totalCapitalRaised: size });
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
      'a duplicate code',
      { funds: [...smallPlan.funds, ['f1', 'Two', null, 'USD', 1, null, null, null]] },
      "Funds!3 Code: 'f1' is already in row 2",
    ],
    [
      'two trusts of one name',
      {
        participants: [
          ...smallPlan.participants,
          [
            'T2',
            'Trust',
            'hartmann trust',
            'Partner',
            null,
            null,
            'E1',
            null,
            null,
            'Active',
            'Yes',
            'No',
            null,
            'Federal',
          ],
        ],
      },
      "Participants!6 Name: Another trust is called 'hartmann trust'. Add what tells them apart, such as the year in which the trust was formed",
    ],
    [
      'members that do not total 100',
      {
        entityMembers: [
          ['N1', 'E2', 62.5],
          ['N1', 'T1', 37.4],
        ],
      },
      "Entity Members!3 Effective %: the members of 'N1' must total 100%, not 99.9%",
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
      "Allocation Profiles!2 Fixed %: 'P' allocates 100.5%, more than 100%",
    ],
    [
      'a predilute next to a fixed percentage',
      {
        allocationProfiles: [
          ['P', 'Fund', 'F1', 'percent', '2015-03-31', 'Yes', 'E1', 5, 9, null, null, 'Partner', 'Five years'],
        ],
      },
      'Allocation Profiles!2 Predilute %: can’t be combined with a fixed or discretionary percentage',
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
      "Allocation Profiles!2 Vesting Schedule: must be a schedule of the class 'Advisor'",
    ],
    [
      'characterizations that do not total 100',
      { distributionSources: [['Fund', 'F1', 10, 60, 39]] },
      "Distribution Sources!2 Return of capital %: the tax characterizations of 'F1' must total 100%, not 99%",
    ],
    [
      'an adjustment without a source',
      { distributionAdjustments: [['F9', 'E1', 1, null]] },
      "Distribution Adjustments!2 Source: 'F9' isn’t a source of the distribution",
    ],
    [
      'a schedule with a gap',
      {
        vestingSchedules: [
          ['Five years', 'Partner', 0, 12, 0],
          ['Five years', 'Partner', 13, 24, 100],
        ],
      },
      'Vesting Schedules!3 Period Start (months): this period must start at month 12, where the previous one ends',
    ],
    [
      'a terminated employee without a date',
      {
        participants: [
          ...smallPlan.participants,
          ['E3', 'Employee', 'Ann Lee', null, null, null, null, null, null, 'Terminated', 'No', 'No', null, null],
        ],
      },
      'Participants!6 Termination Date: is required for a terminated employee',
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
      'a word that is not a choice',
      {
        participants: [
          ...smallPlan.participants,
          ['E3', 'Robot', 'Ann Lee', null, null, null, null, null, null, 'Active', 'No', 'No', null, null],
        ],
      },
      "Participants!6 Type: 'Robot' isn’t one of Employee, Trust, Entity",
    ],
    [
      'a duplicate tax rate',
      { taxProfiles: [...smallPlan.taxProfiles, ['Federal', 'Yes', 'return of capital', 1]] },
      "Tax Profiles!5 Tax Characterization: 'return of capital' is already in row 3",
    ],
  ])('report %s', (_label, changed, expected) => {
    expect(locations(changed)).toContain(expected);
  });

  it('report every wrong row of a profile, a schedule, a tax profile and an entity at once', () => {
    const entry = (
      participant: string,
      predilute: string | number | null,
      fixed: number | null,
      schedule = 'Five years',
    ) =>
      [
        'P',
        'Fund',
        'F1',
        'percent',
        '2015-03-31',
        'Yes',
        participant,
        predilute,
        fixed,
        null,
        null,
        'Partner',
        schedule,
      ] as const;
    expect(
      locations({
        allocationProfiles: [
          entry('E1', 'abc', null),
          entry('E2', 9, 5),
          entry('T1', 1, null),
          entry('E999', 1, null),
          entry('N1', 1, null, 'none such'),
        ],
        vestingSchedules: [
          ['Five years', 'Partner', 0, 'x', 0],
          ['Five years', 'Partner', 12, 24, 10],
          ['Five years', 'Advisor', 25, null, 90],
        ],
        taxProfiles: [
          ['Federal', 'Yes', 'Long-term capital gain', 'x'],
          ['Federal', 'Yes', null, 1],
          ['Flat', 'No', null, 1],
        ],
        entityMembers: [
          ['N1', 'E2', 'x'],
          ['N1', 'E9', 1],
          ['N9', 'T1', 50],
          ['N9', 'E1', 50],
        ],
      }).map((text) => text.slice(0, text.indexOf(':'))),
    ).toEqual([
      'Vesting Schedules!2 Period End (months)',
      'Vesting Schedules!4 Period Start (months)',
      'Vesting Schedules!4 Vested %',
      'Vesting Schedules!4 Participant Class',
      'Tax Profiles!2 Tax Rate %',
      'Tax Profiles!3 Tax Characterization',
      'Entity Members!2 Effective %',
      'Entity Members!3 Member',
      'Entity Members!4 Entity',
      'Entity Members!5 Entity',
      'Allocation Profiles!2 Predilute %',
      'Allocation Profiles!3 Predilute %',
      'Allocation Profiles!5 Participant',
      'Allocation Profiles!6 Vesting Schedule',
    ]);
  });

  it('leave no notes about refused rows', () => {
    const twice = [
      ...smallPlan.participants,
      ['E1', 'Employee', 'Kenji Sato', null, null, null, null, null, null, 'Active', 'No', 'No', null, null],
    ];
    const { errors, notes } = plan({ participants: twice }, tenantWith(plan().writes));
    expect(errors.map(({ row, reason }) => [row, reason])).toEqual([[6, "'E1' is already in row 2"]]);
    expect(notes).toEqual([]);
  });

  it('of one row do not repeat at every row that refers to it', () => {
    expect(locations({ funds: [['F1', 'Fund One', 'Buyout', 'USD', -1, null, null, null]] })).toEqual([
      'Funds!2 Size (millions): is negative',
    ]);
    // The trust in row 4 belongs to the employee in row 2.
    const [employee, ...others] = smallPlan.participants ?? [];
    const robot = employee.map((cell, column) => (column === 1 ? 'Robot' : cell));
    expect(locations({ participants: [robot, ...others] })).toEqual([
      "Participants!2 Type: 'Robot' isn’t one of Employee, Trust, Entity",
    ]);
  });

  it('report a missing column, and note the columns that are not read', () => {
    const sheets = [
      sheet('funds', [['F1', 'One', 'x']], ['Code', 'Legal Name', 'Remarks']),
      { name: 'Notes', rows: [] },
    ];
    const { errors, notes } = planUpload(sheets, emptyTenant, counter());
    expect(errors).toEqual([
      { sheet: 'Funds', row: 1, column: 'Currency', reason: "the sheet has no column 'Currency'" },
    ]);
    expect(notes).toHaveLength(2);
  });

  it('report that a workbook is not a carry plan', () => {
    expect(planUpload([{ name: 'Sheet1', rows: [] }], emptyTenant, counter()).errors).toHaveLength(1);
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
    expect(written(writes, 'distribution')).toMatchObject([
      { id: run!.id, rowVersion: 1, values: { description: 'Mine' } },
    ]);
  });

  it('is recomputed if the plan changes a record it depends on', () => {
    const { writes, notes, warnings, changes } = plan(
      { taxProfiles: [...smallPlan.taxProfiles.slice(0, 2), ['Flat', 'No', null, 13]] },
      stored,
    );
    expect(written(writes, 'distribution')).toHaveLength(1);
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
    expect(written(writes, 'allocationProfile').find(({ id }) => id === 'p1')).toMatchObject({
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

describe('the leaving of a stored employee', () => {
  const event = (kind: string, eventDate: string, reason: string | null = null) => ({ kind, eventDate, reason });
  const hired = event('HIRED', '2012-10-01');
  const leaving = event('TERMINATED', '2020-01-31', 'Retired');
  const back = event('REHIRED', '2024-03-01', 'Back');
  const active = {
    status: { code: 'ACTIVE', description: 'Active' },
    terminationDate: null,
    employmentEvents: [hired],
  };
  const retired = {
    status: { code: 'TERMINATED', description: 'Terminated' },
    terminationDate: '2020-01-31',
    terminationReason: 'Retired',
    employmentEvents: [hired, leaving],
  };
  const stored = tenantWith(plan().writes);
  const existing = (state: object) => ({
    ...stored,
    employee: stored.employee.map((each) => (each['code'] === 'E2' ? { ...each, ...state } : each)),
  });
  /** Plans the workbook with these cells of Noah Okafor. */
  const planned = (state: object, terminationDate: string | null, status: string | null) => {
    const participants = smallPlan.participants.map((row) =>
      row[0] === 'E2' ? row.map((cell, at) => (at === 8 ? terminationDate : at === 9 ? status : cell)) : row,
    );
    const { errors, warnings, notes, changes, writes } = plan({ participants }, existing(state));
    const [write] = written(writes, 'employee');
    const ownNotes = notes.filter((note) => note.startsWith('E2 '));
    return {
      errors: errors.map(({ column, reason }) => `${column}: ${reason}`),
      warnings,
      ...(ownNotes.length > 0 ? { notes: ownNotes } : {}),
      changes: changes.map(({ field, before, after }) => [field, before, after]),
      events: write?.values['employmentEvents'],
    };
  };
  const refused = (...errors: string[]) => ({ errors, warnings: [], changes: [], events: undefined });

  it('is not undone by an empty cell', () => {
    const text =
      'Noah Okafor left on 01/31/2020, and an import can’t undo that. Enter Terminated with that date, or use Rehire on the employee’s page first';
    expect(planned(retired, null, 'Active')).toEqual(refused(`Status: ${text}`));
    expect(planned(retired, null, null)).toEqual(refused(`Termination Date: ${text}`));
    expect(planned({ ...retired, terminationDate: '2027-01-31' }, null, 'Active').errors).toEqual([
      expect.stringContaining('leaves on 01/31/2027'),
    ]);
  });

  it('stays as it is without a change of its cells', () => {
    const unchanged = { errors: [], warnings: [], changes: [], events: undefined };
    expect(planned(retired, '2020-01-31', 'Terminated')).toEqual(unchanged);
    expect(planned(retired, '2020-01-31', null)).toEqual(unchanged);
    expect(planned(active, null, 'Active')).toEqual(unchanged);
    expect(planned({ ...active, employmentEvents: [hired, leaving, back] }, null, 'Active')).toEqual(unchanged);
  });

  it('is recorded as a step, after a confirmation', () => {
    expect(planned(active, '2026-10-31', 'Terminated')).toEqual({
      errors: [],
      warnings: ['E2 Noah Okafor: The employment ends on 10/31/2026.'],
      changes: [
        ['Status', 'Active', 'Terminated'],
        ['Termination date', null, '2026-10-31'],
        ['Termination reason', null, 'Import of a carry plan'],
      ],
      events: [hired, event('TERMINATED', '2026-10-31', 'Import of a carry plan')],
    });
  });

  it('is corrected with its reason, after a confirmation, unless something was built upon it', () => {
    expect(planned(retired, '2020-02-29', 'Terminated')).toEqual({
      errors: [],
      warnings: ['E2 Noah Okafor: The last day of employment changes from 01/31/2020 to 02/29/2020.'],
      changes: [['Termination date', '2020-01-31', '2020-02-29']],
      events: [hired, { ...leaving, eventDate: '2020-02-29' }],
    });
    const leavingDependents = [{ title: 'vesting applied in a distribution', on: '2020-06-30', isSettlement: false }];
    expect(planned({ ...retired, leavingDependents }, '2020-02-29', 'Terminated')).toEqual(
      refused(
        'Termination Date: The last day of employment was used by: vesting applied in a distribution on 06/30/2020. Reverse these first, or leave the day unchanged.',
      ),
    );
  });

  it('is refused before the last rehire, and more than ten years ahead', () => {
    expect(planned({ ...active, employmentEvents: [hired, leaving, back] }, '2020-01-31', 'Terminated')).toEqual(
      refused('Termination Date: The termination can’t be before the rehire on 03/01/2024.'),
    );
    for (const state of [active, retired])
      expect(planned(state, '2099-12-31', 'Terminated').errors).toEqual([
        expect.stringContaining('Termination Date: A termination can be entered at most 10 years ahead'),
      ]);
  });

  it('stays with a planned rehire, which an earlier workbook doesn’t undo', () => {
    const ahead = { ...active, employmentEvents: [hired, leaving, event('REHIRED', '2026-12-15')] };
    const unchanged = { errors: [], warnings: [], changes: [], events: undefined };
    expect(planned(ahead, '2020-01-31', 'Terminated')).toEqual({
      ...unchanged,
      notes: ['E2 Noah Okafor returns on 12/15/2026. The plan doesn’t change that.'],
    });
    expect(planned(ahead, null, 'Active')).toEqual(unchanged);
    for (const day of ['2020-02-29', '2027-01-31'])
      expect(planned(ahead, day, 'Terminated')).toEqual(
        refused(
          'Termination Date: Noah Okafor returns on 12/15/2026, and an import can’t undo that. Use Terminate on the employee’s page first',
        ),
      );
  });
});
