import { createExplanations, type ExplanationTree, type Path } from '../kernel/index.ts';
import { computeDraft } from './computeDistribution.ts';
import type { DistributionInput, DistributionResult, Share } from './distribution.ts';

export type ExplainableFigure = 'gross' | 'tax' | 'escrow' | 'loanRepayment' | 'otherAdjustment' | 'net';

/** Which figure is asked about: of the whole distribution, of a source, of one row of it, or of a participant over all sources. */
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
 * A participant's total over all sources is not answered here: its place is known to the result only.
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

/**
 * The derivation of one figure, down to the inputs.
 *
 * Sources do not touch one another, so that only the one in question is computed; its position in the paths is then 0.
 */
export function explainFigure(input: DistributionInput, question: FigureQuestion): ExplanationTree | undefined {
  const asked = question.sourceId === undefined ? input : onlySource(input, question.sourceId);
  const explanations = createExplanations();
  const { result } = computeDraft(asked, explanations);
  const path = pathOfFigure(asked, question) ?? pathOfTotal(result, question);
  return path === undefined ? undefined : explanations.tree(path);
}

function onlySource(input: DistributionInput, sourceId: string): DistributionInput {
  return {
    ...input,
    sources: input.sources.filter(({ id }) => id === sourceId),
    adjustments: (input.adjustments ?? []).filter((adjustment) => adjustment.sourceId === sourceId),
  };
}

/** A participant's figure over all sources. */
function pathOfTotal(
  result: DistributionResult,
  { figure, sourceId, participantId }: FigureQuestion,
): Path | undefined {
  if (sourceId !== undefined) return undefined;
  for (const list of ['participants', 'entities'] as const) {
    const place = result[list].findIndex(({ id }) => id === participantId);
    if (place >= 0) return [list, place, figure];
  }
  return undefined;
}
