import type { Readable, Writable } from 'node:stream';
import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { type ColumnSheet, FIRST_DATA_ROW, writeColumnSheet } from './columnSheet.ts';
import {
  approvalColumns,
  figureTitles,
  LEVEL_COLUMN,
  type Level,
  levels,
  participantColumns,
  type SheetColumn,
  sourceColumns,
  taxColumns,
  taxRows,
} from './distributionSheets.ts';
import { type SourceLine, writeSummary } from './distributionSummary.ts';
import { cellAddress } from './listWorkbook.ts';
import { sheetName, workbookStream, type Writer } from './workbookStream.ts';

const levelRange = (from: number, to: number) => `${cellAddress(LEVEL_COLUMN, from)}:${cellAddress(LEVEL_COLUMN, to)}`;
const rounded = (terms: string) => `ROUND(${terms},2)`;
/** Excel takes a formula of at most 8,192 characters; a figure of so many sources stays a value. */
const LONGEST_FORMULA = 8_000;

/** What a participant keeps: the gross less all that is taken, cell by cell. */
const netOf = (at: number, firstFigure: number) =>
  rounded(
    figureTitles
      .slice(0, -1)
      .map((_, position) => cellAddress(firstFigure + position, at))
      .join('-'),
  );

/**
 * Trees of participants: an entity is the sum of its members one level deeper, the total that of the outermost rows. Who has no members
 * keeps the gross less what is taken; `figureOf` says where the other figures come from, nothing for those that are entered here.
 */
function treeFormulas<R>(
  columns: readonly SheetColumn<Level<R>>[],
  figureOf: (row: R, position: number) => string | undefined = () => undefined,
): Pick<ColumnSheet<Level<R>>, 'sum' | 'formulaOf' | 'indentOf'> {
  const first = firstFigureOf(columns);
  return {
    sum: (range, column) => `SUMIFS(${range(column)},${range(LEVEL_COLUMN)},0)`,
    formulaOf: ({ row, level, below }, at, column) => {
      if (below === 0) {
        const position = column - first;
        return position === figureTitles.length - 1 ? netOf(at, first) : figureOf(row, position);
      }
      const range = `${cellAddress(column, at + 1)}:${cellAddress(column, at + below)}`;
      return rounded(`SUMIFS(${range},${levelRange(at + 1, at + below)},${level + 1})`);
    },
    indentOf: ({ level }) => level,
  };
}

const firstFigureOf = <R>(columns: readonly SheetColumn<R>[]) => columns.findIndex((column) => column.total) + 1;
const inSheet = (name: string, column: number, row: number) =>
  `'${name.replaceAll("'", "''")}'!${cellAddress(column, row)}`;
/** A participant by the way there: somebody may be reached directly and through entities. */
const wayTo = ({
  participant,
  via,
}: {
  readonly participant: { readonly participantId: string };
  readonly via: readonly string[];
}) => [...via, participant.participantId].join(' ');

async function writeSheets(writer: Writer, out: Writable, distribution: Distribution): Promise<void> {
  const taken = new Set(['summary', 'participants', 'tax', 'approvals']);
  const sources = distribution.distributionSources.map((source) => ({
    source,
    name: sheetName(source.source.code ?? source.source.name, taken),
    rows: levels(source.details, (detail) => detail.memberDetails),
  }));
  const firstFigure = firstFigureOf(sourceColumns);
  await writeSummary(
    writer,
    out,
    distribution,
    sources.map(
      ({ source, name, rows }): SourceLine => ({
        source,
        figures: source,
        totalOf: (position) =>
          rows.length === 0 ? undefined : inSheet(name, firstFigure + position, FIRST_DATA_ROW + rows.length),
      }),
    ),
  );
  for (const { source, name, rows } of sources) {
    await writeColumnSheet(writer, out, {
      name,
      columns: sourceColumns,
      rows,
      totals: source,
      ...treeFormulas(sourceColumns),
    });
  }
  const places = new Map<string, { readonly name: string; readonly row: number }[]>();
  for (const { name, rows } of sources) {
    for (const [at, { row }] of rows.entries()) {
      const way = wayTo(row);
      places.set(way, [...(places.get(way) ?? []), { name, row: FIRST_DATA_ROW + at }]);
    }
  }
  const people = levels(distribution.distributionParticipants, (participant) => participant.memberParticipants);
  await writeColumnSheet(writer, out, {
    name: 'Participants',
    columns: participantColumns,
    rows: people,
    totals: distribution.reconciliation,
    ...treeFormulas(participantColumns, (person, position) => {
      const cells = places.get(wayTo(person))?.map(({ name, row }) => inSheet(name, firstFigure + position, row));
      const formula = cells && rounded(cells.join('+'));
      return formula && formula.length <= LONGEST_FORMULA ? formula : undefined;
    }),
  });
  await writeColumnSheet(writer, out, {
    name: 'Tax',
    columns: taxColumns,
    rows: taxRows(distribution),
    totals: distribution.reconciliation,
  });
  await writeColumnSheet(writer, out, { name: 'Approvals', columns: approvalColumns, rows: distribution.approvals });
}

/**
 * The distribution workbook: a summary that reconciles, a sheet for each source, the participants over all sources, their taxes and the
 * approvals. What is entered or computed for a source is a number; what follows from other cells (a net, an entity, a participant over all
 * sources, a total) is a formula that holds the product's own figure, so that a recalculation has to agree with it.
 */
export function distributionWorkbook(distribution: Distribution): Readable {
  return workbookStream(distribution.name, (writer, out) => writeSheets(writer, out, distribution));
}
