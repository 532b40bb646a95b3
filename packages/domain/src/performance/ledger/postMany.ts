import { type CalendarDate, type Decimal, fail, type Failures, groupBy, zero } from '@carrara/domain/kernel';
import { commitmentsByDay, eventAmount } from './commitment.ts';
import type { RequestedEntry, LedgerEntry } from './entry.ts';
import { entryTypeRule } from './entryType.ts';
import { isBelowZero, unfundedTexts } from './unfundedCommitment.ts';
import { bookedQuarter, draftEntry, draftReversal } from './posting.ts';
import { costAboveRemaining, costChange, lineChange, repaidAboveDrawn } from './entryFailures.ts';
import type { Ledger, Posting } from './ledgerState.ts';

/** Entries and reversals that are posted together. Each has a label for the result, such as its row. */
export interface PostingBatch<At> {
  /** `booked` is the requested quarter; null for the default. */
  readonly entries: readonly {
    readonly at: At;
    readonly requested: RequestedEntry;
    readonly booked: CalendarDate | null;
  }[];
  readonly reversals: readonly { readonly at: At; readonly entry: LedgerEntry }[];
  /** Reversed entries to enter again unchanged. */
  readonly restored?: readonly { readonly at: At; readonly entry: LedgerEntry }[];
}

export interface PostedMany<At> {
  readonly postings: readonly { readonly at: At; readonly posting: Posting }[];
  readonly refusals: readonly { readonly at: At; readonly failures: Failures }[];
}

/**
 * Checks many entries as one posting, against the ledger that includes all of them. So their order doesn't matter, and a correction isn't rejected
 * because of the moment between a reversal and its replacement.
 *
 * Unfunded commitments, remaining costs and the amount drawn on the credit line can't be negative at the end of a day.
 * If one is, each entry that lowers it on that day is rejected. Without such an entry, the last one before is rejected.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  as `postEntry`.
 */
export function postMany<At>(many: PostingBatch<At>, ledger: Ledger): PostedMany<At> {
  const statesOn = commitmentsByDay(ledger);
  const postings: { at: At; posting: Posting }[] = [];
  const refusals: { at: At; failures: Failures }[] = [];
  for (const { at, entry } of many.reversals) {
    draftReversal(entry, ledger).match(
      (posting) => postings.push({ at, posting }),
      (failures) => refusals.push({ at, failures }),
    );
  }
  for (const { at, entry } of many.restored ?? []) {
    bookedQuarter(entry.effective, ledger).match(
      (booked) => {
        const { id: _, ...facts } = entry;
        postings.push({ at, posting: { ...facts, booked, reversalOf: null } });
      },
      (failures) => refusals.push({ at, failures }),
    );
  }
  for (const { at, requested, booked } of many.entries) {
    draftEntry(requested, ledger, statesOn, booked).match(
      (posting) => postings.push({ at, posting }),
      (failures) => refusals.push({ at, failures }),
    );
  }
  refusals.push(...belowZeroOf(postings, ledger));
  return { postings, refusals };
}

interface Movement<At> {
  readonly date: CalendarDate;
  readonly amount: Decimal;
  /** Present for new entries; absent for existing ones. */
  readonly added?: { readonly at: At; readonly posting: Posting };
}

function belowZeroOf<At>(postings: PostedMany<At>['postings'], ledger: Ledger) {
  const unfunded = new Map<string, Movement<At>[]>();
  const cost = new Map<string, Movement<At>[]>();
  const line: Movement<At>[] = [];
  const move = (movementsById: Map<string, Movement<At>[]>, id: string, movement: Movement<At>) => {
    const movements = movementsById.get(id);
    if (movements === undefined) movementsById.set(id, [movement]);
    else movements.push(movement);
  };
  const addMovements = (posting: Posting | LedgerEntry, added?: Movement<At>['added']) => {
    const { effective: date, securityId, shares } = posting;
    const addition = added === undefined ? {} : { added };
    for (const share of shares) {
      if (!share.unfunded.isZero()) move(unfunded, share.commitmentId, { date, amount: share.unfunded, ...addition });
    }
    if (securityId !== null) move(cost, securityId, { date, amount: costChange(posting), ...addition });
    const drawn = lineChange(posting);
    if (!drawn.isZero()) line.push({ date, amount: drawn, ...addition });
  };
  for (const event of ledger.events)
    move(unfunded, event.commitmentId, { date: event.date, amount: eventAmount(event) });
  for (const entry of ledger.entries) addMovements(entry);
  for (const posting of postings) addMovements(posting.posting, posting);
  const unfundedSinks = inOrderOfInvestors(ledger).flatMap(({ id: commitmentId }) =>
    sinks(unfunded.get(commitmentId) ?? []).map((sink) => ({ ...sink, commitmentId })),
  );
  return [
    // An entry is refused once, however many investors it is split over.
    ...[...groupBy(unfundedSinks, ({ at }) => at.posting).values()].map((lowest) => ({
      at: lowest[0].at.at,
      failures: [
        fail('UNFUNDED_BELOW_ZERO', ['amount'], unfundedTexts(ledger, lowest) + nextStep(lowest[0].at.posting)),
      ],
    })),
    ...[...cost].flatMap(([, movements]) =>
      sinks(movements).map(({ at, ...lowest }) => ({
        at: at.at,
        failures: [costAboveRemaining(at.posting.type, lowest)],
      })),
    ),
    ...sinks(line).map(({ at, ...lowest }) => ({ at: at.at, failures: [repaidAboveDrawn(lowest)] })),
  ];
}

function nextStep({ type, reversalOf }: Posting): string {
  if (reversalOf !== null) return '';
  return entryTypeRule(type).unfunded?.when === 'inside'
    ? ' Lower the amount, enter the missing commitment first, or mark the entry as outside the commitment.'
    : ' Correct the amount, or enter the missing commitment first.';
}

const inOrderOfInvestors = ({ commitments }: Ledger) =>
  [...commitments].sort((commitment, other) => (commitment.investorCode < other.investorCode ? -1 : 1));

/** Returns the new entries that leave a balance negative at the end of a day, with that day's balance. */
function sinks<At>(movements: readonly Movement<At>[]) {
  const isLowering = ({ added, amount }: Movement<At>) => added !== undefined && isBelowZero(amount);
  if (!movements.some(isLowering)) return [];
  const found = new Map<Posting, { at: NonNullable<Movement<At>['added']>; day: CalendarDate; balance: Decimal }>();
  const inOrder = [...movements].sort((first, other) =>
    first.date < other.date ? -1 : first.date > other.date ? 1 : 0,
  );
  let balance = zero;
  let last: Movement<At> | undefined;
  for (const [day, ofDate] of groupBy(inOrder, ({ date }) => date)) {
    for (const { amount } of ofDate) balance = balance.plus(amount);
    const ofDay = ofDate.filter(isLowering);
    last = ofDay.at(-1) ?? last;
    if (!isBelowZero(balance) || last === undefined) continue;
    for (const { added } of ofDay.length > 0 ? ofDay : [last]) {
      if (added !== undefined && !found.has(added.posting)) found.set(added.posting, { at: added, day, balance });
    }
  }
  return [...found.values()];
}
