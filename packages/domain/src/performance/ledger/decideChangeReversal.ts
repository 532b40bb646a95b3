import { err, fail, type Failures, type Result } from '@carrara/domain/kernel';
import { decideEventReversal, type StoredEvent } from './decideCommitment.ts';
import { dependentActs, type LaterAct, partOfAct } from './laterActs.ts';
import type { Ledger } from './ledgerState.ts';
import { splitAfterChange, splitAfterText } from './splitBefore.ts';

/**
 * Decides on the reversal of a single commitment change. `laterActs` are the acts posted with it or after it.
 *
 * Fails: the failures of `decideEventReversal`, USED_LATER (it is part of an act, or later acts were split by it), and WARNINGS_NOT_CONFIRMED (later entries stay split by it).
 */
export function decideChangeReversal(
  event: Parameters<typeof decideEventReversal>[0],
  ledger: Ledger,
  {
    laterActs,
    reason,
    warningsConfirmed,
  }: { readonly laterActs: readonly LaterAct[]; readonly reason: string; readonly warningsConfirmed: boolean },
  newId: () => string,
): Result<StoredEvent, Failures> {
  const whole = partOfAct(event.id, laterActs);
  if (whole.length > 0) return err(whole);
  const decided = decideEventReversal(event, ledger, reason, newId);
  if (decided.isErr()) return decided;
  const acts = laterActs.filter(({ seq }) => seq > event.seq);
  const dependent = dependentActs({ date: event.date, laterActs: acts }, { changesCommitments: true }, ledger);
  if (dependent.length > 0) return err(dependent);
  const split = splitAfterChange(event, ledger.entries);
  if (split === null || warningsConfirmed) return decided;
  return err([fail('WARNINGS_NOT_CONFIRMED', [], `${splitAfterText(split)} Confirm it to reverse the change.`)]);
}
