import type { Path } from '../kernel/index.ts';
import type { DistributionInput, Share } from './distribution.ts';

export type ExplainableFigure = 'gross' | 'tax' | 'escrow' | 'loanRepayment' | 'otherAdjustment' | 'net';

/** Which figure is asked about: of the whole distribution, a source, or one row of it. */
export interface FigureQuestion {
  readonly figure: ExplainableFigure;
  readonly sourceId?: string;
  readonly participantId?: string;
  /** Entities on the way, the outermost first. */
  readonly via?: readonly string[];
}

/**
 * Where a figure stands among the explanations of a distribution; undefined when there is no such row.
 *
 * Without a source it is the total, or (with a participant) not answered: a participant's total is found by its place in the result.
 */
export function pathOfFigure(
  { sources, participants }: DistributionInput,
  { figure, sourceId, participantId, via = [] }: FigureQuestion,
): Path | undefined {
  if (sourceId === undefined) return participantId === undefined ? ['totals', figure] : undefined;
  const position = sources.findIndex(({ id }) => id === sourceId);
  const source = sources[position];
  if (source === undefined) return undefined;
  const path: (string | number)[] = ['sources', position];
  if (participantId === undefined) return [...path, figure];
  let shares: readonly Share[] | undefined = source.allocations;
  let list = 'details';
  for (const id of [...via, participantId]) {
    const place: number = shares?.findIndex((share) => share.participantId === id) ?? -1;
    if (place < 0) return undefined;
    path.push(list, place);
    shares = participants.find((participant) => participant.id === id)?.members;
    list = 'members';
  }
  return [...path, figure];
}
