import type { UploadedSheet } from '@carrara/domain/carryPlan';
import type { ServedOperations } from '../composition.ts';
import { importSheets } from './alderRidge.ts';
import { planSheet } from './planRows.ts';
import { type Cast, type PastRun, playRun } from './runs.ts';
import type { Stage } from './stage.ts';

const partner = 'Partner, four years';
const staff = 'Staff, five years';
const people: readonly (readonly [
  code: string,
  name: string,
  participantClass: string,
  title: string,
  hired: string,
  left: string | null,
])[] = [
  ['C01', 'Lucia Marchetti', 'Partner', 'Managing Partner', '2014-02-01', null],
  ['C02', 'Ben Achterberg', 'Partner', 'Partner', '2015-09-01', null],
  ['C03', 'Yusuf Demir', 'Partner', 'Partner', '2017-01-16', null],
  ['C04', 'Hanna Lindgren', 'Associate', 'Principal', '2019-05-06', null],
  ['C05', 'Oliver Grant', 'Associate', 'Vice President', '2020-08-17', null],
  ['C06', 'Mei Tanaka', 'Associate', 'Associate', '2021-03-01', null],
  ['C07', 'Paul Renard', 'Associate', 'Vice President', '2018-06-01', '2023-04-28'],
];
const investments: readonly (readonly [
  code: string,
  name: string,
  fund: string,
  sector: string,
  date: string,
  status: string,
  amount: number,
])[] = [
  ['BRK', 'Brackwater Marine', 'CMC-I', 'Industrials', '2015-05-20', 'Realized', 18500000],
  ['ELM', 'Elmstead Care', 'CMC-I', 'Health Care', '2016-09-12', 'Active', 22000000],
  ['FOR', 'Fortuna Payments', 'CMC-I', 'Financials', '2017-11-03', 'Partially Realized', 15750000],
  ['GRN', 'Greenlane Packaging', 'CMC-II', 'Materials', '2020-02-14', 'Active', 31000000],
  ['HAR', 'Harrow Software', 'CMC-II', 'Information Technology', '2020-10-30', 'Active', 27400000],
  ['IVY', 'Ivybridge Schools', 'CMC-II', 'Consumer Discretionary', '2022-06-01', 'Active', 19900000],
];

const shares: readonly (readonly [
  fund: string,
  effective: string,
  entries: readonly (readonly [code: string, shares: number])[],
])[] = [
  [
    'CMC-I',
    '2015-01-15',
    [
      ['C01', 4000],
      ['C02', 3000],
      ['CE1', 1500],
      ['C07', 500],
      ['C03', 1000],
    ],
  ],
  [
    'CMC-II',
    '2019-11-01',
    [
      ['C01', 3000],
      ['C02', 2500],
      ['C03', 2000],
      ['CE1', 1500],
      ['C04', 600.5],
      ['C05', 399.5],
    ],
  ],
];

