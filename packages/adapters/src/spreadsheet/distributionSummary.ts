import type { Writable } from 'node:stream';
import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import type { DistributionSource } from '@carrara/contract/carry/run/distributionRun';
import { type Kind, notDetermined } from '@carrara/contract/core/kinds';
import { zip } from '@carrara/domain/kernel';
import { bodyStyles, putCell, putFormula, totalStyles } from './cells.ts';
import { type Figures, figureTitles } from './distributionSheets.ts';
import { cellAddress } from './listWorkbook.ts';
import { sheetCellAddress } from './participantTree.ts';
import { startSummary } from './summarySheet.ts';
import type { Writer } from './workbookStream.ts';

export interface SourceLine {
  readonly source: DistributionSource;
  readonly figures: Figures;
  /** Returns the cell in the source's own sheet with the total of the n-th figure. */
  readonly totalOf: (position: number) => string | undefined;
}

const columns: readonly (readonly [title: string, kind: Kind, width: number])[] = [
  ['Source', 'text', 44],
  ['Type', 'text', 24],
  ['Held by', 'text', 34],
  ['Participants', 'count', 13],
  ['Own escrow %', 'percent', 13],
  ['Net distributable', 'money', 19],
  ['Unallocated', 'money', 16],
  ...figureTitles.map(([, title]) => [title, 'money', 19] as const),
  ['Difference', 'money', 14],
];
const PARTICIPANTS = 4;
const DISTRIBUTABLE = 6;
const UNALLOCATED = 7;
const FIRST_FIGURE = 8;
const NET = FIRST_FIGURE + figureTitles.length - 1;
const DIFFERENCE = NET + 1;

/**
 * Formula that checks both sides: net distributable less unallocated and gross, plus gross less everything paid out of
 * it. It is zero unless one side doesn't add up.
 */
const differenceOf = (row: number): string => {
  const at = (column: number) => cellAddress(column, row);
  const deductions = Array.from({ length: NET - FIRST_FIGURE }, (_, index) => at(FIRST_FIGURE + 1 + index)).join('-');
  const gross = at(FIRST_FIGURE);
  return `ROUND(ABS(${at(DISTRIBUTABLE)}-${at(UNALLOCATED)}-${gross})+ABS(${gross}-${deductions}),2)`;
};

/** Columns in which an empty value is not an undetermined figure. */
const unknowable: ReadonlySet<number> = new Set([PARTICIPANTS, DISTRIBUTABLE, UNALLOCATED]);

/** Returns why a draft is not determined: the problems that prevent its submission. */
const reasonsOf = ({ isDetermined, problems }: Distribution): string | null =>
  isDetermined ? null : [...new Set(problems.map(({ message }) => message))].join(' ');

/**
 * Writes the summary: the distribution's facts, and how the amount of each source divides into deductions and payments.
 * Returns the cells with the net distributable amounts, in the order of the sources.
 */
export async function writeSummary(
  writer: Writer,
  out: Writable,
  distribution: Distribution,
  lines: readonly SourceLine[],
): Promise<readonly string[]> {
  const { reconciliation } = distribution;
  const {
    put,
    firstRow: first,
    end,
  } = await startSummary(writer, out, {
    title: distribution.name,
    facts: [
      ['Distribution date', 'date', distribution.distributionDate],
      ['Status', 'status', distribution.status],
      ['Currency', 'reference', distribution.currency],
      ['Default escrow %', 'percent', distribution.defaultEscrow],
      ['Default escrow % when terminated', 'percent', distribution.defaultTerminatedEscrow],
      ['Description', 'longText', distribution.description],
      ['Reversal of', 'reference', distribution.reversalOf],
      ['Calculated with engine', 'text', distribution.engineVersion],
      ['Tax sheet', 'text', 'Taxes of 0.00 are left out'],
      ['Not determined, because', 'longText', reasonsOf(distribution)],
    ],
    columns,
  });
  const distributable: string[] = [];
  for (const { source, figures, totalOf } of lines) {
    const at = await put((row) => {
      const values = [
        source.source.name,
        source.type,
        source.source.holder,
        source.numberOfParticipants === null ? null : String(source.numberOfParticipants),
        source.defaultEscrow,
        source.netDistributableAmount,
        source.unallocated,
      ];
      const visible = zip(columns.slice(0, values.length), values);
      for (const [index, [[, kind], value]] of visible.entries()) {
        if (value === null && unknowable.has(index + 1))
          putCell(row.getCell(index + 1), 'text', notDetermined, bodyStyles.money);
        else putCell(row.getCell(index + 1), kind, value);
      }
      for (const [index, [field]] of figureTitles.entries()) {
        const cell = row.getCell(FIRST_FIGURE + index);
        const figure = figures[field];
        putCell(cell, figure === null ? 'text' : 'money', figure ?? notDetermined, bodyStyles.money);
        const total = totalOf(index);
        if (total && figure !== null) putFormula(row, FIRST_FIGURE + index, total, figures[field]);
      }
      row.getCell(DIFFERENCE).style = bodyStyles.money;
      putFormula(row, DIFFERENCE, differenceOf(row.number), figures.netCarryDistributed === null ? null : '0');
    });
    distributable.push(sheetCellAddress('Summary', DISTRIBUTABLE, at));
  }
  await put((row) => {
    const last = row.number - 1;
    for (const [index, [, kind]] of columns.entries()) row.getCell(index + 1).style = totalStyles[kind];
    row.getCell(1).value = 'Total';
    // A participant in several sources counts once, so this is not a sum.
    row.getCell(PARTICIPANTS).value = distribution.numberOfParticipants ?? notDetermined;
    const whole: readonly (readonly [number, string | null])[] = [
      [DISTRIBUTABLE, reconciliation.netDistributableAmount],
      [UNALLOCATED, reconciliation.unallocated],
      ...figureTitles.map(([field], index) => [FIRST_FIGURE + index, reconciliation[field]] as const),
    ];
    for (const [column, value] of whole) {
      const range = `${cellAddress(column, first)}:${cellAddress(column, last)}`;
      if (last >= first) putFormula(row, column, `ROUND(SUM(${range}),2)`, value);
    }
    putFormula(row, DIFFERENCE, differenceOf(row.number), reconciliation.difference);
  });
  end();
  return distributable;
}
