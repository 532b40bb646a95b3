import type { Readable, Writable } from 'node:stream';
import type {
  RealizationDetail,
  RealizationParticipant,
  RealizationRecord,
  RealizationSource,
} from '@carrara/contract/carry/run/realizationRecord';
import { type Kind, notDetermined } from '@carrara/contract/core/kinds';
import { zip } from '@carrara/domain/kernel';
import { bodyStyles, putCell, putFormula, totalStyles } from './cells.ts';
import { FIRST_DATA_ROW, type SheetColumn, writeColumnSheet } from './columnSheet.ts';
import { cellAddress } from './listWorkbook.ts';
import {
  firstFigureColumn,
  sheetCellAddress,
  type Level,
  levels,
  sumOverSheets,
  personColumns,
  treeFormulas,
} from './participantTree.ts';
import { startSummary } from './summarySheet.ts';
import { sheetName, workbookStream, type Writer } from './workbookStream.ts';

const carry = <R extends { readonly row: { readonly carryAmount: string | null } }>(): SheetColumn<R, Whole> => ({
  title: 'Carry',
  kind: 'money',
  value: ({ row }) => row.carryAmount,
  total: ({ accrued }) => accrued,
  nullIs: notDetermined,
  width: 19,
});
interface Whole {
  readonly accrued: string | null;
}

const sourceColumns: readonly SheetColumn<Level<RealizationDetail>, Whole>[] = [
  ...personColumns,
  { title: 'Effective %', kind: 'percent', value: ({ row }) => row.effectiveAllocation },
  carry<Level<RealizationDetail>>(),
];
const participantColumns: readonly SheetColumn<Level<RealizationParticipant>, Whole>[] = [
  ...personColumns,
  { title: 'Of total %', kind: 'percent', value: ({ row }) => row.carryPercent, nullIs: notDetermined },
  carry<Level<RealizationParticipant>>(),
];

interface Position {
  readonly source: RealizationSource;
  readonly balance: RealizationSource['investorBalances'][number];
}
const balance = (title: string, value: (row: Position['balance']) => string | null): SheetColumn<Position> => ({
  title,
  kind: 'money',
  value: (row) => value(row.balance),
  nullIs: notDetermined,
  width: 19,
});
const balanceColumns: readonly SheetColumn<Position>[] = [
  { title: 'Source', kind: 'text', value: ({ source }) => source.containerName, width: 44 },
  { title: 'Date', kind: 'date', value: ({ source }) => source.realizationDate },
  { title: 'Participant', kind: 'text', value: (row) => row.balance.name, width: 38 },
  balance('Accrued before', ({ before }) => before),
  balance('This realization', ({ accrued }) => accrued),
  balance('Paid', ({ paid }) => paid),
  balance('Balance after', ({ after }) => after),
];

interface Posted {
  readonly source: RealizationSource;
  readonly entry: RealizationSource['accountEntries'][number];
}
const entryColumns: readonly SheetColumn<Posted, Whole>[] = [
  { title: 'Source', kind: 'text', value: ({ source }) => source.containerName, width: 44 },
  { title: 'Participant', kind: 'text', value: ({ entry }) => entry.participantName, width: 38 },
  { title: 'Date', kind: 'date', value: ({ entry }) => entry.entryDate },
  { title: 'Accrual', kind: 'money', value: ({ entry }) => entry.amount, total: ({ accrued }) => accrued, width: 19 },
];

interface SourceSheet {
  readonly source: RealizationSource;
  readonly name: string;
  readonly rows: readonly Level<RealizationDetail>[];
}

const summaryColumns: readonly (readonly [title: string, kind: Kind, width: number])[] = [
  ['Source', 'text', 44],
  ['Type', 'text', 24],
  ['Held by', 'text', 34],
  ['Date', 'date', 13],
  ['Allocation profile', 'text', 44],
  ['Participants', 'count', 13],
  ['Carry', 'money', 19],
  ['Unallocated', 'money', 19],
  ['Accrued', 'money', 19],
  ['Difference', 'money', 14],
];
const [PARTICIPANTS, CARRY, UNALLOCATED, ACCRUED, DIFFERENCE] = [6, 7, 8, 9, 10];
const differenceOf = (row: number) =>
  `ROUND(${cellAddress(CARRY, row)}-${cellAddress(UNALLOCATED, row)}-${cellAddress(ACCRUED, row)},2)`;

/**
 * Writes the summary: the realization's facts, and how the carry of each source divides into accrued and unallocated
 * amounts.
 */
