import { decimal, moneyText, sumOfMoney } from '@carrara/domain/kernel';
import type { TransferredFacts, TransferredHolding } from '@carrara/domain/platform/dataTransfer';

/** The figures of a portfolio line that are added up over a holding's securities. */
const summed = ['invested', 'proceeds', 'income', 'remainingCost', 'fairValue'] as const;
export type SummaryLine = Readonly<Record<(typeof summed)[number], string | null>>;

/** Adds up the securities of a holding in a portfolio summary; null if one of them isn't determined. */
export const holdingSummary = (lines: readonly SummaryLine[]): SummaryLine =>
  Object.fromEntries(
    summed.map((name) => {
      const parts = lines.map((line) => line[name]);
      return [name, parts.includes(null) ? null : sumOfMoney(parts.filter((part) => part !== null))];
    }),
  ) as SummaryLine;

/** Returns true if a holding has any amount, or one that isn't determined. */
export const isHolding = (summary: SummaryLine): boolean =>
  summed.some((name) => summary[name] === null || !decimal(summary[name]).isZero());

/**
 * Returns the facts of a holding in an accepted transfer, which are its metrics, value and proceeds. Its value and proceeds are the investor's share in the
 * portfolio summary, because the accepting tenant owns only that share. Without a summary, both are unknown, even if
 * the whole holding's are known.
 */
export function factsOfHolding({
  summary,
  metrics,
}: Pick<TransferredHolding, 'summary' | 'metrics'>): TransferredFacts | null {
  if (summary === null && metrics === null) return null;
  const { fairValue = null, proceeds = null, income = null } = summary ?? {};
  const isDetermined = typeof proceeds === 'string' && typeof income === 'string';
  return {
    ...metrics,
    endValue: typeof fairValue === 'string' ? moneyText(decimal(fairValue)) : null,
    endProceeds: isDetermined ? sumOfMoney([proceeds, income]) : null,
  };
}

/** A fact with two different values. */
export interface FactDifference {
  readonly field: string;
  readonly mine: TransferredFacts[string];
  readonly theirs: TransferredFacts[string];
}
export const factDifferences = (mine: TransferredFacts, theirs: TransferredFacts): readonly FactDifference[] =>
  [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].flatMap((field) => {
    const [own, other] = [mine[field] ?? null, theirs[field] ?? null];
    return isSameFact(own, other) ? [] : [{ field, mine: own, theirs: other }];
  });

export const isSameFact = (own: TransferredFacts[string], other: TransferredFacts[string]): boolean =>
  JSON.stringify(own) === JSON.stringify(other);

/**
 * Returns the differences that somebody has to decide. These are facts entered here for the quarter, or changed since
 * the last active transfer, that differ from the new transfer.
 */
export const factConflicts = (
  here: TransferredFacts | undefined,
  brought: TransferredFacts | undefined,
  theirs: TransferredFacts,
): readonly FactDifference[] =>
  here === undefined || (brought !== undefined && factDifferences(here, brought).length === 0)
    ? []
    : factDifferences(here, theirs);
