import type { EntityStory } from './entities.ts';
import type { Home, PeopleFacts } from './hiring.ts';
import type { PastLedgerRun } from './ledgerRuns.ts';
import type { DocumentFacts, NoteFacts } from './paperwork.ts';
import type { PortfolioFacts } from './portfolio.ts';
import type { PastRun } from './runs.ts';
import type { SharingDay } from './sharing.ts';

const london = (line: string, postalCode: string): Home => ({ line, city: 'London', postalCode, country: 'GB' });

export const cedarPeople: PeopleFacts = {
  mailDomain: 'cedar.example',
  homes: {
    London: [
      london('22 Belsize Park Gardens', 'NW3 4LH'),
      london('5 Dulwich Village', 'SE21 7BN'),
      london('40 Richmond Avenue', 'N1 0NA'),
      london('17 Strand-on-the-Green', 'W4 3PH'),
    ],
  },
  departments: { Partner: ['Partnership'], Associate: ['Investment team', 'Portfolio team'] },
  citizenship: 'GB',
  citizenships: { C01: 'IT', C03: 'TR', C04: 'SE', C06: 'JP', C07: 'FR' },
  leavers: { C07: 'Moved to Lyon to run a portfolio company' },
  promotions: { C04: { day: '2023-01-09', from: 'Vice President', reason: 'Promoted to principal' } },
  absences: {},
  longHaired: ['C01', 'C04', 'C06'],
};

const grove = london('10 Cedar Grove', 'EC4V 5AH');
export const cedarEntities: readonly EntityStory[] = [
  {
    code: 'CE2',
    name: 'Cedar Mill Staff Scheme',
    type: 'Limited partnership',
    founded: '2015-01-15',
    home: grove,
    versions: [
      { day: '2020-01-15', reason: 'Founded', members: [['C04', '100']] },
      {
        day: '2020-09-01',
        reason: 'Oliver Grant was hired',
        members: [
          ['C04', '60'],
          ['C05', '40'],
        ],
      },
      {
        day: '2021-04-06',
        reason: 'Mei Tanaka was hired',
        members: [
          ['C04', '50'],
          ['C05', '33.3333'],
          ['C06', '16.6667'],
        ],
      },
    ],
  },
  {
    code: 'CE1',
    name: 'Cedar Mill Founders LLP',
    type: 'Limited partnership',
    founded: '2015-01-15',
    home: grove,
    versions: [
      {
        day: '2020-01-16',
        reason: 'Founded, with the staff scheme as a member',
        members: [
          ['C01', '40'],
          ['CT1', '35'],
          ['CE2', '25'],
        ],
      },
    ],
  },
];

const at = (type: string, industry: string, line: string, city: string, postalCode: string) => ({
  type,
  industry,
  line,
  city,
  postalCode,
});
export const cedarPortfolio: PortfolioFacts = {
  until: '2026-09-09',
  funds: {
    'CMC-I': {
      platform: 'Private Equity',
      region: 'Europe',
      sectors: ['Industrials', 'Health Care', 'Financials'],
      statuses: [
        ['2020-01-13', 'Investing'],
        ['2021-01-11', 'Harvesting'],
      ],
    },
    'CMC-II': {
      platform: 'Private Equity',
      region: 'Europe',
      sectors: ['Materials', 'Information Technology', 'Consumer Discretionary'],
      statuses: [
        ['2019-11-01', 'Raising'],
        ['2020-07-01', 'Investing'],
      ],
    },
  },
  vintages: [
    { fund: 'CMC-I', from: 2015, to: 2016, type: 'SHARES', shares: '10000' },
    { fund: 'CMC-I', from: 2017, to: 2018, type: 'VARIABLE' },
    { fund: 'CMC-II', from: 2019, to: 2021, type: 'SHARES', shares: '10000' },
    { fund: 'CMC-II', from: 2022, to: 2024, type: 'INTEREST' },
  ],
  coinvestmentStatuses: { 'CMC-ELM': 'Closed' },
  investments: {
    BRK: {
      ...at('Buyout', 'Marine and rail', 'Princes Dock, Pier Head', 'Liverpool', 'L3 1DL'),
      sold: [['2021-07-23', 'Realized']],
    },
    ELM: at('Buyout', 'Home and hospice care', '2 Elmstead Lane', 'Chelmsford', 'CM1 1NE'),
    FOR: {
      ...at('Growth', 'Payments', '30 Spinningfields', 'Manchester', 'M3 3EB'),
      sold: [['2024-03-22', 'Partially Realized']],
    },
    GRN: at('Buyout', 'Paper and wood', 'Riverside Mills', 'Leeds', 'LS10 1RT'),
    HAR: at('Venture', 'Application software', '12 Station Road', 'Cambridge', 'CB1 2JD'),
    IVY: at('Buyout', 'Sports and fitness', 'Ivybridge House, Plymouth Road', 'Ivybridge', 'PL21 0JJ'),
  },
};

