import { type CalendarDate, err, type Failures, groupBy, ok, type Result } from '@carrara/domain/kernel';
import {
  amountsOfEntry,
  bookedQuarter,
  dependentActs,
  type EventPosting,
  type LaterAct,
  type Ledger,
  type LedgerEntry,
  orphanedValues,
  postMany,
  type Posting,
  type Quarters,
  reverseEvent,
  type ValuedLedger,
} from '../ledger/index.ts';
import type { EntryOrigin } from './planLedger.ts';
import { valuationKey, type ExistingValue } from './planValuations.ts';

/** A posting that helps restore the ledger to its state without an upload. */
export interface UndonePosting {
  readonly posting: Posting;
  readonly externalId: string | null;
  readonly description: string | null;
  /** The entry that it enters again, whose source it takes over; null for a reversal. */
  readonly restores: string | null;
}

export interface UndonePlan {
  readonly postings: readonly UndonePosting[];
  /** How many entries of the upload each other upload has reversed, by name. They stay reversed. */
  readonly replaced: ReadonlyMap<string, number>;
}

const fileRows = 'rows of this file';
const enteredAgain = (entry: LedgerEntry): LedgerEntry => ({ ...entry, id: `restored ${entry.id}` });

/**
 * Plans the undo of an upload. Reverses its entries that haven't been reversed since, and enters again the entries it
 * had reversed if nothing has replaced them. An entry of an upload that has been undone isn't entered again; the
 * previous entry with its external id is.
 *
 * Fails:  UNFUNDED_BELOW_ZERO, COST_ABOVE_REMAINING (later entries depend on it), USED_LATER (later acts were computed from it, or values
 *         depend on a purchase).
 */
export function planUndo(
  ledger: Ledger & ValuedLedger,
  /** In the order of entry. */
  origins: ReadonlyMap<string, EntryOrigin>,
  uploadId: string,
  laterActs: readonly LaterAct[],
): Result<UndonePlan, Failures> {
  const originOf = (id: string) => origins.get(id);
  const isOwn = ({ id }: LedgerEntry) => originOf(id)?.uploadId === uploadId;
  const reversals = new Map(
    ledger.entries.flatMap((entry) => (entry.reversalOf === null ? [] : [[entry.reversalOf, entry] as const])),
  );
  const entered = ledger.entries.filter(({ reversalOf }) => reversalOf === null);
  const own = entered.filter(isOwn);
  const live = own.filter(({ id }) => !reversals.has(id));
  const isUndone = (entry: LedgerEntry) => isOwn(entry) || originOf(entry.id)?.isUndone === true;
  const hasUndoneReversal = ({ id }: LedgerEntry) => {
    const reversal = reversals.get(id);
    return reversal !== undefined && isUndone(reversal);
  };
  const byId = new Map(entered.map((entry) => [entry.id, entry]));
  const numbered = groupBy(
    [...origins.keys()].flatMap((id) => byId.get(id) ?? []),
    ({ id }) => originOf(id)?.externalId,
  );
  const touched = new Set(
    ledger.entries.filter(isOwn).flatMap(({ id, reversalOf }) => originOf(reversalOf ?? id)?.externalId ?? []),
  );
  const restored = [
    ...entered.filter((entry) => {
      const reversal = reversals.get(entry.id);
      return originOf(entry.id)?.externalId == null && reversal !== undefined && isOwn(reversal) && !isUndone(entry);
    }),
    ...[...touched].flatMap((number) => {
      const last = numbered.get(number)?.findLast((entry) => !isUndone(entry));
      return last !== undefined && hasUndoneReversal(last) ? [last] : [];
    }),
  ];
  const enteredAgainAmounts = new Set(restored.map(amountsOfEntry));
  const removed = live.filter((entry) => !enteredAgainAmounts.has(amountsOfEntry(entry)));
  const used = dependentActs(
    { date: '', laterActs },
    { changesCommitments: false, entries: removed, name: fileRows },
    ledger,
  );
  if (used.length > 0) return err(used);
  const orphaned = orphanedValues(live, { ...ledger, entries: [...ledger.entries, ...restored.map(enteredAgain)] });
  if (orphaned.length > 0) return err(orphaned);
  const replaced = new Map<string, number>();
  for (const { id } of own) {
    const reversal = reversals.get(id);
    const by = reversal && !isUndone(reversal) ? originOf(reversal.id)?.uploadName : null;
    if (by != null) replaced.set(by, (replaced.get(by) ?? 0) + 1);
  }
  const { postings, refusals } = postMany<LedgerEntry | undefined>(
    {
      entries: [],
      reversals: live.map((entry) => ({ at: undefined, entry })),
      restored: restored.map((entry) => ({ at: entry, entry })),
    },
    ledger,
  );
  if (refusals.length > 0) return err(refusals.flatMap(({ failures }) => failures));
  return ok({
    postings: postings.map(({ at, posting }) => {
      const origin = at === undefined ? undefined : originOf(at.id);
      return {
        posting,
        externalId: origin?.externalId ?? null,
        description: origin?.description ?? null,
        restores: at?.id ?? null,
      };
    }),
    replaced,
  });
}

/** A sequence number after all existing events. */
const LATER = 2 ** 52;

/**
 * Plans the undo of an upload's commitment changes: reverses each that hasn't been reversed since, last one first.
 *
 * Fails:  UNFUNDED_BELOW_ZERO (later calls depend on it), USED_LATER (later acts were split by it).
 */
export function planUndoCommitments(
  ledger: Ledger,
  isOfUpload: (eventId: string) => boolean,
  laterActs: readonly LaterAct[],
): Result<readonly EventPosting[], Failures> {
  const turned = new Set(ledger.events.map(({ reversalOf }) => reversalOf));
  const own = ledger.events
    .filter(({ id, reversalOf }) => reversalOf === null && !turned.has(id) && isOfUpload(id))
    .sort((commitmentEvent, other) =>
      commitmentEvent.date === other.date
        ? other.seq - commitmentEvent.seq
        : commitmentEvent.date < other.date
          ? 1
          : -1,
    );
  const first = own.at(-1);
  const used = first
    ? dependentActs({ date: first.date, laterActs }, { changesCommitments: true, name: fileRows }, ledger)
    : [];
  if (used.length > 0) return err(used);
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
export type UndoneValue = Omit<ExistingValue, 'uploadId' | 'isUndone'> & { readonly booked: CalendarDate };

/**
 * Plans the undo of an upload's values. If one of them counts, the previous value that wasn't undone itself counts again. Without a previous value,
 * it is withdrawn.
 *
 * `values` are all values of a vehicle in the order of entry.
 */
export function planUndoValuations(
  values: readonly ExistingValue[],
  quarters: Quarters,
  uploadId: string,
): Result<readonly UndoneValue[], Failures> {
  const entered = groupBy(
    values.filter(({ isUndone }) => !isUndone),
    valuationKey,
  );
  const undone: UndoneValue[] = [];
  for (const ofDay of entered.values()) {
    const last = ofDay.at(-1) ?? ofDay[0];
    if (last.uploadId !== uploadId) continue;
    const before = ofDay.findLast((value) => value.uploadId !== uploadId);
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
