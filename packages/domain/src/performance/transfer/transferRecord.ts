import type { TransferredFacts } from '@carrara/domain/platform/dataTransfer';
import { type FactDifference, factDifferences, isSameFact } from './transferHoldings.ts';

export interface MergedRecord {
  /** Fields to set: the sender has a new value, and this firm hasn't changed its own. */
  readonly changes: readonly FactDifference[];
  /** Fields that both sides changed. Somebody has to choose. */
  readonly conflicts: readonly FactDifference[];
}

/**
 * Merges a fund's record in a transfer with this firm's. `brought` has the sender's values in the last transfer, if there was one.
 *
 *     the sender's value is unchanged: keep this firm's;  this firm's is blank or the sender's last one: take the new one;  else a conflict
 *
 * A blank value of the sender never replaces a value that this firm entered.
 *
 * Source: docs/user/links-and-transfers.md.
 */
export function mergeRecord(
  here: TransferredFacts,
  brought: TransferredFacts | undefined,
  theirs: TransferredFacts,
): MergedRecord {
  const differences = factDifferences(here, theirs).filter(({ field }) => field in theirs);
  const last = (field: string) => brought?.[field] ?? null;
  const fresh = differences.filter(({ field, theirs: value }) => !isSameFact(last(field), value));
  const isUntouched = ({ field, mine }: FactDifference) => isSameFact(mine, last(field));
  return {
    changes: fresh.filter(isUntouched),
    conflicts: fresh.filter((difference) => !isUntouched(difference) && difference.theirs !== null),
  };
}

/** Returns the values to restore when a transfer is undone: those it replaced, unless they were changed here since. */
export const restoredFacts = (
  here: TransferredFacts,
  { before, after }: { readonly before: TransferredFacts; readonly after: TransferredFacts },
): TransferredFacts =>
  Object.fromEntries(
    factDifferences(before, after).flatMap(({ field, mine, theirs }) =>
      isSameFact(here[field] ?? null, theirs) ? [[field, mine]] : [],
    ),
  );
