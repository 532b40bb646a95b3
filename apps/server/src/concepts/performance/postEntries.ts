import {
  holdingsAmong,
  noticesOf,
  type StoredEntry,
  type StoredLedger,
} from '@carrara/adapters/postgres/performance/ledger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import {
  type CalendarDate,
  type Decimal,
  err,
  type Failure,
  type Failures,
  fail,
  moneyText,
  ok,
  type Result,
} from '@carrara/domain/kernel';
import {
  type AskedEntry,
  entryTypeRule,
  isLate,
  postMany,
  reverseEntry,
  type Source,
} from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import { at, earliest, notOfVehicle, sourceColumns } from './ledgerInput.ts';
import { type Decide, type Posted, postToVehicle } from './postToVehicle.ts';

/** An entry as somebody wants it posted. */
export interface EntryToPost {
  readonly entry: AskedEntry;
  /** The quarter that is to show it; null for the one of its day, or the first open one after it. */
  readonly bookedPeriod: CalendarDate | null;
  readonly description: string | null;
  /** Where it came from; nothing where somebody typed it. */
  readonly source?: Source | null;
}

/** An entry that was posted: where it is shown, and whether that is later than its own quarter. */
export interface PostedEntry {
  readonly id: string;
  readonly bookedPeriod: CalendarDate;
  readonly isLate: boolean;
}

/**
 * Posts entries to a vehicle, all of them or none, judged together.
 *
 * Fails: NOT_FOUND (what is named is not the vehicle's own) and what `postMany` refuses, with the entry's place as path.
 */
export const postEntries = (
  tx: Transaction,
  operation: string,
  vehicleId: string,
  entries: readonly EntryToPost[],
): Promise<Result<PostedEntry[], Failures>> => postToVehicle(tx, vehicleId, decideEntries(tx, operation, entries));

/** The same as a decision, to be stored with others. */
export const decideEntries =
  (tx: Transaction, operation: string, entries: readonly EntryToPost[]): Decide<PostedEntry[]> =>
  async (ledger, { id: vehicleId }) => {
    const named = entries.flatMap(({ entry: { holdingId } }) => (holdingId === null ? [] : [holdingId]));
    const holdings = await holdingsAmong(tx, vehicleId, named);
    const notices = entries.some(({ entry }) => entry.noticeId !== null) ? await noticesOf(tx, vehicleId) : [];
    const wrong = entries.map(({ entry }) => strangers(entry, ledger, holdings, notices));
    const known = entries.flatMap(({ entry, bookedPeriod }, i) =>
      wrong[i]!.length > 0 ? [] : [{ at: i, asked: entry, booked: bookedPeriod }],
    );
    const { postings, refusals } = postMany({ entries: known, reversals: [] }, ledger);
    const failures = entries.flatMap((_, i) => [
      ...at('entries', i, wrong[i]!),
      ...refusals.flatMap((one) => (one.at === i ? at('entries', i, one.failures) : [])),
    ]);
    if (failures.length > 0) return err(failures);
    const kept = postings.map(({ at: i, posting }) => {
      const { description, source = null } = entries[i]!;
      return { entry: { ...posting, id: newId(), source }, description };
    });
    return ok(postedEntries(operation, vehicleId, ledger, kept));
  };

/**
 * Undoes entries of a vehicle by ones that turn them, each on its own day.
 *
 * Fails: what `reverseEntry` refuses.
 */
export function reverseEntries(
  tx: Transaction,
  operation: string,
  vehicleId: string,
  ids: readonly string[],
  reason: string,
): Promise<Result<PostedEntry[], Failures>> {
  return postToVehicle(tx, vehicleId, (ledger) => {
    const kept: KeptEntry[] = [];
    for (const entry of ledger.entries.filter(({ id }) => ids.includes(id))) {
      const posting = reverseEntry(entry, { ...ledger, entries: [...ledger.entries, ...kept.map((one) => one.entry)] });
      if (posting.isErr()) return err(posting.error);
      kept.push({ entry: { ...posting.value, id: newId(), source: null }, description: reason });
    }
    return ok(postedEntries(operation, vehicleId, ledger, kept, reason));
  });
}

