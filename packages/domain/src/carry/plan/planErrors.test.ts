import { describe, expect, it } from 'vitest';
import {
  counter,
  emptyTenant,
  locations,
  plan,
  planUpload,
  sheet,
  smallPlan,
  tenantWith,
  writesOfKind,
} from './plan.fixture.ts';

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
    else expect(writesOfKind(plan(changed).writes, 'fund')[0]?.values).toMatchObject({ totalCapitalRaised: size });
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
      'an entity without members in a profile',
      { entityMembers: [] },
      "Allocation Profiles!3 Participant: 'N1' is an entity without members. Add them to the sheet Entity Members",
    ],
    [
      'an entity without members as a member',
      {
        participants: [
          ...smallPlan.participants,
          ['N2', 'Entity', 'Empty LLC', 'Partner', null, null, null, null, null, 'Active', 'No', 'No', null, null],
        ],
        entityMembers: [
          ['N1', 'E2', 62.5],
          ['N1', 'N2', 37.5],
        ],
      },
      "Entity Members!3 Member: 'N2' is an entity without members. Add them to the sheet Entity Members",
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
