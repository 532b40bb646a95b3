import { entryRow, shareRows } from '@carrara/adapters/postgres/performance/ledger/ledgerRows';
import {
  filterHoldings,
  readNotices,
  readNavs,
  vehicleOfEntry,
} from '@carrara/adapters/postgres/performance/ledger/readLedger';
import {
  proposedDistributionDays,
  readActOfEntry,
  readActsAfter,
} from '@carrara/adapters/postgres/performance/ledger/readActs';
import type { StoredLedger } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type CalendarDate, calendarDate, decimal, err, moneyText, noSuch, required } from '@carrara/domain/kernel';
import {
  decideEntries,
  decideEntryReversal,
  decideSettlement,
  earliestDate,
  type EntryReferences,
  type EntryToPost,
  entryTypeRule,
  isLate,
  type StoredEntry,
  type StoredNavs,
} from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import { type LedgerWrite, type PostingResult, postToVehicle } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';
import type { RealizationDrafts } from './realizationDrafts.ts';

/** A posted entry: the quarter that displays it, and whether that is later than its own quarter. */
export interface PostedEntry {
  readonly id: string;
  readonly bookedPeriod: CalendarDate;
  readonly isLate: boolean;
}

/** Posts entries to a vehicle, all or none, checked together. Fails: NOT_FOUND and the failures of `decideEntries`. */
export const saveLedgerEntries = (
  tx: Transaction,
  vehicleId: string,
  entries: readonly EntryToPost[],
  warningsConfirmed: boolean,
): Outcome<PostedEntry[]> => postToVehicle(tx, vehicleId, writeEntries(tx, entries, warningsConfirmed));

/** Returns the same as a write, to be stored with others. */
const writeEntries =
  (tx: Transaction, entries: readonly EntryToPost[], warningsConfirmed: boolean): LedgerWrite<PostedEntry[]> =>
  async (ledger, { id: vehicleId }) => {
    const references = await loadReferences(tx, vehicleId, entries);
    const decided = decideEntries(entries, ledger, references, { newId, warningsConfirmed });
    return decided.map((storedEntries) => postedEntries('saveLedgerEntries', vehicleId, ledger, storedEntries));
  };

async function loadReferences(
  tx: Transaction,
  vehicleId: string,
  entries: readonly EntryToPost[],
): Promise<EntryReferences> {
  const named = entries.flatMap(({ entry: { holdingId } }) => (holdingId === null ? [] : [holdingId]));
  const holdings = await filterHoldings(tx, vehicleId, named);
  return {
    holdings,
    distributions: await proposedDistributionDays(tx, vehicleId),
    notices: entries.some(({ entry }) => entry.noticeId !== null) ? await readNotices(tx, vehicleId) : [],
    navs: await loadNavs(
      tx,
      vehicleId,
      entries.flatMap(({ entry }) => entry.enteredShares.map(({ commitmentId }) => commitmentId)),
    ),
  };
}

/** Returns the net asset values of a vehicle and the commitments named at its quarter ends, in order. */
export const loadNavs = async (
  tx: Transaction,
  vehicleId: string,
  commitmentIds: readonly string[],
): Promise<StoredNavs[]> =>
  (await readNavs(tx, vehicleId, commitmentIds)).map(({ end, nav, commitments }) => ({
    end: calendarDate(end),
    vehicle: nav === null ? null : decimal(nav),
    commitments: new Map(Object.entries(commitments).map(([id, own]) => [id, own === null ? null : decimal(own)])),
  }));

export const entryNotFound = () => [noSuch('entry')];

