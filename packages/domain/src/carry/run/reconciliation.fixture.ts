import { type Decimal, type Failure, type Failures, type Path, spokenMoney, zero } from '../../kernel/index.ts';
import { type Refuse, refuseInto } from './checks.ts';
import type { CarryFigures } from './distribution.ts';

/** Anything with the figures of a row, whether computed or received in a request. */
interface ReconcilableRow extends CarryFigures {
  readonly participantId: string;
  readonly taxAllocations?: readonly { readonly amount: Decimal }[];
  readonly members?: readonly ReconcilableRow[];
}

interface Reconcilable {
  readonly sources: readonly (CarryFigures & {
    readonly adjustments: Decimal;
    readonly details: readonly ReconcilableRow[];
  })[];
  readonly participants: readonly (CarryFigures & { readonly id: string })[];
  readonly totals: CarryFigures & { readonly adjustments: Decimal };
}

const FIGURES = ['gross', 'loanRepayment', 'otherAdjustment', 'tax', 'escrow', 'net'] as const;
type FigureName = (typeof FIGURES)[number];
type Sums = Record<FigureName, Decimal>;

/**
 * Checks that nothing is lost in a row, member, source, participant or total.
 *
 *     gross - loan repayment - other adjustment - tax - escrow = net
 *
 * Tax equals the sum of its rows, an entity the sum of its members, a source the sum of its rows, a participant the sum of its rows in all sources,
 * and the total the sum of the sources.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  NOT_RECONCILED, for each figure that does not hold, with its path.
 */
export function checkReconciliation({ sources, participants, totals }: Reconcilable): Failures {
  const failures: Failure[] = [];
  const refuse = refuseInto(failures);
  const byParticipant = new Map<string, Sums>();
  sources.forEach((source, i) => {
    const path: Path = ['sources', i];
    source.details.forEach((row, k) => {
      checkRow(row, [...path, 'details', k], byParticipant, refuse);
    });
    checkTotal(source, source.details, path, refuse);
  });
  checkTotal(totals, sources, ['totals'], refuse);
  participants.forEach((participant, i) => {
    checkNet(participant, ['participants', i], refuse);
    checkSums(participant, byParticipant.get(participant.id) ?? noSums(), ['participants', i], refuse);
    byParticipant.delete(participant.id);
  });
  for (const id of byParticipant.keys()) {
    refuse('NOT_RECONCILED', ['participants'], `participant ${id} has rows but no total`);
  }
  return failures;
}

function checkRow(row: ReconcilableRow, path: Path, byParticipant: Map<string, Sums>, refuse: Refuse): void {
  checkNet(row, path, refuse);
  if (row.taxAllocations !== undefined) {
    const tax = row.taxAllocations.reduce((sum: Decimal, { amount }) => sum.plus(amount), zero);
    checkFigure('tax', row.tax, tax, path, refuse);
  }
  if (row.members === undefined) {
    const sums = byParticipant.get(row.participantId) ?? noSums();
    addTo(sums, row);
    byParticipant.set(row.participantId, sums);
    return;
  }
  row.members.forEach((member, i) => {
    checkRow(member, [...path, 'members', i], byParticipant, refuse);
  });
  checkSums(row, sumsOf(row.members), path, refuse);
}

function checkTotal(
  total: CarryFigures & { readonly adjustments: Decimal },
  parts: readonly CarryFigures[],
  path: Path,
  refuse: Refuse,
): void {
  checkNet(total, path, refuse);
  checkSums(total, sumsOf(parts), path, refuse);
  if (!total.adjustments.eq(deductionsOf(total))) {
    const detail = 'the adjustments are not the sum of loan repayment, other adjustment, tax and escrow';
    refuse('NOT_RECONCILED', [...path, 'adjustments'], detail);
  }
}

function checkNet(figures: CarryFigures, path: Path, refuse: Refuse): void {
  if (figures.gross.minus(deductionsOf(figures)).eq(figures.net)) return;
  refuse('NOT_RECONCILED', [...path, 'net'], 'net is not gross - loan repayment - other adjustment - tax - escrow');
}

function checkSums(figures: CarryFigures, sums: Sums, path: Path, refuse: Refuse): void {
  for (const name of FIGURES) checkFigure(name, figures[name], sums[name], path, refuse);
}

function checkFigure(name: FigureName, figure: Decimal, sum: Decimal, path: Path, refuse: Refuse): void {
  if (figure.eq(sum)) return;
  refuse(
    'NOT_RECONCILED',
    [...path, name],
    `${name} is ${spokenMoney(figure)}, but its parts add up to ${spokenMoney(sum)}`,
  );
}

function deductionsOf({ loanRepayment, otherAdjustment, tax, escrow }: CarryFigures): Decimal {
  return loanRepayment.plus(otherAdjustment).plus(tax).plus(escrow);
}

function noSums(): Sums {
  return { gross: zero, loanRepayment: zero, otherAdjustment: zero, tax: zero, escrow: zero, net: zero };
}

function addTo(sums: Sums, figures: CarryFigures): void {
  for (const name of FIGURES) sums[name] = sums[name].plus(figures[name]);
}

function sumsOf(parts: readonly CarryFigures[]): Sums {
  const sums = noSums();
  for (const part of parts) addTo(sums, part);
  return sums;
}
