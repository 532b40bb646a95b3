import {
  type Decimal,
  decimal,
  err,
  type Failure,
  type Failures,
  fail,
  ok,
  required,
  type Result,
} from '../../kernel/index.ts';
import { type AccountPeriod, accountPeriods, templateRow, templateRowNumbers } from '../capitalAccount/index.ts';

/** A line of a sheet with its nonempty cells, both numbered from 1. */
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly {
    readonly column: number;
    readonly address: string;
    readonly type: string;
    readonly text: string;
  }[];
}

export const parties = ['LP', 'Fund', 'GP'] as const;
export type Party = (typeof parties)[number];
/** The template's titles for the columns of each party. */
export const partyTitles: Readonly<Record<Party, (investor: string) => string>> = {
  LP: (investor) => `${investor}'s Allocation of Total Fund`,
  Fund: () => 'Total Fund (incl. GP Allocation)',
  GP: () => "GP's Allocation of Total Fund",
};

/** A figure of an external file, with its cell. */
interface ReadFigure {
  readonly address: string;
  readonly amount: Decimal;
}

export interface ReadColumn {
  readonly party: Party;
  readonly period: AccountPeriod;
  readonly figures: ReadonlyMap<number, ReadFigure>;
}

export interface ReadTemplate {
  readonly columns: readonly ReadColumn[];
  /** Template rows that the file doesn't have. */
  readonly missing: readonly number[];
}

const MOST_COLUMNS = parties.length * accountPeriods.length;
const FEWEST_ROWS = 20;

/** Normalizes a label as people retype it: ignores case, dashes, brackets and footnote marks. */
const plain = (label: string): string => label.toLowerCase().replace(/[^a-z0-9&+]/g, '');
/** The rows of each label. Two totals differ only by a colon, so they are distinguished by their order. */
const rowsOfLabel: ReadonlyMap<string, readonly number[]> = labels();

function labels(): ReadonlyMap<string, readonly number[]> {
  const rows = new Map<string, number[]>();
  for (const row of templateRowNumbers) {
    const rule = templateRow(row);
    if (rule === undefined || rule.heading) continue;
    const label = plain(rule.label);
    rows.set(label, [...(rows.get(label) ?? []), row]);
  }
  return rows;
}

const PERIOD = /\b(QTD|YTD|ITD)\b/i;

/**
 * Finds a Reporting Template v2.0 in a sheet. Rows are found by their labels, columns by the periods named above
 * them, in the order LP, fund and GP.
 *
 * Units:  figures as they stand, in one currency.
 * Source: ILPA Reporting Template v2.0, 2025; docs/calculations/capital-account.md.
 * Fails:  FILE_NOT_READABLE (fewer than 20 of its rows, or no columns QTD, YTD, ITD), CELL_UNREADABLE (a figure that is no number, with its cell).
 */
export function readTemplate(sheet: readonly SheetRow[]): Result<ReadTemplate, Failures> {
  const rows = labeledRows(sheet);
  if (rows.size < FEWEST_ROWS) {
    return err([fail('FILE_NOT_READABLE', [], `the sheet has only ${rows.size} rows of the Reporting Template v2.0`)]);
  }
  const first = Math.min(...[...rows.values()].map(({ row }) => row));
  const periods = periodColumns(sheet.filter(({ row }) => row < first));
  if (periods.length === 0) {
    return err([fail('FILE_NOT_READABLE', [], 'the headings QTD, YTD and ITD are missing above the rows')]);
  }
  const failures: Failure[] = [];
  const columns = periods.slice(0, MOST_COLUMNS).map(({ column, period }, i): ReadColumn => {
    const figures = new Map<number, ReadFigure>();
    for (const [number, { cells }] of rows) {
      const cell = cells.find((candidate) => candidate.column === column);
      if (cell === undefined || isBlank(cell.text)) continue;
      if (cell.type === 'number') figures.set(number, { address: cell.address, amount: decimal(cell.text) });
      else failures.push(fail('CELL_UNREADABLE', [cell.address], `${cell.address}: '${cell.text}' isn’t a number`));
    }
    const party = required(parties[Math.floor(i / accountPeriods.length)], 'the party of a column');
    return { party, period, figures };
  });
  const [unreadable] = failures;
  // If none of the template's figures is determined or computed, don't list single cells.
  if (unreadable !== undefined && columns.every(({ figures }) => figures.size === 0))
    return err([
      fail(
        'CELL_UNREADABLE',
        unreadable.path,
        `the template contains no readable figures (${unreadable.detail}). They were not determined, or the formulas have no stored results`,
      ),
    ]);
  const missing = [...rowsOfLabel.values()].flat().filter((row) => !rows.has(row));
  return failures.length > 0 ? err(failures) : ok({ columns, missing });
}

const isBlank = (text: string): boolean => ['', '-', '–'].includes(text.trim());

/** Returns the first line with each label. For a label shared by two rows, the second line belongs to the second row. */
function labeledRows(sheet: readonly SheetRow[]): ReadonlyMap<number, SheetRow> {
  const found = new Map<number, SheetRow>();
  for (const line of sheet) {
    for (const { type, text } of line.cells) {
      const bearing = type === 'text' ? rowsOfLabel.get(plain(text)) : undefined;
      const row = bearing?.find((candidate) => !found.has(candidate));
      if (row !== undefined) found.set(row, line);
    }
  }
  return found;
}

/** Returns the columns of the line that names the most periods. */
function periodColumns(
  above: readonly SheetRow[],
): readonly { readonly column: number; readonly period: AccountPeriod }[] {
  const named = above.map(({ cells }) =>
    cells.flatMap(({ column, text }) => {
      const period = PERIOD.exec(text)?.[1]?.toUpperCase() as AccountPeriod | undefined;
      return period === undefined ? [] : [{ column, period }];
    }),
  );
  return named.reduce((most, candidate) => (candidate.length > most.length ? candidate : most), []);
}