export const cedarSharing: readonly SharingDay[] = [
  { container: 'CMC-I', day: '2015-01-15', reason: 'First close' },
  { container: 'CMC-I', day: '2018-06-04', reason: 'Yusuf Demir and Paul Renard were hired' },
  {
    container: 'CMC-I',
    day: '2023-05-02',
    reason: 'Paul Renard left; his shares pass to the partners',
    passes: { from: 'C07', to: ['C02', 'C03'] },
  },
  { container: 'CMC-I', day: '2020-01-27', reason: 'The founders share through their partnership too' },
  { container: 'CMC-II', day: '2019-11-01', reason: 'First close' },
  { container: 'CMC-II', day: '2020-09-02', reason: 'Oliver Grant was hired' },
  { container: 'CMC-ELM', day: '2016-09-01', reason: 'First close' },
  { container: 'CMC-ELM', day: '2020-01-27', reason: 'The Marchetti trust is admitted' },
];

export const cedarHistory: readonly PastRun[] = [
  {
    name: 'Brackwater exit',
    date: '2021-07-30',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'CMC-I/BRK', amount: '4120775.40', mix: 'exit' }],
  },
  {
    name: 'Elmstead refinancing',
    date: '2022-10-28',
    state: 'DISB',
    sources: [
      { type: 'Coinvestment', code: 'CMC-ELM', amount: '611340.75', mix: 'capital' },
      { type: 'Fund Investment', code: 'CMC-I/ELM', amount: '1988205.10', mix: 'capital' },
    ],
  },
  {
    name: 'Fortuna partial sale',
    date: '2024-03-28',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'CMC-I/FOR', amount: '2980113.07', mix: 'gains' }],
  },
  {
    name: 'Fund I year end 2025',
    date: '2025-12-12',
    state: 'DISB',
    sources: [{ type: 'Fund', code: 'CMC-I', amount: '1407550.00', mix: 'mixed' }],
  },
  {
    name: 'Fund II dividend',
    date: '2026-07-31',
    state: 'SUB',
    sources: [{ type: 'Fund', code: 'CMC-II', amount: '655200.00', mix: 'income' }],
  },
];

/**
 * Opening balances of Fund I: eight tenths of the accrued amount were paid, a tenth of that withheld. Its escrow was
 * released ten years after the close.
 */
export const cedarLedger: readonly PastLedgerRun[] = [
  {
    name: 'Fund I before 2020',
    type: 'OPENING',
    date: '2019-12-31',
    description: 'From the workbook that was kept until then.',
    state: 'POSTED',
    lines: [
      {
        type: 'Fund',
        code: 'CMC-I',
        participant: 'C01',
        accrued: '250000.00',
        distributed: '200000.00',
        escrow: '20000.00',
      },
      {
        type: 'Fund',
        code: 'CMC-I',
        participant: 'C02',
        accrued: '187500.00',
        distributed: '150000.00',
        escrow: '15000.00',
      },
    ],
  },
  {
    name: 'Escrow of Fund I',
    type: 'RELEASE',
    date: '2025-01-15',
    description: 'On the escrow release date of the fund: all that is held of it and of its investments.',
    state: 'POSTED',
    lines: [
      { type: 'Fund', code: 'CMC-I' },
      { type: 'Fund Investment', code: 'CMC-I/BRK' },
      { type: 'Fund Investment', code: 'CMC-I/ELM' },
      { type: 'Fund Investment', code: 'CMC-I/FOR' },
    ],
  },
];

export const cedarNotes: readonly NoteFacts[] = [
  {
    type: 'fund',
    of: 'CMC-I',
    day: '2021-08-02',
    text: 'Brackwater is sold. One company of the first three is left whole.',
  },
  {
    type: 'fund',
    of: 'CMC-II',
    day: '2020-09-03',
    text: 'Shares are granted once; who comes later is given what is left.',
  },
  { type: 'employee', of: 'C07', day: '2023-05-02', text: 'The shares that had not vested pass to the partners.' },
  { type: 'investment', of: 'GRN', day: '2025-02-17', text: 'New paper machine runs; the covenant is met again.' },
  { type: 'entity', of: 'CE2', day: '2021-04-07', text: 'Everybody of the staff is a member now.' },
];

const filed = (
  type: DocumentFacts['type'],
  of: string,
  day: string,
  name: string,
  category: string | null,
): DocumentFacts => ({
  type,
  of,
  day,
  name,
  category,
});
export const cedarDocuments: readonly DocumentFacts[] = [
  filed('fund', 'CMC-I', '2020-01-24', 'Limited partnership agreement, Fund I', 'Partnership agreement'),
  filed('fund', 'CMC-II', '2020-01-24', 'Limited partnership agreement, Fund II', 'Partnership agreement'),
  filed('fund', 'CMC-I', '2026-04-24', 'Audited accounts 2025', 'Audited accounts'),
  filed('fund', 'CMC-II', '2026-04-24', 'Audited accounts 2025', 'Audited accounts'),
  filed('coinvestment', 'CMC-ELM', '2020-01-24', 'Elmstead Co-Invest agreement', null),
  filed('entity', 'CE1', '2020-01-24', 'LLP agreement of the founders', 'Operating agreement'),
  filed('entity', 'CE2', '2020-01-24', 'Rules of the staff scheme', 'Operating agreement'),
  filed('trust', 'CT1', '2020-01-24', 'Trust deed of the Marchetti family', 'Trust agreement'),
  filed('employee', 'C04', '2023-01-10', 'Award letter of Hanna Lindgren', 'Award letter'),
];
