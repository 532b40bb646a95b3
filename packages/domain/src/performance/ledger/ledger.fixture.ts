import { calendarDate, type Decimal, decimal, moneyText, zero } from '@carrara/domain/kernel';
import {
  type RequestedEntry,
  type Commitment,
  type CommitmentEvent,
  commitmentsOn,
  type EntryType,
  entryTypeRule,
  type Ledger,
  type LedgerEntry,
  type Posting,
  postEntry,
  shareOut,
} from './index.ts';

export const day = calendarDate;
export const commitments: readonly Commitment[] = [
  { id: 'c', investorCode: 'LP-C', isGp: false },
  { id: 'a', investorCode: 'LP-A', isGp: false },
  { id: 'b', investorCode: 'LP-B', isGp: false },
  { id: 'gp', investorCode: 'GP', isGp: true },
];
export const close = (commitmentId: string, amount: string, more: Partial<CommitmentEvent> = {}): CommitmentEvent => ({
  id: `${commitmentId} ${more.kind ?? 'CLOSE'} ${more.date ?? ''} ${amount}`,
  commitmentId,
  kind: 'CLOSE',
  date: day('2020-01-15'),
  amount: decimal(amount),
  paysFee: null,
  paysCarry: null,
  holdingId: null,
  seq: 1,
  reversalOf: null,
  ...more,
});
export const events: readonly CommitmentEvent[] = [
  close('a', '50000000'),
  close('b', '30000000'),
  close('c', '17500000', { paysFee: false }),
  close('gp', '2500000', { paysFee: false }),
  close('b', '0', { kind: 'EXCUSE', holdingId: 'tobacco', seq: 2 }),
];
export const emptyLedger: Ledger = { commitments, events, entries: [], locked: new Set() };
export const requestEntry = (type: EntryType, amount: string, more: Partial<RequestedEntry> = {}): RequestedEntry => {
  const rule = entryTypeRule(type);
  return {
    type,
    amount: decimal(amount),
    effective: day('2020-03-10'),
    key: rule.key,
    holdingId: rule.holding === 'required' ? 'steel' : null,
    securityId: rule.security === 'required' ? 'shares' : null,
    noticeId: null,
    costRelieved: type === 'SELL' ? zero : null,
    isRecallable: false,
    isOutside: false,
    settledOn: null,
    enteredShares: [],
    ...more,
  };
};
export const storedAs = (posting: Posting, id: string): LedgerEntry => ({ ...posting, id });
export const ledgerAfter = (ledger: Ledger, ...all: readonly RequestedEntry[]): Ledger =>
  all.reduce((now, requestedEntry) => {
    const entry = storedAs(postEntry(requestedEntry, now)._unsafeUnwrap(), String(now.entries.length));
    return { ...now, entries: [...now.entries, entry] };
  }, ledger);
export const codes = (result: ReturnType<typeof postEntry>) =>
  result._unsafeUnwrapErr().map(({ code, path }) => [code, path.join('.')].join(' '));
export const splitEntry = (entry: RequestedEntry) =>
  shareOut(entry, commitmentsOn(commitments, events, entry.effective))
    ._unsafeUnwrap()
    .map(({ commitmentId, amount }) => `${commitmentId} ${moneyText(amount)}`);
export const sum = (amounts: readonly Decimal[]) => amounts.reduce((total, amount) => total.plus(amount), zero);
