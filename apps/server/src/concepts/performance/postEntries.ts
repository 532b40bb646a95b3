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

/** An entry to post. */
export interface EntryToPost {
  readonly entry: AskedEntry;
  /** Quarter that displays it. Null for the quarter of its date, or the first open one after it. */
  readonly bookedPeriod: CalendarDate | null;
  readonly description: string | null;
  /** Origin. Absent if it was typed in. */
  readonly source?: Source | null;
}

/** A posted entry: the quarter that displays it, and whether that is later than its own quarter. */
export interface PostedEntry {
  readonly id: string;
  readonly bookedPeriod: CalendarDate;
  readonly isLate: boolean;
}

/**
 * Posts entries to a vehicle, all or none, checked together.
 *
 * Fails: NOT_FOUND (a reference that isn't the vehicle's) and the failures of `postMany`, at the entry's position.
 */
export const postEntries = (
  tx: Transaction,
  operation: string,
  vehicleId: string,
  entries: readonly EntryToPost[],
): Promise<Result<PostedEntry[], Failures>> => postToVehicle(tx, vehicleId, decideEntries(tx, operation, entries));

/** Returns the same as a decision, to be stored with others. */
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
 * Reverses entries of a vehicle, each on its own date.
 *
 * Fails: with the failures of `reverseEntry`.
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

/** Returns references of an entry that aren't the vehicle's. */
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
  if (entry.securityId !== null && security === undefined) failures.push(notOfVehicle('securityId', 'such security'));
  if (security !== undefined && entry.holdingId !== null && security.holdingId !== entry.holdingId) {
    failures.push(fail('NOT_FOUND', ['securityId'], 'The security belongs to another investment.'));
  }
  const notice = notices.find(({ id }) => id === entry.noticeId);
  const { title, notice: announcedBy } = entryTypeRule(entry.type);
  if (entry.noticeId !== null && notice === undefined) failures.push(notOfVehicle('noticeId', 'such notice'));
  else if (notice !== undefined && announcedBy === undefined)
    failures.push(
      fail('INVALID_VALUE', ['noticeId'], `Notice: entries of type '${title}' don’t have a notice. Leave it empty.`),
    );
  else if (notice !== undefined && notice.kind !== announcedBy) {
    const [is, wanted] = notice.kind === 'CALL' ? ['call', 'distribution'] : ['distribution', 'call'];
    failures.push(
      fail(
        'INVALID_VALUE',
        ['noticeId'],
        `Notice: this is a ${is} notice. Entries of type '${title}' need a ${wanted} notice.`,
      ),
    );
  }
  return failures;
}

/** A validated entry. */
export interface KeptEntry {
  readonly entry: StoredEntry;
  readonly description: string | null;
}

/** Returns the result of posting entries. */
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

/** Returns the row of an entry, without its vehicle. */
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
/** Returns the rows of an entry's shares. */
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

/** Returns the audit entry of a ledger entry: all of its fields, with shares by commitment. */
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
