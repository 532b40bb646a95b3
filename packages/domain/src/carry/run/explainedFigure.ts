import {
  createExplanations,
  type Decimal,
  type ExplanationTree,
  type Failures,
  figure,
  type Path,
  type Recorder,
  required,
  type Result,
  zero,
} from '../../kernel/index.ts';
import type { DetailRow, DistributionInput, SourceResult } from './distribution.ts';
import { computeDraftAt, ENGINE_VERSION } from './engineVersions.ts';
import { netDistributableFormula, reversedFormulas, sumFormula } from './formulas.ts';

export const rowFigures = ['gross', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment', 'net'] as const;
export const explainableFigures = [...rowFigures, 'netDistributable', 'adjustments', 'unallocated'] as const;
export type ExplainableFigure = (typeof explainableFigures)[number];

/** Identifies a figure by source, path, participant and name. Omitted parts are totaled: over all sources, paths or participants. */
export interface FigureQuestion {
  readonly figure: ExplainableFigure;
  readonly sourceId?: string | undefined;
  readonly participantId?: string | undefined;
  /** Entities on the path, outermost first; empty for a direct payment. If omitted, all paths. */
  readonly via?: readonly string[] | undefined;
}

/** A source whose derivation is recorded under `['sources', position]`. */
export interface ExplainedSource {
  readonly id: string;
  readonly details: readonly ExplainedRow[];
}
/** A row identified by its participant, whatever its figures. */
interface ExplainedRow {
  readonly participantId: string;
  readonly members?: readonly ExplainedRow[];
  readonly taxAllocations?: DetailRow['taxAllocations'];
}

/** One figure with its derivation. */
export interface FigureExplanation {
  readonly value: Decimal;
  readonly tree: ExplanationTree;
  /** The sources in input order. An undetermined source has no rows. */
  readonly sources: readonly ExplainedSource[];
}

/** Explains the figures of one distribution, which is computed once. */
export type Explainer = (question: FigureQuestion) => FigureExplanation | undefined;

/**
 * Explains each figure of a run down to the inputs; undefined if there is no such figure.
 *
 * A figure that combines several rows is their sum, with the path `['figure', figure]`. For a source that can't be computed, only the entered amount
 * is available; its other figures, and all totals that include them, are undefined.
 *
 * Fails: ENGINE_VERSION_UNKNOWN.
 */
export const explainFigures = (input: DistributionInput, version = ENGINE_VERSION): Result<Explainer, Failures> =>
  explainComputed(
    input.sources.map(({ id, netDistributableAmount }) => ({ id, entered: netDistributableAmount })),
    (explain) => computeDraftAt(version, input, explain).map(({ result }) => result.sources),
  );

/** A source of a run with the amount entered for it. */
export interface EnteredSource {
  readonly id: string;
  readonly entered: Decimal;
}

/** Explains the figures of any kind of run, given its sources and a function that computes those that can be computed. */
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
  const positioned = entered.map((source) => ({ ...source, result: results.get(source.id) }));
  const sources = positioned.map(({ id, result }) => ({ id, details: result?.details ?? [] }));
  return (question) => {
    const parts = partsOf(positioned, question);
    const [first, ...others] = parts ?? [];
    if (parts === undefined || first === undefined) return undefined;
    const value = parts.reduce((sum, part) => sum.plus(part.value), zero);
    for (const part of question.figure === 'netDistributable' ? parts : []) {
      explanations.record(part.path, netDistributableFormula, { entered: part.value }, part.value);
    }
    const only = others.length === 0 ? explanations.tree(first.path) : undefined;
    if (only !== undefined) return { value, tree: only, sources };
    const path = ['figure', question.figure];
    explanations.record(path, sumFormula, { part: parts.map((part) => figure(part.path, part.value)) }, value);
    return { value, tree: required(explanations.tree(path), 'the derivation of a sum'), sources };
  };
}

