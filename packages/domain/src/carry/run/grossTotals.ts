import { type Decimal, figure, type FigureReference, type Path, type Recorder } from '../../kernel/index.ts';
import { sumFormula } from './formulas.ts';
import type { GrossRow } from './distribution.ts';

/** The gross of one participant over all sources and paths. */
export interface GrossTotal {
  readonly id: string;
  readonly gross: Decimal;
}

export interface GrossTotals {
  /** People and trusts, in the order in which the sources reach them. */
  readonly participants: readonly GrossTotal[];
  readonly entities: readonly GrossTotal[];
}

/**
 * Adds up the amounts of each participant and entity over several sources. Each source has its position in the input, from which some sources may be
 * left out.
 */
export function totalGross(
  sources: readonly { readonly position: number; readonly details: readonly GrossRow[] }[],
  explain?: Recorder,
): GrossTotals {
  const sums = { participants: new Map<string, FigureReference[]>(), entities: new Map<string, FigureReference[]>() };
  const visit = (row: GrossRow, path: Path): void => {
    const list = row.members === undefined ? sums.participants : sums.entities;
    const parts = list.get(row.participantId) ?? [];
    parts.push(figure([...path, 'gross'], row.gross));
    list.set(row.participantId, parts);
    row.members?.forEach((member, i) => {
      visit(member, [...path, 'members', i]);
    });
  };
  for (const { position, details } of sources) {
    details.forEach((row, k) => {
      visit(row, ['sources', position, 'details', k]);
    });
  }
  const totals = (name: 'participants' | 'entities') =>
    [...sums[name]].map(([id, part], i) => {
      const gross = part.map(({ value }) => value as Decimal).reduce((sum, value) => sum.plus(value));
      explain?.record([name, i, 'gross'], sumFormula, { part }, gross);
      return { id, gross };
    });
  return { participants: totals('participants'), entities: totals('entities') };
}
