import type { PayFacts } from './pay.ts';

/** What people of the firm earn in whole units of their office's currency, who reports to whom, and what became of what was deferred. */
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
};
