import type { PayFacts } from './pay.ts';
import type { PayrollFacts } from './payroll.ts';
import type { StatementFacts } from './statements.ts';

/** Salaries in whole units of the office's currency, reporting lines, and the fate of deferred awards. */
export const alderPay: PayFacts = {
  head: 'hrHead',
  from: 2021,
  to: 2026,
  currencies: { London: 'GBP', Luxembourg: 'GBP' },
  rates: {
    'Managing Partner': 500_000,
    Principal: 280_000,
    Associate: 140_000,
    'Senior Advisor': 120_000,
  },
  deferred: { 'Managing Partner': 150_000, Principal: 60_000 },
  partTime: { E030: '80', E046: '60' },
  restricted: 'Partner',
  top: 'E002',
  leadOf: {
    Principal: { 'San Francisco': 'E008', 'New York': 'E003', London: 'E001', Luxembourg: 'E001' },
    Associate: { 'San Francisco': 'E011', 'New York': 'E015', London: 'E012', Luxembourg: 'E019' },
  },
  leavers: { E009: 'ACCELERATE', E016: 'CONTINUE', E022: 'FORFEIT' },
  notes: [
    {
      code: 'E030',
      day: '2025-06-11',
      text: 'Works four days a week until her thesis is handed in; to be looked at again in spring 2027.',
    },
    {
      code: 'E011',
      day: '2026-01-16',
      text: 'Asked for a review of the title in the summer, and was told that it comes with the next fund.',
    },
    {
      code: 'E036',
      day: '2026-09-03',
      text: 'Payroll paid 420.00 more in August than the salary says. Asked Thames Payroll on 09/03.',
    },
  ],
};

const quarter = (year: number, first: number) =>
  [first, first + 1, first + 2].map((month) => `${String(year)}-${String(month).padStart(2, '0')}`);
/**
 * Payments of two providers since 2025, in the files as they arrived. One difference of the last month isn't explained
 * yet.
 */
export const alderPayroll: PayrollFacts = {
  head: 'hrHead',
  providers: { USD: 'Harbor Payroll', GBP: 'Thames Payroll' },
  files: [
    { name: 'Payroll 2025 Q1.csv', day: '2025-04-03', months: quarter(2025, 1) },
    { name: 'Payroll 2025 Q2.csv', day: '2025-07-03', months: quarter(2025, 4) },
    { name: 'Payroll 2025 Q3.csv', day: '2025-10-02', months: quarter(2025, 7) },
    { name: 'Payroll 2025 Q4.csv', day: '2026-01-06', months: quarter(2025, 10) },
    { name: 'Payroll 2026 Q1.csv', day: '2026-04-02', months: quarter(2026, 1) },
    { name: 'Payroll 2026 Q2.csv', day: '2026-07-02', months: quarter(2026, 4) },
    { name: 'Payroll 2026-07.csv', day: '2026-08-04', months: ['2026-07'] },
    { name: 'Payroll 2026-08.csv', day: '2026-09-02', months: ['2026-08'] },
  ],
  differences: [
    {
      code: 'E022',
      month: '2025-02',
      amount: '4250.00',
      explanation: 'Leave that was not taken, paid with the last salary',
    },
    { code: 'E030', month: '2025-11', amount: '640.00', explanation: 'Four days more than agreed, for the audit' },
    { code: 'E025', month: '2026-03', amount: '-150.00', explanation: 'Rail pass kept back, as agreed' },
    { code: 'E036', month: '2026-08', amount: '420.00', explanation: null },
  ],
  awardsPaid: { month: '03', day: '15' },
};

export const alderStatements: StatementFacts = {
  head: 'hrHead',
  year: 2025,
  day: '2026-04-20',
  again: {
    code: 'E030',
    day: '2026-05-06',
    message:
      'This takes the place of your statement of April, which went out without word of the four days for the audit.',
  },
};
