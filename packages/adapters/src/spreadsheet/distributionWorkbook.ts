import type { Readable, Writable } from 'node:stream';
import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import type { ParticipantDetail } from '@carrara/contract/carry/run/distributionRun';
import { decimal, isPercentOf, zip } from '@carrara/domain/kernel';
import { FIRST_DATA_ROW, writeColumnSheet } from './columnSheet.ts';
import {
  approvalColumns,
  figureTitles,
  participantColumns,
  sourceColumns,
  taxColumns,
  type TaxRow,
  taxRows,
} from './distributionSheets.ts';
import { type SourceLine, writeSummary } from './distributionSummary.ts';
import { cellAddress } from './listWorkbook.ts';
import {
  firstFigureColumn,
  sheetCellAddress,
  levels,
  sumOverSheets,
  roundFormula,
  treeFormulas,
} from './participantTree.ts';
import { sheetName, workbookStream, type Writer } from './workbookStream.ts';

/** Returns the formula for a participant's net: the gross less all deductions. */
const netOf = (at: number, firstFigure: number) =>
  roundFormula(
    figureTitles
      .slice(0, -1)
      .map((_, position) => cellAddress(firstFigure + position, at))
      .join('-'),
  );

/** Formulas for participants without members: the net follows from the other figures. */
const leafFormulas =
  <R>(first: number, figureOf: (row: R, position: number, at: number) => string | undefined) =>
  (row: R, position: number, at: number) =>
    position === figureTitles.length - 1 ? netOf(at, first) : figureOf(row, position, at);

const columnOf = (columns: readonly { readonly title: string }[], title: string): number =>
  columns.findIndex((column) => column.title === title) + 1;
const taxGross = columnOf(taxColumns, 'Gross');
const taxPercent = columnOf(taxColumns, 'Tax % of gross');
const taxAmount = columnOf(taxColumns, 'Amount');
const effectivePercent = columnOf(sourceColumns, 'Effective %');
const escrowPercent = columnOf(sourceColumns, 'Escrow %');
const [GROSS, TAX, ESCROW] = (['grossCarryDistributed', 'tax', 'escrow'] as const).map((field) =>
  figureTitles.findIndex(([name]) => name === field),
);

/**
 * Returns the formula for a percentage of an amount. Undefined if it doesn't give the product's figure, because that was
 * entered or split: a formula has to agree when it is recalculated.
 */
const percentFormula = (whole: string, percent: string | null, figure: string, cells: readonly [string, string]) =>
  percent !== null && isPercentOf(decimal(figure), decimal(percent), decimal(whole))
    ? roundFormula(cells.join('*') + '/100')
    : undefined;

/**
 * Returns formulas for the gross, the tax and the escrow of a participant in a source. The tax adds up its rows in the
 * tax sheet.
 */
function figuresOf(taxes: readonly TaxRow[]) {
  const rowRanges = new Map<ParticipantDetail, { readonly first: number; readonly last: number }>();
  for (const [at, { detail }] of taxes.entries())
    rowRanges.set(detail, { first: rowRanges.get(detail)?.first ?? FIRST_DATA_ROW + at, last: FIRST_DATA_ROW + at });
  const firstFigure = firstFigureColumn(sourceColumns);
  return (whole: string | null, wholeCell: string) => (detail: ParticipantDetail, position: number, at: number) => {
    if (position === GROSS && whole !== null)
      return percentFormula(whole, detail.effectiveAllocation, detail.grossCarryDistributed, [
        wholeCell,
        cellAddress(effectivePercent, at),
      ]);
    const range = rowRanges.get(detail);
    if (position === TAX && range)
      return roundFormula(
        `SUM(${sheetCellAddress('Tax', taxAmount, range.first)}:${cellAddress(taxAmount, range.last)})`,
      );
    const cells = [cellAddress(firstFigure, at), cellAddress(escrowPercent, at)] as const;
    return position === ESCROW
      ? percentFormula(detail.grossCarryDistributed, detail.escrowPercent, detail.escrow, cells)
      : undefined;
  };
}

/** Returns the formula for the amount of a tax row. */
const taxFormula = ({ detail, tax }: TaxRow, at: number, column: number) =>
  column === taxAmount
    ? percentFormula(detail.grossCarryDistributed, tax.taxAllocationPercent, tax.taxAllocationAmount, [
        cellAddress(taxGross, at),
        cellAddress(taxPercent, at),
      ])
    : undefined;

async function writeSheets(writer: Writer, out: Writable, distribution: Distribution, zone: string): Promise<void> {
  const usedNames = new Set(['summary', 'participants', 'tax', 'approvals']);
  const sources = distribution.distributionSources.map((source) => ({
    source,
    name: sheetName(source.source.code ?? source.source.name, usedNames),
    rows: levels(source.details, (detail) => detail.memberDetails),
  }));
  const firstFigure = firstFigureColumn(sourceColumns);
  const distributable = await writeSummary(
    writer,
    out,
    distribution,
    sources.map(
      ({ source, name, rows }): SourceLine => ({
        source,
        figures: source,
        totalOf: (position) =>
          rows.length === 0 ? undefined : sheetCellAddress(name, firstFigure + position, FIRST_DATA_ROW + rows.length),
      }),
    ),
  );
  const taxes = taxRows(distribution);
  const formulasOf = figuresOf(taxes);
  for (const [{ source, name, rows }, cell] of zip(sources, distributable)) {
    const formulaOf = formulasOf(source.netDistributableAmount, cell);
    await writeColumnSheet(writer, out, {
      name,
      columns: sourceColumns,
      rows,
      totals: source,
      ...treeFormulas(sourceColumns, leafFormulas(firstFigure, formulaOf)),
    });
  }
  const sumOf = sumOverSheets(sources);
  const people = levels(distribution.distributionParticipants, (participant) => participant.memberParticipants);
  await writeColumnSheet(writer, out, {
    name: 'Participants',
    columns: participantColumns,
    rows: people,
    totals: distribution.reconciliation,
    ...treeFormulas(
      participantColumns,
      leafFormulas(firstFigureColumn(participantColumns), (person, position) => sumOf(person, firstFigure + position)),
    ),
  });
  await writeColumnSheet(writer, out, {
    name: 'Tax',
    columns: taxColumns,
    rows: taxes,
    totals: distribution.reconciliation,
    formulaOf: taxFormula,
  });
  const { approvals } = distribution;
  await writeColumnSheet(writer, out, { name: 'Approvals', columns: approvalColumns(zone), rows: approvals });
}

/**
 * Creates the distribution workbook: a summary that reconciles, a sheet per source, the participants across all
 * sources, their taxes, and the approvals. Figures entered or computed for a source are numbers. Figures that follow
 * from other cells are formulas with the product's figure as cached value, so that a recalculation has to agree.
 * Examples are a gross, a tax, an escrow, a net, an entity and a total. A gross that got a cent by the largest
 * remainder is a number. `zone` is the time zone of the decisions.
 */
export function distributionWorkbook(distribution: Distribution, zone: string): Readable {
  return workbookStream(distribution.name, (writer, out) => writeSheets(writer, out, distribution, zone));
}
