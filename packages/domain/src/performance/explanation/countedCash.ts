import { type Decimal, type Failures, firstFailure, type Result } from '@carrara/domain/kernel';
import { effectOfShare, type LedgerEntry } from '../ledger/index.ts';
import type { RateOfReturn } from '../return/index.ts';
import type { CountedPart } from './capitalFacts.ts';
import { existingNav } from './explainCapital.ts';
import { undeterminedReason } from './remedies.ts';
import { type CountedFact, type StepNotes, sumAmounts } from './performanceStep.ts';

/** Returns the net asset value of some commitments; null if not determined. */
export const countedAmount = (part: CountedPart): Decimal | null =>
  existingNav([part], part.book.end).unwrapOr(null)?.amount ?? null;

/** Returns the cash of some commitments from the matching entries. */
export function countedCash(
  { book, ids }: CountedPart,
  isSo: (entry: LedgerEntry) => boolean = () => true,
): readonly CountedFact[] {
  return book.measured
    .filter((entry) => isSo(entry))
    .flatMap((entry): CountedFact[] => {
      const own = entry.shares.filter(({ commitmentId }) => ids.has(commitmentId));
      const counted = sumAmounts(own.map((share) => effectOfShare(entry, share).cash));
      return counted.isZero() ? [] : [{ kind: 'ENTRY', record: entry, counted }];
    });
}

/** Returns a rate, or the note that explains why there is none. */
export function reportedRate(rate: Result<RateOfReturn | null, Failures>): {
  readonly value: Decimal | null;
  readonly notes: StepNotes;
} {
  if (rate.isErr()) {
    const { code, detail } = firstFailure(rate.error);
    return { value: null, notes: { whyNot: undeterminedReason({ code, message: detail }) } };
  }
  if (rate.value === null) return { value: null, notes: { note: 'Not applicable: the fund began later.' } };
  const short = 'The period is shorter than a year, so this is the rate for the whole period, not an annual rate.';
  return { value: rate.value.rate, notes: rate.value.annualized ? {} : { note: short } };
}
