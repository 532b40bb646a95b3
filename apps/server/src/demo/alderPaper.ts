import { type Firm, latest } from './firm.ts';
import { enteredOn } from './hiring.ts';
import type { DocumentFacts, NoteFacts } from './paperwork.ts';

export const alderNotes: readonly NoteFacts[] = [
  {
    type: 'fund',
    of: 'ARP-I',
    day: '2019-10-08',
    text: 'Quarry Logistics is fully realized. The escrow of the first part is released with the fund’s escrow date.',
  },
  {
    type: 'fund',
    of: 'ARP-II',
    day: '2021-11-08',
    text: 'Vantage Diagnostics borrowed above the forecast; the committee agreed to distribute all of it.',
  },
  {
    type: 'fund',
    of: 'ARP-III',
    day: '2024-01-04',
    text: 'The investment period is over. New money goes to follow-ups only.',
    author: 'noah',
  },
  {
    type: 'fund',
    of: 'ARP-IV',
    day: '2022-04-04',
    text: 'Final close at the hard cap. Carry is shared by shares for the first time; see the plan of 2021.',
  },
  {
    type: 'fund',
    of: 'ARG-I',
    day: '2025-01-07',
    text: 'First full exit expected in the second quarter: Harbor Point.',
  },
  {
    type: 'fund',
    of: 'ARE-I',
    day: '2021-04-06',
    text: 'Distributions are in euro. Luxembourg withholds on what the fund pays.',
  },
  {
    type: 'coinvestment',
    of: 'CO-HEL',
    day: '2019-07-02',
    text: 'Bridge until the second tranche is placed; the general partner holds 12 % meanwhile.',
  },
  {
    type: 'coinvestment',
    of: 'CO-PAC',
    day: '2024-06-17',
    text: 'The lender of the refinancing asks for two more covenants.',
  },
  { type: 'coinvestment', of: 'CO-NOR', day: '2024-09-17', text: 'Two more investors may follow until the year end.' },
  {
    type: 'investment',
    of: 'QL02',
    day: '2019-09-12',
    text: 'Sale to a strategic buyer signed. Proceeds are expected before the end of the month.',
  },
  {
    type: 'investment',
    of: 'OL09',
    day: '2024-11-25',
    text: 'Sold to its management; 5 % of the price is held back for a year.',
  },
  {
    type: 'investment',
    of: 'CES16',
    day: '2023-05-15',
    text: 'Written down to half of cost after the loss of two contracts.',
  },
  {
    type: 'investment',
    of: 'NB21',
    day: '2026-07-06',
    text: 'Second production line is late; the board meets every month.',
    author: 'priya',
  },
  {
    type: 'investment',
    of: 'HDG01',
    day: '2026-08-20',
    text: 'Second tranche of the coinvestment is settled; the bridge is paid back in October.',
  },
  {
    type: 'vintage',
    of: 'ARP-IV 2024–2026',
    day: '2024-02-06',
    text: 'The next generation has 8 % of what is bought from now on.',
  },
  { type: 'vintage', of: 'ARP-III 2021–2023', day: '2022-11-28', text: 'Basalt is the last purchase of this vintage.' },
  {
    type: 'employee',
    of: 'E010',
    day: '2022-02-01',
    text: 'Comes back with the vesting that he had; the years away do not count.',
  },
  {
    type: 'employee',
    of: 'E004',
    day: '2022-03-14',
    text: 'Loan of 120,000.00 to buy into Fund II, repaid from distributions.',
  },
  {
    type: 'employee',
    of: 'E004',
    day: '2026-09-14',
    text: 'Repays 40,000.00 of the loan of 2022 from the next distribution of fund II.',
  },
  { type: 'employee', of: 'E016', day: '2021-04-29', text: 'Keeps what had vested, through the alumni vehicle.' },
  { type: 'trust', of: 'T001', day: '2017-04-10', text: 'The trustee asks for letters to be sent to Wilmington.' },
  { type: 'trust', of: 'T004', day: '2022-01-11', text: 'Letter of the trustee on the transfer of 2022 is filed.' },
  { type: 'entity', of: 'N001', day: '2025-02-25', text: 'All leavers of the last four years are members now.' },
  {
    type: 'entity',
    of: 'N004',
    day: '2026-08-18',
    text: 'Asha Kapoor’s part is on the agenda of the committee in December.',
  },
  {
    type: 'distribution',
    of: 'Growth I secondary sale',
    day: '2025-07-01',
    text: 'A quarter of the position was sold to a secondary fund.',
  },
  {
    type: 'distribution',
    of: 'Fund III dividend',
    day: '2026-09-21',
    text: 'Amount net of withholding follows from the custodian.',
  },
];

