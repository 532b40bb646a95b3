import type { Readable, Writable } from 'node:stream';
import type { Distribution } from '@carrara/contract/distributionRecord';
import type { DistributionSource } from '@carrara/contract/distributionRun';
import { decimal, moneyText, zero } from '@carrara/domain/kernel';
import { type ColumnSheet, FIRST_DATA_ROW, writeColumnSheet } from './columnSheet.ts';
import {
  approvalColumns,
  type Figures,
  figureTitles,
  LEVEL_COLUMN,
  type Level,
  levels,
  participantColumns,
  sourceColumns,
  taxColumns,
  taxRows,
} from './distributionSheets.ts';
import { type SourceLine, writeSummary } from './distributionSummary.ts';
import { cellAddress } from './listWorkbook.ts';
import { sheetName, workbookStream, type Writer } from './workbookStream.ts';

/** What the rows of a source come to. Its four kinds of adjustment are kept per participant only, so they are added up here, exactly. */
export function sourceFigures(source: DistributionSource): Figures {
  const sum = (field: (typeof figureTitles)[number][0]) =>
    moneyText(source.details.reduce((total, detail) => total.plus(decimal(detail[field])), zero));
  return Object.fromEntries(figureTitles.map(([field]) => [field, sum(field)])) as unknown as Figures;
}

const levelRange = (from: number, to: number) => `${cellAddress(LEVEL_COLUMN, from)}:${cellAddress(LEVEL_COLUMN, to)}`;

/** Trees of participants: an entity is the sum of its members one level deeper, the total that of the outermost rows. */
function treeFormulas<R>(): Pick<ColumnSheet<Level<R>>, 'sum' | 'formulaOf' | 'indentOf'> {
  return {
    sum: (range, column) => `SUMIFS(${range(column)},${range(LEVEL_COLUMN)},0)`,
    formulaOf: ({ level, below }, at, column) => {
      if (below === 0) return undefined;
      const range = `${cellAddress(column, at + 1)}:${cellAddress(column, at + below)}`;
      return `ROUND(SUMIFS(${range},${levelRange(at + 1, at + below)},${level + 1}),2)`;
    },
    indentOf: ({ level }) => level,
  };
}

async function writeSheets(writer: Writer, out: Writable, distribution: Distribution): Promise<void> {
  const taken = new Set(['summary', 'participants', 'tax', 'approvals']);
  const sources = distribution.distributionSources.map((source) => ({
    source,
    name: sheetName(source.source.code ?? source.source.name, taken),
    rows: levels(source.details, (detail) => detail.memberDetails),
    figures: sourceFigures(source),
  }));
  const firstFigure = sourceColumns.findIndex((column) => column.total) + 1;
  await writeSummary(
    writer,
    out,
    distribution,
    sources.map(
      ({ source, name, rows, figures }): SourceLine => ({
        source,
        figures,
        totalOf: (position) =>
          rows.length === 0
            ? undefined
            : `'${name.replaceAll("'", "''")}'!${cellAddress(firstFigure + position, FIRST_DATA_ROW + rows.length)}`,
      }),
    ),
  );
  for (const { name, rows, figures } of sources) {
    await writeColumnSheet(writer, out, { name, columns: sourceColumns, rows, totals: figures, ...treeFormulas() });
  }
  const people = levels(distribution.distributionParticipants, (participant) => participant.memberParticipants);
  await writeColumnSheet(writer, out, {
    name: 'Participants',
    columns: participantColumns,
    rows: people,
    totals: distribution.reconciliation,
    ...treeFormulas(),
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
 * approvals. Figures are numbers; totals are formulas that hold the product's own figure, so that a recalculation has to agree with it.
 */
export function distributionWorkbook(distribution: Distribution): Readable {
  return workbookStream(distribution.name, (writer, out) => writeSheets(writer, out, distribution));
}