/** What an entry names has to be the vehicle's own. */
function strangers(
  entry: AskedEntry,
  ledger: StoredLedger,
  holdings: ReadonlySet<string>,
  notices: readonly { readonly id: string; readonly kind: string }[],
): Failures {
  const failures: Failure[] = [];
  if (entry.holdingId !== null && !holdings.has(entry.holdingId))
    failures.push(notOfVehicle('holdingId', 'such investment'));
  const security = ledger.securities.find(({ id }) => id === entry.securityId);
  if (entry.securityId !== null && security === undefined) failures.push(notOfVehicle('securityId', 'security'));
  if (security !== undefined && entry.holdingId !== null && security.holdingId !== entry.holdingId) {
    failures.push(fail('NOT_FOUND', ['securityId'], 'The security belongs to another investment.'));
  }
  const notice = notices.find(({ id }) => id === entry.noticeId);
  const { title, notice: announcedBy } = entryTypeRule(entry.type);
  if (entry.noticeId !== null && notice === undefined) failures.push(notOfVehicle('noticeId', 'such notice'));
  else if (notice !== undefined && announcedBy === undefined)
    failures.push(fail('INVALID_VALUE', ['noticeId'], `Notice: an entry '${title}' is announced by none.`));
  else if (notice !== undefined && notice.kind !== announcedBy) {
    const [is, wanted] = notice.kind === 'CALL' ? ['call', 'distribution'] : ['distribution', 'call'];
    failures.push(
      fail(
        'INVALID_VALUE',
        ['noticeId'],
        `Notice: this is one of a ${is}, and an entry '${title}' is announced by one of a ${wanted}.`,
      ),
    );
  }
  return failures;
}

/** An entry that was judged. */
export interface KeptEntry {
  readonly entry: StoredEntry;
  readonly description: string | null;
}

/** What a posting of entries comes to. */
export function postedEntries(
  operation: string,
  vehicleId: string,
  ledger: StoredLedger,
  kept: readonly KeptEntry[],
  reason: string | null = null,
): Posted<PostedEntry[]> {
  return {
    ledger: { ...ledger, entries: [...ledger.entries, ...kept.map(({ entry }) => entry)] },
    from: earliest(kept.map(({ entry }) => entry.booked)),
    rows: [
      [
        'ledger_entry',
        kept.map(({ entry, description }) => ({ ...entryRow(entry, description), vehicle_id: vehicleId })),
      ],
      ['ledger_share', kept.flatMap(({ entry }) => shareRows(vehicleId, entry))],
    ],
    changes: kept.map(({ entry, description }) => changeOf(operation, vehicleId, entry, reason ?? description)),
    answer: kept.map(({ entry }) => ({
      id: entry.id,
      bookedPeriod: entry.booked,
      isLate: isLate(entry.effective, entry.booked),
    })),
  };
}

const textOrNull = (amount: Decimal | null) => (amount === null ? null : moneyText(amount));

/** An entry as it is stored, without its vehicle. */
export const entryRow = (entry: StoredEntry, description: string | null) => ({
  id: entry.id,
  type: entry.type,
  amount: moneyText(entry.amount),
  effective_date: entry.effective,
  booked: entry.booked,
  allocation_key: entry.key,
  holding_id: entry.holdingId,
  security_id: entry.securityId,
  notice_id: entry.noticeId,
  cost_relieved: textOrNull(entry.costRelieved),
  is_recallable: entry.isRecallable,
  is_outside: entry.isOutside,
  settled_on: entry.settledOn,
  reverses_id: entry.reversalOf,
  ...sourceColumns(entry.source),
  description,
});
/** Its shares as they are stored. */
export const shareRows = (vehicleId: string, { id, shares }: StoredEntry) =>
  shares.map((share) => ({
    entry_id: id,
    commitment_id: share.commitmentId,
    vehicle_id: vehicleId,
    is_mirror: share.isMirror,
    amount: moneyText(share.amount),
    cost: moneyText(share.cost),
    unfunded: moneyText(share.unfunded),
  }));

/** What the trail says of an entry: all of it in words, its shares by commitment. */
const changeOf = (operation: string, vehicleId: string, entry: StoredEntry, reason: string | null) => ({
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
