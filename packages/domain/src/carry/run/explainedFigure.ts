import {
  createExplanations,
  type Decimal,
  type ExplanationTree,
  type Failures,
  figure,
  type Path,
  type Recorder,
  type Result,
  zero,
} from '../../kernel/index.ts';
import { computeDistribution } from './computeDistribution.ts';
import type { DetailRow, DistributionInput, DistributionResult } from './distribution.ts';
import type { DistributionEngine } from './engineVersions.ts';
import { netDistributableFormula, reversedFormula, sumFormula } from './formulas.ts';

export const rowFigures = ['gross', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment', 'net'] as const;
export const explainableFigures = [...rowFigures, 'netDistributable', 'adjustments', 'unallocated'] as const;
export type ExplainableFigure = (typeof explainableFigures)[number];

/**
 * The whole place of a figure: source, way, participant, figure. What is left out is added up: over all sources, over all ways,
 * over all participants.
 */
export interface FigureQuestion {
  readonly figure: ExplainableFigure;
  readonly sourceId?: string | undefined;
  readonly participantId?: string | undefined;
  /** Entities on the way, the outermost first; empty for what comes directly; left out, all ways. */
  readonly via?: readonly string[] | undefined;
}

/** One figure with its derivation, and the result in which the paths of both lie. */
export interface FigureExplanation {
  readonly value: Decimal;
  readonly tree: ExplanationTree;
  readonly result: DistributionResult;
}

/** Answers for the figures of one distribution, which is computed once. */
export type Explainer = (question: FigureQuestion) => FigureExplanation | undefined;

/**
 * The derivation of each figure, down to the inputs; undefined where the distribution has no such figure.
 *
 * A figure that stands for several rows is the sum of them, and its path is `['asked', figure]`.
 *
 * Fails: as the engine.
 */
export const explainFigures = (
  input: DistributionInput,
  compute: DistributionEngine = computeDistribution,
): Result<Explainer, Failures> =>
  explainComputed(
    input.sources.map(({ netDistributableAmount }) => netDistributableAmount),
    (explain) => compute(input, explain),
  );

/** The same of any run, by the amounts that were entered for its sources. */
export function explainComputed(
  entered: readonly Decimal[],
  compute: (explain: Recorder) => Result<DistributionResult, Failures>,
): Result<Explainer, Failures> {
  const explanations = createExplanations();
  return compute(explanations).map((result) => (question) => {
    const parts = partsOf(result, entered, question);
    if (parts.length === 0) return undefined;
    const value = parts.reduce((sum, part) => sum.plus(part.value), zero);
    for (const part of question.figure === 'netDistributable' ? parts : []) {
      explanations.record(part.path, netDistributableFormula, { entered: part.value }, part.value);
    }
    const only = parts.length === 1 ? explanations.tree(parts[0]!.path) : undefined;
    if (only !== undefined) return { value, tree: only, result };
    const path = ['asked', question.figure];
    explanations.record(path, sumFormula, { part: parts.map((part) => figure(part.path, part.value)) }, value);
    return { value, tree: explanations.tree(path)!, result };
  });
}

/** The figure of a reversal: that of what it undoes, with its sign turned. */
export function explainReversed({ value, tree, result }: FigureExplanation): FigureExplanation {
  const explanations = createExplanations();
  const turned = value.isZero() ? zero : value.negated();
  explanations.record(['reversed'], reversedFormula, { undone: figure(tree.path, value) }, turned);
  return { value: turned, tree: { ...explanations.tree(['reversed'])!, children: [tree] }, result };
}

interface FigurePart {
  readonly path: Path;
  readonly value: Decimal;
}

/** The figures of the sources, or of the rows, that the question adds up. */
function partsOf(
  { sources }: DistributionResult,
  entered: readonly Decimal[],
  { figure: name, sourceId, participantId, via }: FigureQuestion,
): readonly FigurePart[] {
  return sources.flatMap((source, i): readonly FigurePart[] => {
    if (sourceId !== undefined && source.id !== sourceId) return [];
    const path = ['sources', i];
    if (participantId === undefined) {
      const value = name === 'netDistributable' ? entered[i]! : source[name];
      return [{ path: [...path, name], value }];
    }
    if (!isRowFigure(name)) return [];
    return rowsTo(source.details, participantId, via, [...path, 'details']).map(({ row, place }) => ({
      path: [...place, name],
      value: row[name],
    }));
  });
}

const isRowFigure = (name: ExplainableFigure): name is (typeof rowFigures)[number] =>
  (rowFigures as readonly string[]).includes(name);

interface PlacedDetail {
  readonly row: DetailRow;
  readonly place: Path;
}

/** The rows of a participant: on one way, or on all. */
function rowsTo(
  rows: readonly DetailRow[],
  participantId: string,
  via: readonly string[] | undefined,
  path: Path,
): readonly PlacedDetail[] {
  return rows.flatMap((row, i): readonly PlacedDetail[] => {
    const place = [...path, i];
    const [next, ...rest] = via ?? [];
    const isEnd = row.participantId === participantId && next === undefined;
    const goesOn = via === undefined || row.participantId === next;
    return [
      ...(isEnd ? [{ row, place }] : []),
      ...(goesOn ? rowsTo(row.members ?? [], participantId, via && rest, [...place, 'members']) : []),
    ];
  });
}

/** What a figure of a result is about, by ids, from its place. */
export interface FigureSubject {
  readonly sourceId?: string | undefined;
  readonly participantId?: string | undefined;
  readonly via: readonly string[];
  readonly taxProfileId?: string;
  readonly characterizationId?: string;
}

export function subjectOfFigure({ sources }: DistributionResult, path: Path): FigureSubject {
  const [list, position, ...below] = path;
  const source = list === 'sources' ? sources[Number(position)] : undefined;
  if (source === undefined) return { via: [] };
  if (below[0] === 'taxRates') {
    const [, profile, characterization] = below.map(String);
    return { sourceId: source.id, via: [], ...taxOf(profile, characterization) };
  }
  const way: DetailRow[] = [];
  let rows: readonly DetailRow[] = source.details;
  let tax = {};
  for (let i = 0; i + 1 < below.length; i += 2) {
    const place = Number(below[i + 1]);
    const at = way.at(-1);
    if (below[i] === 'taxAllocations') {
      const row = at?.taxAllocations[place];
      tax = taxOf(row?.taxProfileId, row?.characterizationId);
    } else if (rows[place] !== undefined) {
      way.push(rows[place]);
      rows = rows[place].members ?? [];
    }
  }
  const ids = way.map(({ participantId }) => participantId);
  const participantId = ids.at(-1);
  return { sourceId: source.id, ...(participantId ? { participantId } : {}), via: ids.slice(0, -1), ...tax };
}

const taxOf = (taxProfileId: string | undefined, characterizationId: string | undefined) => ({
  ...(taxProfileId ? { taxProfileId } : {}),
  ...(characterizationId ? { characterizationId } : {}),
});
