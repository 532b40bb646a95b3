import type { Readable, Writable } from 'node:stream';
import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { FIRST_DATA_ROW, writeColumnSheet } from './columnSheet.ts';
import {
  approvalColumns,
  figureTitles,
  participantColumns,
  sourceColumns,
  taxColumns,
  taxRows,
} from './distributionSheets.ts';
import { type SourceLine, writeSummary } from './distributionSummary.ts';
import { cellAddress } from './listWorkbook.ts';
import { firstFigureOf, inSheet, levels, overSheets, rounded, treeFormulas } from './participantTree.ts';
import { sheetName, workbookStream, type Writer } from './workbookStream.ts';

/** Returns the formula for a participant's net: the gross less all deductions. */
const netOf = (at: number, firstFigure: number) =>
  rounded(
    figureTitles
      .slice(0, -1)
      .map((_, position) => cellAddress(firstFigure + position, at))
      .join('-'),
  );

/** Formulas for participants without members: the net follows from the other figures. */
const leafFormulas =
  <R>(first: number, figureOf: (row: R, position: number) => string | undefined = () => undefined) =>
  (row: R, position: number, at: number) =>
    position === figureTitles.length - 1 ? netOf(at, first) : figureOf(row, position);

async function writeSheets(writer: Writer, out: Writable, distribution: Distribution, zone: string): Promise<void> {
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
      ...treeFormulas(sourceColumns, leafFormulas(firstFigure)),
    });
  }
  const sumOf = overSheets(sources);
  const people = levels(distribution.distributionParticipants, (participant) => participant.memberParticipants);
  await writeColumnSheet(writer, out, {
    name: 'Participants',
    columns: participantColumns,
    rows: people,
    totals: distribution.reconciliation,
    ...treeFormulas(
      participantColumns,
      leafFormulas(firstFigureOf(participantColumns), (person, position) => sumOf(person, firstFigure + position)),
    ),
  });
  await writeColumnSheet(writer, out, {
    name: 'Tax',
    columns: taxColumns,
    rows: taxRows(distribution),
    totals: distribution.reconciliation,
  });
  const { approvals } = distribution;
  await writeColumnSheet(writer, out, { name: 'Approvals', columns: approvalColumns(zone), rows: approvals });
}

/**
 * Creates the distribution workbook: a summary that reconciles, a sheet per source, the participants across all
 * sources, their taxes, and the approvals. Figures entered or computed for a source are numbers. Figures that follow
 * from other cells (a net, an entity, a participant across sources, a total) are formulas with the product's figure as
 * cached value, so that a recalculation has to agree. `zone` is the time zone of the decisions.
 */
export function distributionWorkbook(distribution: Distribution, zone: string): Readable {
  return workbookStream(distribution.name, (writer, out) => writeSheets(writer, out, distribution, zone));
}