const page = (...lines: readonly string[]) => lines;

/**
 * Documents: agreements when people or investments are added, accounts every spring, and papers about large payments.
 */
export function alderDocuments(firm: Firm): readonly DocumentFacts[] {
  const { plan, opened } = firm;
  const yearEnd = (day: string) => `${day.slice(0, 4)}-12-30`;
  const funds = plan.funds.flatMap(({ code, legalName, initialCloseDate }): DocumentFacts[] => {
    const day = yearEnd(latest(initialCloseDate, opened));
    const since = Math.max(2016, Number(initialCloseDate?.slice(0, 4)));
    const years = Array.from({ length: 2025 - since + 1 }, (_, i) => since + i).slice(-4);
    return [
      {
        type: 'fund',
        of: code,
        day,
        name: `Limited partnership agreement of ${legalName}`,
        category: 'Partnership agreement',
        page: page(
          `${legalName}`,
          `Initial close ${initialCloseDate}`,
          'Excerpt: section 7, distributions and carried interest.',
        ),
      },
      ...years.map(
        (year): DocumentFacts => ({
          type: 'fund',
          of: code,
          day: `${year + 1}-04-28`,
          name: `Audited accounts ${year}`,
          category: 'Audited accounts',
        }),
      ),
    ];
  });
  const people = plan.participants.flatMap(({ code, type, name }): DocumentFacts[] => {
    if (type === 'Entity') return [];
    const day = yearEnd(enteredOn(firm, code));
    return type === 'Trust'
      ? [{ type: 'trust', of: code, day, name: `Trust agreement of the ${name}`, category: 'Trust agreement' }]
      : [{ type: 'employee', of: code, day, name: `Award letter of ${name}`, category: 'Award letter' }];
  });
  const companies = plan.investments.map(
    ({ code, name, initialInvestmentDate }): DocumentFacts => ({
      type: 'investment',
      of: code,
      name: `Purchase agreement, ${name}`,
      category: 'Purchase agreement',
      day: yearEnd(latest(initialInvestmentDate, opened)),
    }),
  );
  return [...funds, ...people, ...companies, ...single].map((each) => ({
    ...each,
    day: each.day > '2026-09-05' ? '2026-09-05' : each.day,
  }));
}

const single: readonly DocumentFacts[] = [
  {
    type: 'coinvestment',
    of: 'CO-HEL',
    day: '2019-12-30',
    name: 'Helios Co-Invest agreement',
    category: null,
  },
  {
    type: 'coinvestment',
    of: 'CO-PAC',
    day: '2019-12-30',
    name: 'Pacific Co-Invest agreement',
    category: null,
  },
  {
    type: 'coinvestment',
    of: 'CO-NOR',
    day: '2020-12-30',
    name: 'Nordlys Co-Invest agreement',
    category: null,
  },
  { type: 'fund', of: 'ARP-IV', day: '2021-12-30', name: 'Side letter, shares of carry', category: 'Side letter' },
  ...(
    [
      ['N001', '2021-12-30', 'Operating agreement of the alumni'],
      ['N002', '2017-12-30', 'Operating agreement of the operating executives'],
      ['N003', '2018-12-30', 'Partnership agreement of the founders'],
      ['N004', '2024-12-30', 'Operating agreement of the next generation'],
    ] as const
  ).map(([of, day, name]) => ({
    type: 'entity' as const,
    of,
    day,
    name,
    category: 'Operating agreement',
    page: page(
      'The members share as the allocation profile of the entity says.',
      'A member who leaves keeps what has vested.',
    ),
  })),
  ...(
    [
      ['2019 distribution notice', 'Quarry Logistics exit', '2019-10-08'],
      ['2025 distribution notice', 'Q4 2025 carry distribution', '2025-12-23'],
      ['Q2 2026 distribution notice', 'Q2 2026 carry distribution', '2026-07-08'],
    ] as const
  ).map(([name, of, day]) => ({
    type: 'distribution' as const,
    of,
    day,
    name,
    category: 'Distribution notice',
    page: page(of, 'To the participants: your letter states gross, tax, escrow and net.'),
  })),
  {
    type: 'allocationProfile',
    of: 'of ARP-I',
    day: '2022-02-07',
    name: 'Minutes of the carry committee, February 2022',
    category: null,
  },
  {
    type: 'vintage',
    of: 'ARP-IV 2024–2026',
    day: '2024-02-07',
    name: 'Memorandum on the next generation',
    category: null,
  },
];
