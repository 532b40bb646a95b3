import { displayedDate, type Failures } from '../../kernel/index.ts';
import { quotedCell, type RowError } from '../../platform/upload/index.ts';
import type { RequestedLine, LedgerRunRequest } from './ledgerLine.ts';
import { type OpeningColumn, openingColumns, type OpeningRow, type ReadOpenings } from './openingSheet.ts';

/** The existing participants and sources that a file names, by lowercase code. */
export interface ExistingCodes {
  readonly participants: ReadonlyMap<string, { readonly id: string }>;
  readonly sources: ReadonlyMap<
    string,
    { readonly id: string; readonly currencyId: string | null; readonly currency: string | null }
  >;
}

/** The rows of one date and currency, which form a run. */
export interface PlannedOpening {
  readonly name: string;
  readonly runDate: string;
  readonly lines: readonly { readonly row: OpeningRow; readonly line: RequestedLine }[];
}

export const openingRequest = ({ runDate, lines }: PlannedOpening): LedgerRunRequest => ({
  type: 'OPENING',
  runDate,
  lines: lines.map(({ line }) => line),
});

const errorAt = ({ sheet, row }: OpeningRow, column: OpeningColumn | undefined, reason: string): RowError => ({
  sheet,
  row,
  column: column === undefined ? null : openingColumns[column],
  reason,
});

/**
 * Groups the rows of a file into runs. Rows with an unknown participant or source, or without a date, are in none.
 *
 * Fails:  per row, in addition to read errors: an unknown participant or source, and an account that another row
 *         opens, on any date. Both rows are named.
 */
export function planOpenings(
  read: ReadOpenings,
  { participants, sources }: ExistingCodes,
): { readonly runs: readonly PlannedOpening[]; readonly errors: readonly RowError[] } {
  const errors = [...read.errors];
  const accounts = new Map<string, OpeningRow[]>();
  const runs = new Map<string, PlannedOpening & { readonly lines: PlannedOpening['lines'][number][] }>();
  for (const row of read.rows) {
    const participant = participants.get(row.participant?.toLowerCase() ?? '');
    const source = sources.get(row.source?.toLowerCase() ?? '');
    if (row.participant !== null && !participant)
      errors.push(
        errorAt(row, 'participant', `there is no participant with the code ${quotedCell({ text: row.participant })}`),
      );
    if (row.source !== null && !source)
      errors.push(errorAt(row, 'source', `there is no source ${quotedCell({ text: row.source })}`));
    if (!participant || !source) continue;
    getOrInsert(accounts, `${participant.id} ${source.id}`, []).push(row);
    if (row.asOf === null) continue;
    const name = ['Opening balances as of', displayedDate(row.asOf), source.currency].filter(Boolean).join(' ');
    const run = getOrInsert(runs, `${row.asOf} ${source.currencyId ?? ''}`, { name, runDate: row.asOf, lines: [] });
    const { accrued, distributed, escrow } = row;
    run.lines.push({ row, line: { participantId: participant.id, sourceId: source.id, accrued, distributed, escrow } });
  }
  return { runs: [...runs.values()], errors: [...errors, ...[...accounts.values()].flatMap(openedTwice)] };
}

/** Returns the stored value of a key. If there is none, stores and returns the given one. */
function getOrInsert<V>(map: Map<string, V>, key: string, fallback: V): V {
  const there = map.get(key) ?? fallback;
  map.set(key, there);
  return there;
}

/** Rejects all rows that open the same account, because none is more likely to be right. Each message names another of the rows. */
function openedTwice(rows: readonly OpeningRow[]): RowError[] {
  const [first, second] = rows;
  if (!first || !second) return [];
  return rows.map((row) => {
    const other = row === first ? second : first;
    const where = other.sheet === row.sheet ? `row ${other.row}` : `row ${other.row} of the sheet '${other.sheet}'`;
    return errorAt(row, 'participant', `${where} also opens this account. An account can be opened only once`);
  });
}

/** Locates a run's failures in the file. Failures caused by an unreadable cell are dropped, because the cell is already reported. */
export function openingErrors({ lines }: PlannedOpening, failures: Failures, { errors }: ReadOpenings): RowError[] {
  const unreadable = rowsOf(errors);
  return failures.flatMap(({ code, path: [first, at, field], detail }) => {
    const row = (typeof at === 'number' ? lines[at] : lines[0])?.row;
    const column = first === 'runDate' ? 'asOf' : typeof field === 'string' ? (field as OpeningColumn) : undefined;
    // A participant repeated in the run is repeated in the file, and both rows are already reported.
    if (!row || code === 'PARTICIPANT_DUPLICATE') return [];
    const isOfAmount = column !== undefined && column !== 'participant' && column !== 'source';
    return isOfAmount && unreadable.has(rowLabel(row)) ? [] : [errorAt(row, column, detail)];
  });
}

/** Returns the runs without the rows that have errors. */
export function withoutWrongRows(runs: readonly PlannedOpening[], errors: readonly RowError[]): PlannedOpening[] {
  const wrong = rowsOf(errors);
  return runs
    .map((run) => ({ ...run, lines: run.lines.filter(({ row }) => !wrong.has(rowLabel(row))) }))
    .filter(({ lines }) => lines.length > 0);
}

const rowLabel = ({ sheet, row }: { readonly sheet: string; readonly row: number | null }) => `${row} ${sheet}`;
const rowsOf = (errors: readonly RowError[]): ReadonlySet<string> => new Set(errors.map(rowLabel));
