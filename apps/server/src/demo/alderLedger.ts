import type { PastLedgerRun } from './ledgerRuns.ts';

/**
 * Opening balances of Fund I, the use of its escrow, and clawbacks. As in the firm's own runs, eight tenths of the
 * accrued amount were paid before the opening, a tenth of that withheld as escrow.
 */
export const alderLedger: readonly PastLedgerRun[] = [
  {
    name: 'Fund I before 2016',
    type: 'OPENING',
    date: '2015-12-31',
    description: 'From the books that were kept until then.',
    state: 'POSTED',
    lines: [
      {
        type: 'Fund',
        code: 'ARP-I',
        participant: 'E001',
        accrued: '500000.00',
        distributed: '400000.00',
        escrow: '40000.00',
      },
      {
        type: 'Fund',
        code: 'ARP-I',
        participant: 'E002',
        accrued: '400000.00',
        distributed: '320000.00',
        escrow: '32000.00',
      },
    ],
  },
  {
    name: 'Escrow of Fund I',
    type: 'RELEASE',
    date: '2022-12-31',
    description: 'On the escrow release date of the fund: all that is held of it and of its investments.',
    state: 'POSTED',
    lines: [
      { type: 'Fund', code: 'ARP-I' },
      { type: 'Fund Investment', code: 'ARP-I/BF03' },
      { type: 'Fund Investment', code: 'ARP-I/QL02' },
      { type: 'Fund Investment', code: 'ARP-I/CS05' },
    ],
  },
  {
    name: 'Pacific Harbor, purchase price adjusted',
    type: 'CLAWBACK',
    date: '2025-03-31',
    description: 'Her part of what was given back to the lenders.',
    state: 'POSTED',
    lines: [{ type: 'Fund Investment', code: 'ARP-III/PHH26', participant: 'E009', asked: '20000.00' }],
  },
  {
    name: 'Escrow of Vantage Diagnostics',
    type: 'RELEASE',
    date: '2026-10-08',
    description: 'The warranty period has ended.',
    state: 'SUB',
    lines: [{ type: 'Fund Investment', code: 'ARP-II/VD06' }],
  },
  {
    name: 'Escrow of Northgate Rail, first part',
    type: 'RELEASE',
    date: '2026-10-20',
    description: 'What the committee may agree to before the end of the year.',
    state: 'DRAFT',
    lines: [{ type: 'Fund Investment', code: 'ARP-II/NRS07', asked: '300000.00' }],
  },
];
