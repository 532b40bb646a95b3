import {
  createExplanations,
  type Decimal,
  decimal,
  defineFormula,
  type ExplanationTree,
  type Failures,
  figure,
  type Path,
  type Result,
  zero,
} from '../../kernel/index.ts';
import { type FigureExplanation, explainReversed, sumFormula } from '../run/index.ts';
import type { LedgerInput } from './computeLedgerRun.ts';
import { computeLedgerRunAt } from './engineVersions.ts';
import { type LedgerLine, lineFigures, type LedgerRunRequest } from './ledgerLine.ts';

/** The figures of a run's rows, and the escrow held before. */
export const ledgerFigures = ['escrowBefore', ...lineFigures] as const;
type LedgerFigure = (typeof ledgerFigures)[number];

/** Identifies a figure of the row at a position in the run. If the row is omitted, of all rows. */
export interface LedgerQuestion {
  readonly figure: LedgerFigure;
  readonly row?: number | undefined;
}

const openingFormula = defineFormula({
  id: 'ledger.opening',
  text: 'as entered for the opening date',
  inputs: { entered: 'money' },
  result: 'money',
  source: 'docs/calculations/account-entries.md',
});

const escrowBalanceFormula = defineFormula({
  id: 'ledger.escrowBefore',
  text: 'the lowest escrow balance of the account at the end of the run date or any later day',
  inputs: { day: 'date', least: 'money' },
  result: 'money',
  source: 'docs/calculations/account-entries.md',
});

/** A figure with its derivation, and the account that each step refers to. */
export interface LedgerExplanation extends Pick<FigureExplanation, 'value' | 'tree'> {
  readonly subjectAt: (path: Path) => Partial<Pick<LedgerLine, 'participantId' | 'sourceId' | 'via'>>;
}

/**
 * Returns the derivation of a ledger run's figure, recomputed from the inputs stored with it; undefined if there is no such figure. A reversal has
 * the derivation of the original run with opposite signs.
 *
 * Source: docs/calculations/account-entries.md; decision 0015.
 * Fails:  ENGINE_VERSION_UNKNOWN.
 */
export function explainLedgerRun(
  version: string,
  request: LedgerRunRequest,
  input: LedgerInput,
  { figure: name, row: requestedRow }: LedgerQuestion,
  isReversal = false,
): Result<LedgerExplanation | undefined, Failures> {
  const explanations = createExplanations();
  return computeLedgerRunAt(version, request, input, explanations).map((rows) => {
    const positioned = rows.map((row, at) => ({ row, path: pathOf(row, rows.slice(0, at), request) }));
    const parts = positioned.flatMap(({ row, path: location }, at) => {
      const text = row[name];
      const value = decimal(text ?? '0');
      if ((requestedRow !== undefined && requestedRow !== at) || text === null || value.isZero()) return [];
      if (request.type === 'OPENING') {
        explanations.record(['rows', at, name], openingFormula, { entered: value }, value);
        return [{ path: ['rows', at, name], value }];
      }
      if (name === 'escrowBefore') {
        explanations.record(['rows', at, name], escrowBalanceFormula, { day: request.runDate, least: value }, value);
        return [{ path: ['rows', at, name], value }];
      }
      return [{ path: location, value }];
    });
    const [first] = parts;
    if (first === undefined) return undefined;
    const value = parts.reduce((sum: Decimal, part) => sum.plus(part.value), zero);
    let path: Path = first.path;
    if (requestedRow === undefined) {
      path = ['figure', name];
      explanations.record(path, sumFormula, { part: parts.map((part) => figure(part.path, part.value)) }, value);
    }
    const found = explanations.tree(path);
    if (found === undefined) return undefined;
    const answer: { value: Decimal; tree: ExplanationTree } = isReversal
      ? explainReversed('ledgerRun', { value, tree: found, sources: [] })
      : { value, tree: found };
    return { ...answer, subjectAt: (at) => subjectAt(positioned, request, at, requestedRow) };
  });
}

type Row = Omit<LedgerLine, 'id'>;
interface PositionedRow {
  readonly row: Row;
  readonly path: Path;
}

/** Returns the path of a row's explanations: the requested row, then its position among the rows of its kind. */
function pathOf(own: Row, before: readonly Row[], { lines }: LedgerRunRequest): Path {
  const lineOf = ({ participantId, sourceId }: Row) =>
    lines.findIndex((line) => line.sourceId === sourceId && [participantId, null].includes(line.participantId));
  const line = lineOf(own);
  const isOfAccount = (row: Row) => row.escrowBefore === null;
  const position = before.filter((row) => lineOf(row) === line && isOfAccount(row) === isOfAccount(own));
  return ['lines', line, isOfAccount(own) ? 'accounts' : 'parts', position.length];
}

function subjectAt(
  positioned: readonly PositionedRow[],
  { lines }: LedgerRunRequest,
  path: Path,
  requestedRow: number | undefined,
): ReturnType<LedgerExplanation['subjectAt']> {
  const [list, position, ...below] = path;
  if (list === 'lines') {
    const found = positioned.find((row) => row.path.join() === path.join());
    const line = lines[Number(position)];
    if (found && below.length > 1) return found.row;
    return line
      ? { sourceId: line.sourceId, ...(line.participantId ? { participantId: line.participantId } : {}) }
      : {};
  }
  const at = list === 'rows' ? Number(position) : requestedRow;
  return at === undefined ? {} : (positioned[at]?.row ?? {});
}
