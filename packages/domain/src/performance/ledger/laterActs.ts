import { displayedDate, fail, type Failures } from '@carrara/domain/kernel';
import { ledgerAct, type LedgerActKind } from './ledgerActs.ts';
import type { Ledger } from './ledgerState.ts';

/** An act that was posted after another, with the ids of its records. */
export interface LaterAct {
  readonly kind: LedgerActKind;
  readonly date: string;
  readonly entryIds: readonly string[];
  readonly eventIds: readonly string[];
}

/** The act that posted a record, if any: its date, and the acts of the vehicle that were posted after it. */
export interface ActOfRecord {
  readonly date: string;
  readonly laterActs: readonly LaterAct[];
}

/** Returns true if a record of a list has been reversed. */
export const isReversed = (all: readonly { readonly reversalOf: string | null }[], id: string): boolean =>
  all.some(({ reversalOf }) => reversalOf === id);

const computedFromLedger: ReadonlySet<LedgerActKind> = new Set(['LATE_CLOSING', 'PARTNER_TRANSFER']);

/**
 * Checks that no later act was computed from the records of an act that are to be reversed. Late closings and partner transfers are computed from the
 * ledger until their date, and every act is split by the commitments of its date.
 *
 * Fails: USED_LATER, with the later acts.
 */
export function dependentActs(
  { date, laterActs }: ActOfRecord,
  { changesCommitments }: { readonly changesCommitments: boolean },
  ledger: Pick<Ledger, 'entries' | 'events'>,
): Failures {
  const dependent = laterActs.filter(
    (later) =>
      later.date >= date &&
      (computedFromLedger.has(later.kind) || changesCommitments) &&
      (later.entryIds.some((id) => !isReversed(ledger.entries, id)) ||
        later.eventIds.some((id) => !isReversed(ledger.events, id))),
  );
  return dependent.length > 0 ? [fail('USED_LATER', [], dependentText(dependent))] : [];
}

/** The later acts, latest first: in the order in which they can be reversed. */
function dependentText(acts: readonly LaterAct[]): string {
  const named = acts
    .toReversed()
    .map((later) => `the ${ledgerAct(later.kind).title.toLowerCase()} of ${displayedDate(later.date)}`);
  return `Later postings were computed from this one. Reverse ${named.join(', then ')} first.`;
}
