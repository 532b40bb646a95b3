import { type Decimal, zero } from '../../kernel/index.ts';
import type { CarryFigures, DetailRow, DistributionResult, DistributionTotals, SourceResult } from './distribution.ts';

/**
 * The reversal of a disbursed distribution: every stored figure with its sign turned, nothing computed anew.
 *
 * Percentages and the number of participants stay; tax, escrow and net rules do not apply to it.
 *
 * Source: calculations 5.8.
 */
export function mirrorDistribution({
  sources,
  participants,
  entities,
  totals,
}: DistributionResult): DistributionResult {
  return {
    sources: sources.map(reverseSource),
    participants: participants.map((total) => ({ ...total, ...reverseFigures(total) })),
    entities: entities.map((total) => ({ ...total, ...reverseFigures(total) })),
    totals: reverseTotals(totals),
    warnings: [],
  };
}

function reverseSource(source: SourceResult): SourceResult {
  return { ...source, ...reverseTotals(source), details: source.details.map(reverseRow) };
}

function reverseTotals(totals: DistributionTotals): DistributionTotals {
  return {
    ...reverseFigures(totals),
    adjustments: turn(totals.adjustments),
    unallocated: turn(totals.unallocated),
    numberOfParticipants: totals.numberOfParticipants,
  };
}

function reverseRow(row: DetailRow): DetailRow {
  return {
    ...row,
    ...reverseFigures(row),
    taxAllocations: row.taxAllocations.map((tax) => ({ ...tax, amount: turn(tax.amount) })),
    ...(row.members === undefined ? {} : { members: row.members.map(reverseRow) }),
  };
}

function reverseFigures(figures: CarryFigures): CarryFigures {
  return {
    gross: turn(figures.gross),
    tax: turn(figures.tax),
    escrow: turn(figures.escrow),
    loanRepayment: turn(figures.loanRepayment),
    otherAdjustment: turn(figures.otherAdjustment),
    net: turn(figures.net),
  };
}

function turn(amount: Decimal): Decimal {
  return amount.isZero() ? zero : amount.negated();
}
