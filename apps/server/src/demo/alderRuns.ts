import type { PastRun } from './runs.ts';

/** Ten years of distributions. The last ones are still in progress. */
export const alderHistory: readonly PastRun[] = [
  {
    name: 'Bluepine Foods recapitalization',
    date: '2016-11-30',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'ARP-I/BF03', amount: '3120450.75', mix: 'income' }],
  },
  {
    name: 'Quarry Logistics, first part',
    date: '2017-06-30',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'ARP-I/QL02', amount: '8754300.10', mix: 'gains' }],
  },
  {
    name: '2018 year end',
    date: '2018-12-14',
    state: 'DISB',
    sources: [{ type: 'Fund', code: 'ARP-I', amount: '5240118.92', mix: 'mixed' }],
  },
  {
    name: 'Quarry Logistics exit',
    date: '2019-09-30',
    state: 'DISB',
    sources: [
      { type: 'Fund Investment', code: 'ARP-I/QL02', amount: '14630000.00', mix: 'exit' },
      { type: 'Fund', code: 'ARP-II', amount: '2755310.33', mix: 'gains' },
    ],
  },
  {
    name: '2020 year end',
    date: '2020-12-15',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'ARP-II/NRS07', amount: '6480912.41', mix: 'mixed' }],
  },
  {
    name: 'Vantage Diagnostics recapitalization',
    date: '2021-10-29',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'ARP-II/VD06', amount: '19875440.06', mix: 'income' }],
  },
  {
    name: '2022 year end',
    date: '2022-12-16',
    state: 'DISB',
    sources: [
      { type: 'Fund Investment', code: 'ARP-I/CS05', amount: '4411870.55', mix: 'mixed' },
      { type: 'Fund', code: 'ARG-I', amount: '3377001.99', mix: 'gains' },
    ],
  },
  {
    name: 'Helios dividend',
    date: '2023-03-31',
    state: 'DISB',
    sources: [{ type: 'Coinvestment', code: 'CO-HEL', amount: '1288640.20', mix: 'income' }],
  },
  {
    name: 'Fund III interim',
    date: '2023-09-29',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'ARP-III/HV17', amount: '9120505.05', mix: 'gains' }],
  },
  {
    name: 'Pacific Harbor refinancing',
    date: '2024-06-28',
    state: 'DISB',
    sources: [
      { type: 'Coinvestment', code: 'CO-PAC', amount: '1906325.48', mix: 'capital' },
      { type: 'Fund Investment', code: 'ARP-III/PHH26', amount: '3410220.15', mix: 'capital' },
    ],
  },
  {
    name: '2024 year end',
    date: '2024-12-13',
    state: 'DISB',
    sources: [
      { type: 'Fund Investment', code: 'ARP-II/FF10', amount: '6250000.00', mix: 'mixed' },
      { type: 'Fund Investment', code: 'ARP-II/OL09', amount: '5000000.00', mix: 'exit' },
      { type: 'Fund', code: 'ARP-III', amount: '6894120.20', mix: 'mixed' },
    ],
  },
  {
    name: 'Growth I secondary sale',
    date: '2025-06-30',
    state: 'DISB',
    sources: [{ type: 'Fund Investment', code: 'ARG-I/HPA35', amount: '7310255.81', mix: 'exit' }],
  },
  {
    name: 'Europe 2025',
    date: '2025-11-28',
    state: 'DISB',
    sources: [
      { type: 'Fund', code: 'ARE-I', amount: '2764190.35', mix: 'mixed' },
      { type: 'Coinvestment', code: 'CO-NOR', amount: '418775.90', mix: 'income' },
    ],
  },
  {
    name: 'Q4 2025 carry distribution',
    date: '2025-12-15',
    state: 'DISB',
    sources: [
      { type: 'Fund', code: 'ARP-I', amount: '12098311.18', mix: 'gains' },
      { type: 'Fund Investment', code: 'ARP-II/KAP12', amount: '18230450.64', mix: 'mixed' },
    ],
  },
  {
    name: 'Q2 2026 carry distribution',
    date: '2026-06-30',
    state: 'DISB',
    sources: [
      { type: 'Fund', code: 'ARP-I', amount: '16420900.00', mix: 'gains' },
      { type: 'Fund', code: 'ARP-III', amount: '27699417.55', mix: 'exit' },
    ],
  },
];
export const alderWaiting: readonly PastRun[] = [
  {
    name: 'Fund III dividend',
    date: '2026-09-15',
    state: 'REJ',
    comment: 'The dividend is gross of withholding; please correct the amount.',
    sources: [{ type: 'Fund', code: 'ARP-III', amount: '1840000.00', mix: 'income' }],
  },
  {
    name: 'Growth I interest',
    date: '2026-10-15',
    state: 'SUB',
    sources: [{ type: 'Fund', code: 'ARG-I', amount: '912450.30', mix: 'income' }],
  },
  {
    name: 'Helios bridge proceeds',
    date: '2026-10-30',
    state: 'APP',
    sources: [{ type: 'Coinvestment', code: 'CO-HEL', amount: '2450118.65', mix: 'exit' }],
  },
];
