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
import type { DetailRow, DistributionInput, SourceResult } from './distribution.ts';
import { computeDraftAt, ENGINE_VERSION } from './engineVersions.ts';
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

/** Its derivation lies under `['sources', position]`. */
export interface ExplainedSource {
  readonly id: string;
  readonly details: readonly ExplainedRow[];
}
/** A row by who it is of, whatever figures it has. */
export interface ExplainedRow {
  readonly participantId: string;
  readonly members?: readonly ExplainedRow[];
  readonly taxAllocations?: DetailRow['taxAllocations'];
}

/** One figure with its derivation. */
export interface FigureExplanation {
  readonly value: Decimal;
  readonly tree: ExplanationTree;
  /** As they stand in the input; one that is not determined has no rows. */
  readonly sources: readonly ExplainedSource[];
}

/** Answers for the figures of one distribution, which is computed once. */
export type Explainer = (question: FigureQuestion) => FigureExplanation | undefined;

/**
 * The derivation of each figure of a run, down to the inputs; undefined where it has no such figure.
 *
 * A figure that stands for several rows is the sum of them, and its path is `['asked', figure]`. What was entered is known of every source; all
 * else of a source that could not be computed is not, nor is any sum that it belongs to.
 *
 * Fails: ENGINE_VERSION_UNKNOWN.
 */
export const explainFigures = (input: DistributionInput, version = ENGINE_VERSION): Result<Explainer, Failures> =>
  explainComputed(
    input.sources.map(({ id, netDistributableAmount }) => ({ id, entered: netDistributableAmount })),
    (explain) => computeDraftAt(version, input, explain).map(({ result }) => result.sources),
  );

/** A source of a run with the amount that was entered for it. */
export interface EnteredSource {
  readonly id: string;
  readonly entered: Decimal;
}

/** The same of any run: its sources, and those of them that can be computed. */
export function explainComputed(
  entered: readonly EnteredSource[],
  compute: (explain: Recorder) => Result<readonly SourceResult[], Failures>,
): Result<Explainer, Failures> {
  const explanations = createExplanations();
  return compute(explanations).map((computed) => explainerOf(entered, computed, explanations));
}

function explainerOf(
  entered: readonly EnteredSource[],
  computed: readonly SourceResult[],
  explanations: ReturnType<typeof createExplanations>,
): Explainer {
  const results = new Map(computed.map((source) => [source.id, source]));
  const placed = entered.map((source) => ({ ...source, result: results.get(source.id) }));
  const sources = placed.map(({ id, result }) => ({ id, details: result?.details ?? [] }));
  return (question) => {
    const parts = partsOf(placed, question);
    if (parts === undefined || parts.length === 0) return undefined;
    const value = parts.reduce((sum, part) => sum.plus(part.value), zero);
    for (const part of question.figure === 'netDistributable' ? parts : []) {
      explanations.record(part.path, netDistributableFormula, { entered: part.value }, part.value);
    }
    const only = parts.length === 1 ? explanations.tree(parts[0]!.path) : undefined;
    if (only !== undefined) return { value, tree: only, sources };
    const path = ['asked', question.figure];
    explanations.record(path, sumFormula, { part: parts.map((part) => figure(part.path, part.value)) }, value);
    return { value, tree: explanations.tree(path)!, sources };
  };
}

/** The figure of a reversal: that of what it undoes, with its sign turned. */
export function explainReversed({ value, tree, sources }: FigureExplanation): FigureExplanation {
  const explanations = createExplanations();
  const turned = value.isZero() ? zero : value.negated();
  explanations.record(['reversed'], reversedFormula, { undone: figure(tree.path, value) }, turned);
  return { value: turned, tree: { ...explanations.tree(['reversed'])!, children: [tree] }, sources };
}

interface FigurePart {
  readonly path: Path;
  readonly value: Decimal;
}

/** The figures of the sources, or of the rows, that the question adds up; undefined where one of them is not determined. */
function partsOf(
  placed: readonly (EnteredSource & { readonly result: SourceResult | undefined })[],
  { figure: name, sourceId, participantId, via }: FigureQuestion,
): readonly FigurePart[] | undefined {
  const parts: FigurePart[] = [];
  for (const [i, { id, entered, result }] of placed.entries()) {
    if (sourceId !== undefined && id !== sourceId) continue;
    const path = ['sources', i];
    if (name === 'netDistributable') {
      if (participantId === undefined) parts.push({ path: [...path, name], value: entered });
    } else if (result === undefined) {
      return undefined;
    } else if (participantId === undefined) {
      parts.push({ path: [...path, name], value: result[name] });
    } else if (isRowFigure(name)) {
      for (const { row, place } of rowsTo(result.details, participantId, via, [...path, 'details'])) {
        parts.push({ path: [...place, name], value: row[name] });
      }
    }
  }
  return parts;
}

const isRowFigure = (name: ExplainableFigure): name is (typeof rowFigures)[number] =>
  (rowFigures as readonly string[]).includes(name);

interface PlacedDetail<Row> {
  readonly row: Row;
  readonly place: Path;
}

/** The rows of a participant, with their places: on one way, or on all. */
export function rowsTo<Row extends { readonly participantId: string; readonly members?: readonly Row[] | undefined }>(
  rows: readonly Row[],
  participantId: string,
  via: readonly string[] | undefined,
  path: Path,
): readonly PlacedDetail<Row>[] {
  return rows.flatMap((row, i): readonly PlacedDetail<Row>[] => {
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

export function subjectOfFigure(sources: readonly ExplainedSource[], path: Path): FigureSubject {
  const [list, position, ...below] = path;
  const source = list === 'sources' ? sources[Number(position)] : undefined;
  if (source === undefined) return { via: [] };
  if (below[0] === 'taxRates') {
    const [, profile, characterization] = below.map(String);
    return { sourceId: source.id, via: [], ...taxOf(profile, characterization) };
  }
  const way: ExplainedRow[] = [];
  let rows: readonly ExplainedRow[] = source.details;
  let tax = {};
  for (let i = 0; i + 1 < below.length; i += 2) {
    const place = Number(below[i + 1]);
    const at = way.at(-1);
    if (below[i] === 'taxAllocations') {
      const row = at?.taxAllocations?.[place];
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