/** Explains a reversal's figure: the original figure with the opposite sign. */
export function explainReversed(
  kind: keyof typeof reversedFormulas,
  { value, tree, sources }: FigureExplanation,
): FigureExplanation {
  const explanations = createExplanations();
  const turned = value.isZero() ? zero : value.negated();
  explanations.record(['reversed'], reversedFormulas[kind], { undone: figure(tree.path, value) }, turned);
  const reversed = required(explanations.tree(['reversed']), 'the derivation of a reversed figure');
  return { value: turned, tree: { ...reversed, children: [tree] }, sources };
}

interface FigurePart {
  readonly path: Path;
  readonly value: Decimal;
}

/** Returns the source or row figures that add up to the requested one; undefined if one of them isn't determined. */
function partsOf(
  positioned: readonly (EnteredSource & { readonly result: SourceResult | undefined })[],
  { figure: name, sourceId, participantId, via }: FigureQuestion,
): readonly FigurePart[] | undefined {
  const parts: FigurePart[] = [];
  for (const [i, { id, entered, result }] of positioned.entries()) {
    if (sourceId !== undefined && id !== sourceId) continue;
    const path = ['sources', i];
    if (name === 'netDistributable') {
      if (participantId === undefined) parts.push({ path: [...path, name], value: entered });
    } else if (result === undefined) {
      return undefined;
    } else if (participantId === undefined) {
      parts.push({ path: [...path, name], value: result[name] });
    } else if (isRowFigure(name)) {
      for (const { row, path: rowPath } of rowsTo(result.details, participantId, via, [...path, 'details'])) {
        parts.push({ path: [...rowPath, name], value: row[name] });
      }
    }
  }
  return parts;
}

const isRowFigure = (name: ExplainableFigure): name is (typeof rowFigures)[number] =>
  (rowFigures as readonly string[]).includes(name);

interface PositionedDetail<Row> {
  readonly row: Row;
  readonly path: Path;
}

/** Returns a participant's rows and their positions, on one path or on all. */
export function rowsTo<Row extends { readonly participantId: string; readonly members?: readonly Row[] | undefined }>(
  rows: readonly Row[],
  participantId: string,
  via: readonly string[] | undefined,
  path: Path,
): readonly PositionedDetail<Row>[] {
  return rows.flatMap((row, i): readonly PositionedDetail<Row>[] => {
    const rowPath = [...path, i];
    const [next, ...rest] = via ?? [];
    const isEnd = row.participantId === participantId && next === undefined;
    const continues = via === undefined || row.participantId === next;
    return [
      ...(isEnd ? [{ row, path: rowPath }] : []),
      ...(continues ? rowsTo(row.members ?? [], participantId, via && rest, [...rowPath, 'members']) : []),
    ];
  });
}

/** The source, participant and path that a figure of a result refers to, by id. */
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
  const rowsOnPath: ExplainedRow[] = [];
  let rows: readonly ExplainedRow[] = source.details;
  let tax = {};
  for (let i = 0; i + 1 < below.length; i += 2) {
    const index = Number(below[i + 1]);
    const at = rowsOnPath.at(-1);
    if (below[i] === 'taxAllocations') {
      const row = at?.taxAllocations?.[index];
      tax = taxOf(row?.taxProfileId, row?.characterizationId);
    } else if (rows[index] !== undefined) {
      rowsOnPath.push(rows[index]);
      rows = rows[index].members ?? [];
    }
  }
  const ids = rowsOnPath.map(({ participantId }) => participantId);
  const participantId = ids.at(-1);
  return { sourceId: source.id, ...(participantId ? { participantId } : {}), via: ids.slice(0, -1), ...tax };
}

const taxOf = (taxProfileId: string | undefined, characterizationId: string | undefined) => ({
  ...(taxProfileId ? { taxProfileId } : {}),
  ...(characterizationId ? { characterizationId } : {}),
});