/** Reverses an entry on its own date. Fails: NOT_FOUND and the failures of `decideEntryReversal`. */
export async function reverseLedgerEntry(
  tx: Transaction,
  { id, reason }: { readonly id: string; readonly reason: string },
  drafts: RealizationDrafts,
): Outcome<PostedEntry> {
  const vehicleId = await vehicleOfEntry(tx, id);
  if (vehicleId === undefined) return err(entryNotFound());
  const done = await postToVehicle(tx, vehicleId, async (ledger) => {
    const entry = ledger.entries.find((candidate) => candidate.id === id);
    if (entry === undefined) return err(entryNotFound());
    const laterActs = await readActsAfter(tx, vehicleId, 0);
    const actId = await readActOfEntry(tx, id);
    const realization = actId === undefined ? null : ((await drafts.ofActs(tx, [actId]))[0] ?? null);
    const decided = decideEntryReversal(entry, ledger, { laterActs, reason, realization }, newId);
    return decided.map((entries) => postedEntries('reverseLedgerEntry', vehicleId, ledger, entries));
  });
  return done.map(([answer]) => required(answer, `reversal of entry ${id}`));
}

/** Records when the cash of an entry moved. No figure changes. Fails: NOT_FOUND and the failures of `decideSettlement`. */
export async function settleLedgerEntry(
  tx: Transaction,
  { id, ...requested }: { readonly id: string; readonly settledOn: CalendarDate; readonly warningsConfirmed: boolean },
): Outcome<{ id: string; settledOn: CalendarDate }> {
  const vehicleId = await vehicleOfEntry(tx, id);
  if (vehicleId === undefined) return err(entryNotFound());
  return postToVehicle(tx, vehicleId, (ledger) => {
    const entry = ledger.entries.find((candidate) => candidate.id === id);
    if (entry === undefined) return err(entryNotFound());
    const decided = decideSettlement(entry, ledger.entries, { ...requested, today: ledger.today, newId });
    return decided.map((settlement) => {
      const row = { id: settlement.id, entry_id: id, vehicle_id: vehicleId, settled_on: settlement.settledOn };
      return {
        ledger,
        from: null,
        rows: [['ledger_settlement', [row]]],
        changes: [
          {
            operation: 'settleLedgerEntry',
            objectType: 'ledgerSettlement',
            objectId: settlement.id,
            objectName: `${entryTypeRule(entry.type).title} ${entry.effective}`,
            containerId: vehicleId,
            before: null,
            after: row,
          },
        ],
        answer: { id, settledOn: settlement.settledOn },
      };
    });
  });
}

/** Returns the result of posting entries. */
export function postedEntries(
  operation: string,
  vehicleId: string,
  ledger: StoredLedger,
  entries: readonly StoredEntry[],
): PostingResult<PostedEntry[]> {
  return {
    ledger: { ...ledger, entries: [...ledger.entries, ...entries.map(({ entry }) => entry)] },
    from: earliestDate(entries.map(({ entry }) => entry.booked)),
    rows: [
      [
        'ledger_entry',
        entries.map(({ entry, description }) => ({ ...entryRow(entry, description), vehicle_id: vehicleId })),
      ],
      ['ledger_share', entries.flatMap(({ entry }) => shareRows(vehicleId, entry))],
    ],
    changes: entries.map(({ entry, description }) => changeOfEntry(operation, vehicleId, entry, description)),
    answer: entries.map(({ entry }) => ({
      id: entry.id,
      bookedPeriod: entry.booked,
      isLate: isLate(entry.effective, entry.booked),
    })),
  };
}

/** Returns the audit entry of a ledger entry: all of its fields, with shares by commitment. */
export const changeOfEntry = (
  operation: string,
  vehicleId: string,
  entry: StoredEntry['entry'],
  reason: string | null,
) => ({
  operation,
  objectType: 'ledgerEntry',
  objectId: entry.id,
  objectName: `${entryTypeRule(entry.type).title} ${entry.effective}`,
  containerId: vehicleId,
  before: null,
  after: {
    ...entryRow(entry, reason),
    shares: entry.shares.map((share) => ({ commitmentId: share.commitmentId, amount: moneyText(share.amount) })),
  },
  reason,
});
