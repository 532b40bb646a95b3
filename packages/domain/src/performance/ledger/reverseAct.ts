import { err, fail, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { commitmentEventKinds } from './commitment.ts';
import { type InvestorCommitment, decideEventReversal, type StoredEvent } from './decideCommitment.ts';
import type { StoredEntry } from './decideEntries.ts';
import { type LedgerEntry, refuseTransferred } from './entry.ts';
import {
  type ActOfRecord,
  type CreatedRealization,
  dependentActs,
  isReversed,
  realizationFailures,
} from './laterActs.ts';
import { failuresAtRow } from './rowFailures.ts';
import type { Ledger } from './ledgerState.ts';
import { orphanedValues, type ValuedLedger } from './orphanedValues.ts';
import { postMany } from './postMany.ts';

interface PostedRecords {
  readonly entries: readonly LedgerEntry[];
  readonly events: readonly Parameters<typeof decideEventReversal>[0][];
}

type ActToReverse = PostedRecords & ActOfRecord & { readonly realization?: CreatedRealization | null };

/**
 * Decides on the reversal of an act: of everything that it posted and that isn't reversed yet, all or none. Decreases of commitments are reversed first
 * and increases last, so that no commitment is below what was called at any step.
 *
 * An act can't be reversed before the later ones that were computed from it, nor while a realization uses it.
 *
 * Fails: ALREADY_REVERSED, USED_LATER (a later act or value depends on it), and the failures of `decideEventReversal` and `postMany`.
 */
export function decideActReversal(
  { entries, events, date, laterActs, realization = null }: ActToReverse,
  ledger: Ledger & ValuedLedger & { readonly commitments: readonly InvestorCommitment[] },
  reason: string,
  newId: () => string,
): Result<{ readonly events: readonly StoredEvent[]; readonly entries: readonly StoredEntry[] }, Failures> {
  const remaining = {
    entries: entries.filter(({ id }) => !isReversed(ledger.entries, id)),
    events: events.filter(({ id }) => !isReversed(ledger.events, id)),
  };
  if (remaining.entries.length + remaining.events.length === 0)
    return err([fail('ALREADY_REVERSED', [], 'This posting has already been reversed.')]);
  const dependent = [
    ...realizationFailures(realization),
    ...dependentActs(
      { date, laterActs },
      { changesCommitments: events.length > 0, entries: remaining.entries },
      ledger,
    ),
  ];
  if (dependent.length > 0) return err(dependent);
  const theirs = remaining.entries.flatMap(({ source }) => refuseTransferred(source ?? null));
  if (theirs.length > 0) return err(theirs);
  const orphaned = orphanedValues(remaining.entries, ledger);
  if (orphaned.length > 0) return err(orphaned);
  const isDecrease = ({ kind }: (typeof events)[number]) => commitmentEventKinds[kind].sign < 0;
  const reversed: StoredEvent[] = [];
  let now = ledger;
  const reverseEvents = (some: PostedRecords['events']): Failures => {
    for (const event of some) {
      const decided = decideEventReversal(event, now, reason, newId);
      if (decided.isErr()) return decided.error;
      reversed.push(decided.value);
      now = { ...now, events: [...now.events, decided.value.event] };
    }
    return [];
  };
  const decreases = reverseEvents(remaining.events.filter(isDecrease));
  if (decreases.length > 0) return err(decreases);
  const { postings, refusals } = postMany(
    { entries: [], reversals: remaining.entries.map((entry, at) => ({ at, entry })) },
    now,
  );
  if (refusals.length > 0) return err(refusals.flatMap(({ at, failures }) => failuresAtRow('entries', at, failures)));
  const posted = postings.map(
    ({ posting }): StoredEntry => ({
      entry: { ...posting, id: newId(), source: null },
      description: reason,
    }),
  );
  now = { ...now, entries: [...now.entries, ...posted.map(({ entry }) => entry)] };
  const increases = reverseEvents(remaining.events.filter((event) => !isDecrease(event)));
  return increases.length > 0 ? err(increases) : ok({ events: reversed, entries: posted });
}
