import {
  createExplanations,
  type Decimal,
  decimal,
  type ExplanationTree,
  type Failures,
  figure,
  hundred,
  type Path,
  type Result,
  roundPercent,
  zero,
} from '../../kernel/index.ts';
import { type FigureExplanation, rowsTo, sumFormula } from '../run/index.ts';
import { computeForecastDraftAt } from './engineVersions.ts';
import type { ForecastInput } from './forecast.ts';
import { carryPercentFormula } from './formulas.ts';

export const forecastFigures = [
  'gross',
  'multiple',
  'net',
  'distributed',
  'unallocated',
  'carryAdjustment',
  'carry',
  'carryPercent',
] as const;
type ForecastFigure = (typeof forecastFigures)[number];

/** Identifies a figure of a forecast, for one source or for all. `carry` and `carryPercent` are of a participant, on one path or on all. */
export interface ForecastQuestion {
  readonly figure: ForecastFigure;
  readonly sourceId?: string | undefined;
  readonly participantId?: string | undefined;
  /** Entities on the path, outermost first; empty for a direct allocation. If omitted, all paths. */
  readonly via?: readonly string[] | undefined;
}

/**
 * Returns the derivation of a forecast or scenario figure down to the typed values; undefined if there is no such figure.
 *
 * Fails: ENGINE_VERSION_UNKNOWN.
 */
export function explainForecast(
  version: string,
  input: ForecastInput,
  question: ForecastQuestion,
): Result<FigureExplanation | undefined, Failures> {
  const explanations = createExplanations();
  return computeForecastDraftAt(version, input, explanations).map(({ result }) => {
    const results = new Map(result.sources.map((source) => [source.id, source]));
    const sources = input.sources.map(({ id }) => ({ id, details: results.get(id)?.details ?? [] }));
    const answer = (tree: ExplanationTree | undefined) =>
      tree === undefined ? undefined : { value: decimal(tree.result ?? '0'), tree, sources };
    const { figure: name, sourceId, participantId, via } = question;
    if (name !== 'carry' && name !== 'carryPercent') {
      if (participantId !== undefined) return undefined;
      const at = input.sources.findIndex(({ id }) => id === sourceId);
      return answer(explanations.tree(sourceId === undefined ? ['totals', name] : ['sources', at, name]));
    }
    if (participantId === undefined) return undefined;
    const parts = sources.flatMap(({ id, details }, i) =>
      sourceId === undefined || id === sourceId ? rowsTo(details, participantId, via, ['sources', i, 'details']) : [],
    );
    const [first] = parts;
    if (first === undefined) return undefined;
    const sum = parts.reduce((total: Decimal, { row }) => total.plus(row.gross), zero);
    let path: Path = [...first.path, 'gross'];
    if (parts.length > 1) {
      path = ['figure', 'gross'];
      const part = parts.map(({ row, path: rowPath }) => figure([...rowPath, 'gross'], row.gross));
      explanations.record(path, sumFormula, { part }, sum);
    }
    if (name === 'carry') return answer(explanations.tree(path));
    const { distributed } = result.totals;
    if (distributed.isZero()) return undefined;
    const percent = roundPercent(sum.times(hundred).div(distributed));
    const inputs = { gross: figure(path, sum), total: figure(['totals', 'distributed'], distributed) };
    explanations.record(['figure', 'carryPercent'], carryPercentFormula, inputs, percent);
    return answer(explanations.tree(['figure', 'carryPercent']));
  });
}