/** A smaller firm, in pounds, that shares carry by shares, with an entity inside an entity. */
export const cedarMillPlan: readonly UploadedSheet[] = [
  planSheet(
    'Funds',
    [
      'Code',
      'Legal Name',
      'Fund Family',
      'Currency',
      'Size (millions)',
      'Initial Close Date',
      'Final Close Date',
      'Escrow Release Date',
    ],
    [
      ['CMC-I', 'Cedar Mill Capital Fund I LP', 'Buyout', 'GBP', 120, '2015-01-15', '2015-10-30', '2025-01-15'],
      ['CMC-II', 'Cedar Mill Capital Fund II LP', 'Buyout', 'GBP', 210, '2019-11-01', '2020-06-30', '2029-11-01'],
    ],
  ),
  planSheet(
    'Coinvestments',
    ['Code', 'Name', 'Fund', 'Initial Close Date'],
    [['CMC-ELM', 'Cedar Mill Elmstead Co-Invest LP', 'CMC-I', '2016-09-01']],
  ),
  planSheet(
    'Investments',
    ['Code', 'Name', 'Legal Name', 'Fund', 'Sector', 'Country', 'Initial Investment Date', 'Status'],
    investments.map(([code, name, fund, sector, date, status]) => [
      code,
      name,
      `${name} Limited`,
      fund,
      sector,
      'GB',
      date,
      status,
    ]),
  ),
  planSheet(
    'Tranches',
    ['Investment', 'Fund or Coinvestment', 'Tranche Number', 'Name', 'Investment Date', 'Invested Amount'],
    investments.map(([code, , fund, , date, , amount]) => [code, fund, 1, null, date, amount]),
  ),
  planSheet(
    'Vesting Schedules',
    ['Name', 'Participant Class', 'Period Start (months)', 'Period End (months)', 'Vested %'],
    [
      ...[0, 12, 24, 36, 48].map((start, i) => [partner, 'Partner', start, start + 12, i * 25]),
      ...[0, 24, 36, 48, 60].map((start, i, all) => [
        staff,
        'Associate',
        start,
        all[i + 1] ?? 72,
        [0, 30, 50, 75, 100][i] ?? 100,
      ]),
    ],
  ),
  planSheet(
    'Tax Profiles',
    ['Name', 'Subject To Characterization', 'Tax Characterization', 'Tax Rate %'],
    (
      [
        'Long-term capital gain',
        'Short-term capital gain',
        'Qualified dividend',
        'Interest and ordinary income',
        'Return of capital',
      ] as const
    ).map((name, i) => ['UK carried interest', 'Yes', name, [28, 45, 39.35, 45, 0][i] ?? 0]),
  ),
  planSheet(
    'Participants',
    [
      'Code',
      'Type',
      'Name',
      'Participant Class',
      'Title',
      'Office',
      'Employee',
      'Hire Date',
      'Termination Date',
      'Status',
      'Foreign',
      'Escrow Exempt',
      'Default Escrow %',
      'Tax Profiles',
    ],
    [
      ...people.map(([code, name, participantClass, title, hired, left]) => [
        code,
        'Employee',
        name,
        participantClass,
        title,
        'London',
        null,
        hired,
        left,
        left ? 'Terminated' : 'Active',
        'No',
        'No',
        null,
        'UK carried interest',
      ]),
      [
        'CT1',
        'Trust',
        'Marchetti Family Trust',
        'Partner',
        null,
        null,
        'C01',
        '2018-03-01',
        null,
        'Active',
        'No',
        'No',
        null,
        'UK carried interest',
      ],
      [
        'CE1',
        'Entity',
        'Cedar Mill Founders LLP',
        'Partner',
        null,
        null,
        null,
        '2015-01-15',
        null,
        'Active',
        'No',
        'No',
        null,
        null,
      ],
      [
        'CE2',
        'Entity',
        'Cedar Mill Staff Scheme',
        'Associate',
        null,
        null,
        null,
        '2015-01-15',
        null,
        'Active',
        'No',
        'No',
        null,
        null,
      ],
    ],
  ),
  planSheet(
    'Entity Members',
    ['Entity', 'Member', 'Effective %'],
    [
      ['CE1', 'C01', 40],
      ['CE1', 'CT1', 35],
      ['CE1', 'CE2', 25],
      ['CE2', 'C04', 50],
      ['CE2', 'C05', 33.3333],
      ['CE2', 'C06', 16.6667],
    ],
  ),
  planSheet(
    'Allocation Profiles',
    [
      'Profile',
      'Container Type',
      'Container',
      'Method',
      'Effective Date',
      'Current',
      'Participant',
      'Predilute %',
      'Fixed %',
      'Discretionary %',
      'Shares',
      'Participant Class',
      'Vesting Schedule',
    ],
    shares.flatMap(([fund, effective, entries]) =>
      entries.map(([code, number]) => {
        const participantClass = people.find(([person]) => person === code)?.[2] ?? 'Partner';
        return [
          `${fund} Allocation Profile`,
          'Fund',
          fund,
          'shares',
          effective,
          'Yes',
          code,
          null,
          null,
          null,
          number,
          participantClass,
          participantClass === 'Partner' ? partner : staff,
        ];
      }),
    ),
  ),
  planSheet('Distribution', ['Name', 'Distribution Date', 'Default Escrow %', 'Default Terminated Escrow %'], []),
  planSheet(
    'Distribution Sources',
    ['Source Type', 'Source', 'Net Distributable Amount', 'Long-term capital gain %'],
    [],
  ),
  planSheet('Distribution Adjustments', ['Source', 'Participant', 'Loan Repayment', 'Other Adjustment'], []),
];

const history: readonly PastRun[] = [
  {
    name: 'Brackwater exit',
    date: '2021-07-30',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'CMC-I/BRK', amount: '4120775.40', mix: 'exit' }],
  },
  {
    name: 'Fortuna partial sale',
    date: '2024-03-28',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'CMC-I/FOR', amount: '2980113.07', mix: 'gains' }],
  },
  {
    name: 'Fund II dividend',
    date: '2026-07-31',
    state: 'SUB',
    sources: [{ type: 'Fund', code: 'CMC-II', amount: '655200.00', mix: 'income' }],
  },
];

export async function playCedarMill(stage: Stage, operations: ServedOperations, cast: Cast): Promise<void> {
  await importSheets(stage, operations, cast, '2020-01-10', cedarMillPlan);
  for (const run of history) await playRun(stage, operations.distribution, cast, run);
}
