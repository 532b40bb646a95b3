import { calendarDate, decimal } from '../../kernel/index.ts';
import { wholeFundTerms } from '../carryTerms/index.ts';
import type { CommitmentEventKind, EntryType } from '../ledger/index.ts';
import type { LiquidationBook, LiquidationEntry } from './liquidationBook.ts';

export const usualTerms = wholeFundTerms({ carry: '20', hurdle: '8', catchUp: '100' });
export const end = calendarDate('2023-01-01');
export type Shares = Readonly<Record<string, string>>;

let seq = 0;
export const event = (commitmentId: string, kind: CommitmentEventKind, date: string, amount: string, more = {}) => ({
  id: `E${String((seq += 1))}`,
  commitmentId,
  kind,
  date: calendarDate(date),
  booked: end,
  amount: decimal(amount),
  paysFee: null,
  paysCarry: null,
  holdingId: null,
  seq,
  reversalOf: null,
  ...more,
});
export const entry = (
  type: EntryType,
  date: string,
  shares: Shares,
  more: Partial<LiquidationEntry> = {},
): LiquidationEntry => ({
  id: `L${String((seq += 1))}`,
  type,
  effective: calendarDate(date),
  booked: end,
  reversalOf: null,
  holdingId: null,
  isRecallable: false,
  dueDate: null,
  shares: Object.entries(shares).map(([commitmentId, amount]) => ({
    commitmentId,
    amount: decimal(amount),
    cost: decimal(0),
    unfunded: decimal(0),
    isMirror: false,
  })),
  ...more,
});
export const partner = (id: string, isGp = false) => ({
  id,
  investorId: `investor ${id}`,
  investorCode: id,
  name: `Partner ${id}`,
  investorTypeId: isGp ? 'GP' : 'LP',
  isGp,
});
export const figures = (navs: Shares, paid: Shares = {}) =>
  Object.entries(navs).map(([commitmentId, nav]) => ({
    commitmentId,
    navBeforeCarry: decimal(nav),
    carryPaid: decimal(paid[commitmentId] ?? '0'),
    isReported: false,
  }));
/** Two limited partners and a general partner: capital of 100.00 two years before the end, fees of 9.00 one year before. */
export const book = (more: Partial<LiquidationBook> = {}): LiquidationBook => ({
  vehicleId: 'F',
  until: end,
  terms: { id: 'T', effectiveDate: calendarDate('2021-01-01'), entered: usualTerms },
  partners: [partner('A'), partner('B'), partner('G', true)],
  events: [
    event('A', 'CLOSE', '2021-01-01', '60.00'),
    event('B', 'CLOSE', '2021-01-01', '30.00'),
    event('G', 'CLOSE', '2021-01-01', '10.00'),
  ],
  entries: [
    entry('CALL-INV', '2021-01-01', { A: '60.00', B: '30.00', G: '10.00' }),
    entry('CALL-FEE', '2022-01-01', { A: '6.00', B: '3.00' }),
  ],
  figures: figures({ A: '84.00', B: '42.00', G: '14.00' }),
  holdings: [],
  ...more,
});
