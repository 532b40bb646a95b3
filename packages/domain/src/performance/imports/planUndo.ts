import { type CalendarDate, err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import {
  bookedQuarter,
  type EventPosting,
  type Ledger,
  type LedgerEntry,
  postMany,
  type Posting,
  type Quarters,
  reverseEvent,
} from '../ledger/index.ts';
import type { EntryOrigin } from './planLedger.ts';
import { keyOf, type KnownValue } from './planValuations.ts';

/** A posting that helps restore the ledger to its state without an upload. */
export interface UndonePosting {
  readonly posting: Posting;
  readonly externalId: string | null;
  readonly description: string | null;
}

/**
 * Plans the undo of an upload: reverses its entries that haven't been reversed since, and enters again the entries it had reversed if nothing has
 * replaced them.
 *
 * Fails:  UNFUNDED_BELOW_ZERO, COST_ABOVE_REMAINING (later entries depend on it).
 */
export function planUndo(
  ledger: Ledger,
  origins: ReadonlyMap<string, EntryOrigin>,
  uploadId: string,
): Result<readonly UndonePosting[], Failures> {
  const byId = new Map(ledger.entries.map((entry) => [entry.id, entry]));
  const turned = new Set(ledger.entries.map(({ reversalOf }) => reversalOf));
  const own = ledger.entries.filter(({ id }) => origins.get(id)?.uploadId === uploadId);
  const reversals = own
    .filter(({ id, reversalOf }) => reversalOf === null && !turned.has(id))
    .map((entry) => ({ at: undefined as LedgerEntry | undefined, entry }));
  const restored = own.flatMap(({ reversalOf }) => {
    const entry = reversalOf === null ? undefined : byId.get(reversalOf);
    return entry === undefined || origins.get(entry.id)?.uploadId === uploadId ? [] : [{ at: entry, entry }];
  });
  const { postings, refusals } = postMany<LedgerEntry | undefined>({ entries: [], reversals, restored }, ledger);
  if (refusals.length > 0) return err(refusals.flatMap(({ failures }) => failures));
  return ok(
    postings.map(({ at, posting }) => {
      const origin = at === undefined ? undefined : origins.get(at.id);
      return { posting, externalId: origin?.externalId ?? null, description: origin?.description ?? null };
    }),
  );
}

/** A sequence number after all existing events. */
const LATER = 2 ** 52;

/**
 * Plans the undo of an upload's commitment changes: reverses each that hasn't been reversed since, last one first.
 *
 * Fails:  UNFUNDED_BELOW_ZERO (later calls depend on it).
 */
export function planUndoCommitments(
  ledger: Ledger,
  isOfUpload: (eventId: string) => boolean,
): Result<readonly EventPosting[], Failures> {
  const turned = new Set(ledger.events.map(({ reversalOf }) => reversalOf));
  const own = ledger.events
    .filter(({ id, reversalOf }) => reversalOf === null && !turned.has(id) && isOfUpload(id))
    .sort((one, other) => (one.date === other.date ? other.seq - one.seq : one.date < other.date ? 1 : -1));
  const undone: EventPosting[] = [];
  for (const event of own) {
    const later = undone.map((posting, i) => ({ ...posting, id: `undone ${i}`, seq: LATER + i }));
    const reversal = reverseEvent(event, { ...ledger, events: [...ledger.events, ...later] });
    if (reversal.isErr()) return err(reversal.error);
    undone.push(reversal.value);
  }
  return ok(undone);
}

/** The value that replaces an upload's value; null if that date then has no value. */
export type UndoneValue = Omit<KnownValue, 'uploadId' | 'isUndone'> & { readonly booked: CalendarDate };

/**
 * Plans the undo of an upload's values. If one of them counts, the previous value that wasn't undone itself counts again. Without a previous value,
 * it is withdrawn.
 *
 * `values` are all values of a vehicle in the order of entry.
 */
export function planUndoValuations(
  values: readonly KnownValue[],
  quarters: Quarters,
  uploadId: string,
): Result<readonly UndoneValue[], Failures> {
  const entered = new Map<string, KnownValue[]>();
  for (const one of values) if (!one.isUndone) entered.set(keyOf(one), [...(entered.get(keyOf(one)) ?? []), one]);
  const undone: UndoneValue[] = [];
  for (const ofDay of entered.values()) {
    const last = ofDay.at(-1)!;
    if (last.uploadId !== uploadId) continue;
    const before = ofDay.findLast((one) => one.uploadId !== uploadId);
    const booked = bookedQuarter(last.date, quarters);
    if (booked.isErr()) return err(booked.error);
    undone.push({
      securityId: last.securityId,
      date: last.date,
      fairValue: before?.fairValue ?? null,
      methodId: before?.methodId ?? null,
      externalId: before?.externalId ?? null,
      booked: booked.value,
    });
  }
  return ok(undone);
}
