import { decimal, moneyText, sumOfMoney } from '@carrara/domain/kernel';
import type { TransferredFacts, TransferredHolding } from '@carrara/domain/platform/dataTransfer';

/** What of a line of a portfolio summary adds up over the securities of a holding. */
const summed = ['invested', 'proceeds', 'income', 'remainingCost', 'fairValue'] as const;
export type SummaryLine = Readonly<Record<(typeof summed)[number], string | null>>;

/** A holding in a portfolio summary: the sums of its securities, null where one of them is not determined. */
export const holdingSummary = (lines: readonly SummaryLine[]): SummaryLine =>
  Object.fromEntries(
    summed.map((name) => {
      const parts = lines.map((line) => line[name]);
      return [name, parts.includes(null) ? null : sumOfMoney(parts.filter((part) => part !== null))];
    }),
  ) as SummaryLine;

/** Whether anything was ever put into a holding, or came of it. */
export const isHeld = (summary: SummaryLine): boolean =>
  summed.some((name) => summary[name] === null || !decimal(summary[name]).isZero());

/**
 * What is told of a holding where a transfer of it is accepted: its metrics, and as its value and its proceeds the investor's share in the portfolio
 * summary, since that is all of it which the accepting tenant has. Without a summary neither is known there, whatever was told of the whole.
 */
export function factsOfHolding({
  summary,
  metrics,
}: Pick<TransferredHolding, 'summary' | 'metrics'>): TransferredFacts | null {
  if (summary === null && metrics === null) return null;
  const { fairValue = null, proceeds = null, income = null } = summary ?? {};
  const isKnown = typeof proceeds === 'string' && typeof income === 'string';
  return {
    ...metrics,
    endValue: typeof fairValue === 'string' ? moneyText(decimal(fairValue)) : null,
    endProceeds: isKnown ? sumOfMoney([proceeds, income]) : null,
  };
}

/** A thing that is told in two ways. */
export interface FactDifference {
  readonly field: string;
  readonly mine: TransferredFacts[string];
  readonly theirs: TransferredFacts[string];
}
export const factDifferences = (mine: TransferredFacts, theirs: TransferredFacts): readonly FactDifference[] =>
  [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].flatMap((field) => {
    const [own, other] = [mine[field] ?? null, theirs[field] ?? null];
    return own === other ? [] : [{ field, mine: own, theirs: other }];
  });

/**
 * What somebody has to choose about: what was entered here for the quarter, or changed since the last transfer that stands, and the transfer has
 * otherwise.
 */
export const factConflicts = (
  here: TransferredFacts | undefined,
  brought: TransferredFacts | undefined,
  theirs: TransferredFacts,
): readonly FactDifference[] =>
  here === undefined || (brought !== undefined && factDifferences(here, brought).length === 0)
    ? []
    : factDifferences(here, theirs);