async function writeSummary(
  writer: Writer,
  out: Writable,
  realization: RealizationRecord,
  sheets: readonly SourceSheet[],
) {
  const { isDetermined, problems } = realization;
  const { put, firstRow, end } = await startSummary(writer, out, {
    title: realization.name,
    facts: [
      ['Realization date', 'date', realization.realizationDate],
      ['Status', 'status', realization.status],
      ['Currency', 'reference', realization.currency],
      ['Description', 'longText', realization.description],
      ['Reversal of', 'reference', realization.reversalOf],
      ['Calculated with engine', 'text', realization.engineVersion],
      ['Not determined, because', 'longText', isDetermined ? null : reasonsOf(problems)],
    ],
    columns: summaryColumns,
  });
  for (const { source, name, rows } of sheets) {
    await put((row) => {
      const profile = source.allocationProfile;
      const values = [
        source.containerName,
        source.containerType,
        source.holder,
        source.realizationDate,
        profile ? `${profile.name ?? ''}, version ${String(profile.version)}` : null,
        source.numberOfParticipants === null ? notDetermined : String(source.numberOfParticipants),
        source.totalCarryForAll,
        source.unallocated ?? notDetermined,
        source.carryAccrued ?? notDetermined,
      ];
      const visible = zip(summaryColumns.slice(0, values.length), values);
      for (const [index, [[, kind], value]] of visible.entries()) {
        putCell(row.getCell(index + 1), value === notDetermined ? 'text' : kind, value, bodyStyles[kind]);
      }
      const accrued = sheetCellAddress(name, firstFigureColumn(sourceColumns), FIRST_DATA_ROW + rows.length);
      if (source.carryAccrued !== null && rows.length > 0) putFormula(row, ACCRUED, accrued, source.carryAccrued);
      row.getCell(DIFFERENCE).style = bodyStyles.money;
      putFormula(row, DIFFERENCE, differenceOf(row.number), source.isDetermined ? '0' : null);
    });
  }
  await put((row) => {
    for (const [index, [, kind]] of summaryColumns.entries()) row.getCell(index + 1).style = totalStyles[kind];
    row.getCell(1).value = 'Total';
    // A participant in several sources counts once, so this is not a sum.
    row.getCell(PARTICIPANTS).value = realization.numberOfParticipants ?? notDetermined;
    const whole: readonly (readonly [number, string | null])[] = [
      [CARRY, realization.totalCarry],
      [UNALLOCATED, realization.unallocated],
      [ACCRUED, realization.totalAccrued],
    ];
    for (const [column, value] of whole) {
      const range = `${cellAddress(column, firstRow)}:${cellAddress(column, row.number - 1)}`;
      if (row.number > firstRow) putFormula(row, column, `ROUND(SUM(${range}),2)`, value);
    }
    putFormula(row, DIFFERENCE, differenceOf(row.number), isDetermined ? '0' : null);
  });
  end();
}

/** Returns why a draft is not determined: the problems that prevent its posting. */
const reasonsOf = (problems: RealizationRecord['problems']) =>
  [...new Set(problems.map(({ message }) => message))].join(' ');

async function writeSheets(writer: Writer, out: Writable, realization: RealizationRecord): Promise<void> {
  const usedNames = new Set(['summary', 'participants', 'balances', 'account entries']);
  const sheets = realization.sources.map(
    (source): SourceSheet => ({
      source,
      name: sheetName(source.containerName, usedNames),
      rows: levels(source.details, ({ memberDetails }) => memberDetails),
    }),
  );
  await writeSummary(writer, out, realization, sheets);
  for (const { source, name, rows } of sheets) {
    await writeColumnSheet(writer, out, {
      name,
      columns: sourceColumns,
      rows,
      totals: { accrued: source.carryAccrued },
      ...treeFormulas(sourceColumns),
    });
  }
  const sumOf = sumOverSheets(sheets);
  const whole = { accrued: realization.totalAccrued };
  await writeColumnSheet(writer, out, {
    name: 'Participants',
    columns: participantColumns,
    rows: levels(realization.participants, ({ memberParticipants }) => memberParticipants),
    totals: whole,
    ...treeFormulas(participantColumns, (person) => sumOf(person, firstFigureColumn(sourceColumns))),
  });
  const rowsFrom = <T>(rowsOf: (source: RealizationSource) => readonly T[]) => realization.sources.flatMap(rowsOf);
  await writeColumnSheet(writer, out, {
    name: 'Balances',
    columns: balanceColumns,
    rows: rowsFrom((source) =>
      source.investorBalances.map((investorBalance) => ({ source, balance: investorBalance })),
    ),
  });
  const entries = rowsFrom((source) => source.accountEntries.map((entry) => ({ source, entry })));
  if (entries.length > 0)
    await writeColumnSheet(writer, out, {
      name: 'Account entries',
      columns: entryColumns,
      rows: entries,
      totals: whole,
    });
}

/**
 * Creates the workbook of a realization: a summary that reconciles, a sheet per source, the participants across all
 * sources, their balances, and the posted entries. Figures that follow from other cells are formulas with the product's
 * figure as cached value.
 */
export function realizationWorkbook(realization: RealizationRecord): Readable {
  return workbookStream(realization.name, (writer, out) => writeSheets(writer, out, realization));
}
