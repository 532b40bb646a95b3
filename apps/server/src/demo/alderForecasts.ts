import type { Expectation } from './forecasts.ts';

/** The partners' expectations of the next years. A later estimate of the same sale replaces the earlier one. */
export const alderForecasts: readonly Expectation[] = [
  {
    name: 'Fund II exit, first estimate',
    day: '2026-03-31',
    date: '2026-12-31',
    description: 'Before the first offer.',
    sources: [{ type: 'Fund', code: 'ARP-II', investedAmount: '4200000.00', multiple: '1.4' }],
  },
  {
    name: 'Fund II exit',
    day: '2026-07-15',
    date: '2026-12-31',
    description: 'On the offer of July.',
    sources: [
      { type: 'Fund', code: 'ARP-II', investedAmount: '4200000.00', multiple: '1.65', adjustment: '150000.00' },
    ],
  },
  {
    name: 'Helios sale',
    day: '2026-07-15',
    date: '2027-06-30',
    sources: [{ type: 'Coinvestment', code: 'CO-HEL', investedAmount: '900000.00', multiple: '2.1' }],
  },
  {
    name: 'Fund I, last investments',
    day: '2026-07-20',
    date: '2027-12-31',
    sources: [{ type: 'Fund', code: 'ARP-I', investedAmount: '1500000.00', multiple: '1.2' }],
  },
  {
    name: 'Fund II, second half',
    day: '2026-07-20',
    date: '2028-06-30',
    sources: [{ type: 'Fund', code: 'ARP-II', investedAmount: '4200000.00', multiple: '1.9' }],
  },
  {
    name: 'Growth Fund I, early sales',
    day: '2026-08-03',
    date: '2028-12-31',
    sources: [{ type: 'Fund', code: 'ARG-I', investedAmount: '2000000.00', multiple: '1.1' }],
  },
];
