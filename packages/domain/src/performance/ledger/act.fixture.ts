import { calendarDate, decimal } from '@carrara/domain/kernel';
import {
  type ActFacts,
  type ActLedger,
  decideAct,
  type DecidedAct,
  decideEntries,
  type EntryToPost,
  type EntryType,
  type LaterAct,
  type RequestedAct,
} from './index.ts';
import type { VehicleLedger } from '../period/index.ts';

let count = 0;
export const newId = () => `n${String((count += 1))}`;
export const options = { newId, warningsConfirmed: true };
export const investor = (code: string, isGp = false) => ({
  investorCode: code,
  investorName: `Investor ${code}`,
  isGp,
});
export const commitments = ['a', 'b'].map((id) => ({ id, investorId: `i-${id}`, ...investor(id.toUpperCase()) }));
export const close = (commitmentId: string, amount: string) => ({
  id: `close-${commitmentId}`,
  commitmentId,
  kind: 'CLOSE' as const,
  date: calendarDate('2024-01-01'),
  booked: calendarDate('2024-03-31'),
  amount: decimal(amount),
  paysFee: null,
  paysCarry: null,
  holdingId: null,
  seq: 1,
  reversalOf: null,
});
export const empty: ActLedger & Pick<VehicleLedger, 'valuations'> = {
  commitments,
  events: [close('a', '600'), close('b', '300')],
  entries: [],
  securities: [{ id: 's', holdingId: 'h' }],
  locked: new Set(),
  latest: calendarDate('2026-12-31'),
  today: calendarDate('2025-06-30'),
  transfers: 'HISTORY',
  valuations: [],
};
export const facts = {
  investors: new Map(
    ['a', 'b', 'c'].map((id) => [
      `i-${id}`,
      { investor: investor(id.toUpperCase()), wouldOwnItself: false, isHolding: true },
    ]),
  ),
  holdings: new Map([['h', 'North Steel']]),
  lastNotice: 4,
  figures: null as ActFacts['figures'],
  earlierClosings: new Set<string>(),
  earlierActs: [] as ActFacts['earlierActs'],
  proposed: [] as ActFacts['proposed'],
  hasCompleteTerms: false,
  currency: 'USD',
};
export const act = (kind: RequestedAct['kind'], date: string, more: Partial<RequestedAct> = {}): RequestedAct => ({
  kind,
  date: calendarDate(date),
  amounts: {},
  investorId: null,
  buyerId: null,
  securityId: null,
  issueDate: null,
  commitment: null,
  value: null,
  interestRate: null,
  costRelieved: null,
  isOutside: false,
  settledOn: null,
  description: null,
  proceeds: null,
  holdingIds: [],
  reason: null,
  currency: null,
  ...more,
});
export const decide = (requested: RequestedAct, ledger = empty, more = facts) =>
  decideAct(requested, ledger, more, options)._unsafeUnwrap();
export const refused = (requested: RequestedAct, ledger = empty, more: ActFacts = facts) =>
  decideAct(requested, ledger, more, options)
    ._unsafeUnwrapErr()
    .map(({ code, path }) => `${code} ${path.join('.')}`);
export const warned = (requested: RequestedAct, ledger = empty, more = facts) =>
  decideAct(requested, ledger, more, { newId, warningsConfirmed: false })
    ._unsafeUnwrapErr()
    .map(({ code, path, detail }) => [code, path.join('.'), detail]);
export const after = <L extends ActLedger>(
  ledger: L,
  { events, entries }: Pick<DecidedAct, 'notice' | 'events' | 'entries'>,
): L => ({
  ...ledger,
  commitments: [...ledger.commitments, ...events.flatMap(({ newCommitment }) => newCommitment ?? [])],
  events: [...ledger.events, ...events.map(({ event }) => event)],
  entries: [...ledger.entries, ...entries.map(({ entry }) => entry)],
});
export const entriesOf = ({ entries }: DecidedAct) =>
  entries.map(({ entry: { type, amount, shares } }) => [
    type,
    amount.toFixed(2),
    shares.map((share) => share.amount.toFixed(2)),
  ]);
export const recordsOf = (
  { date }: RequestedAct,
  { entries, events }: DecidedAct,
  laterActs: readonly LaterAct[] = [],
) => ({
  date,
  laterActs,
  entries: entries.map(({ entry }) => entry),
  events: events.map(({ event }) => event),
});
/** Returns an entry split by all commitments, or by the shares of its notice. */
export function storedEntry(
  type: EntryType,
  amount: string,
  date: string,
  ledger: ActLedger,
  shares: Readonly<Record<string, string>> = {},
): DecidedAct['entries'][number] {
  const enteredShares = Object.entries(shares).map(([commitmentId, own]) => ({
    commitmentId,
    amount: decimal(own),
    unfunded: null,
  }));
  const entry: EntryToPost = {
    entry: {
      type,
      amount: decimal(amount),
      effective: calendarDate(date),
      key: enteredShares.length === 0 ? 'COMMITMENT' : 'NOTICE',
      holdingId: null,
      securityId: null,
      noticeId: null,
      costRelieved: null,
      isRecallable: false,
      isOutside: false,
      settledOn: null,
      enteredShares,
    },
    bookedPeriod: null,
    description: null,
  };
  const stored = decideEntries([entry], ledger, { holdings: new Map(), notices: [] }, options)._unsafeUnwrap();
  return stored[0]!;
}
export const amounts = (some: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(some).map(([code, amount]) => [code, decimal(amount)]));
