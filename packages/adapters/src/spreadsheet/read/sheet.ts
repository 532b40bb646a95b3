import { serialDate } from '@carrara/domain/platform/upload';
import { type CellContent, parseAddress, displayedNumber } from './cell.ts';
import { fileNotReadable, type ReadLimits, Refusal, tooLarge } from './limits.ts';
import type { Package } from './package.ts';
import { decodeEscapes, type WorkbookParts } from './parts.ts';
import { type Attributes, readXml } from './xml.ts';

export interface ReadRow {
  /** Row number in the workbook, from 1. */
  readonly row: number;
  readonly cells: readonly CellContent[];
}
export interface ReadSheet {
  readonly name: string;
  readonly rows: readonly ReadRow[];
}
const notAnAddress = (sheet: string, address = '') =>
  `Sheet '${sheet}' has a cell at '${address.slice(0, 20)}', but the last cell of a sheet is XFD1048576. Save the file again in Excel and upload it.`;

/** Remaining reading budget for all sheets. */
export interface Budget {
  cells: number;
  characters: number;
}

type Content = Pick<CellContent, 'type' | 'text' | 'isPercent'>;

function contentOf({ t: type, s: style }: Attributes, stored: string, parts: WorkbookParts): Content | undefined {
  switch (type ?? 'n') {
    case 's':
      return { type: 'text', text: parts.sharedStrings[Number(stored)] ?? '' };
    case 'str':
    case 'inlineStr':
      return { type: 'text', text: decodeEscapes(stored) };
    case 'b':
      return { type: 'boolean', text: stored.trim() === '1' ? 'TRUE' : 'FALSE' };
    case 'e':
      return { type: 'error', text: stored };
    case 'd':
      return { type: 'date', text: stored.slice(0, 10) };
    default: {
      if (stored.trim() === '') return undefined;
      const number = displayedNumber(stored);
      if (number === undefined) return { type: 'error', text: stored.slice(0, 40) };
      const displayStyle = parts.styles[Number(style ?? 0)];
      const day = displayStyle === 'date' ? serialDate(Number(stored), parts.counts1904) : undefined;
      if (day) return { type: 'date', text: day };
      return { type: 'number', text: number, ...(displayStyle === 'percent' ? { isPercent: true } : {}) };
    }
  }
}

/** Reads the rows of a sheet that aren't empty. Fails: FILE_NOT_READABLE, FILE_TOO_LARGE. */
export async function readSheet(
  pack: Package,
  sheet: WorkbookParts['sheets'][number],
  parts: WorkbookParts,
  limits: ReadLimits,
  budget: Budget,
): Promise<ReadSheet> {
  const rows = new Map<number, CellContent[]>();
  let cell: Attributes | undefined;
  let stored = '';
  let reading = false;
  let rowNumber = 0;
  let column = 0;

  const add = (content: Content) => {
    if (column > limits.maxColumns || rowNumber > limits.maxRows) {
      const limitText = `${limits.maxRows} rows and ${limits.maxColumns} columns`;
      throw new Refusal(tooLarge(`Sheet '${sheet.name}' is larger than ${limitText}.`));
    }
    budget.cells -= 1;
    budget.characters -= content.text.length;
    if (budget.cells < 0 || budget.characters < 0)
      throw new Refusal(tooLarge('The workbook has too many cells. Split it and upload the parts.'));
    const cells = rows.get(rowNumber) ?? [];
    if (cells.length === 0) rows.set(rowNumber, cells);
    cells.push({ address: cell?.r ?? '', column, ...content });
  };

  await readXml(pack, sheet.part, {
    open: (name, attributes) => {
      if (name === 'row') {
        rowNumber = attributes.r ? Number(attributes.r) : rowNumber + 1;
        column = 0;
      } else if (name === 'c') {
        const address = attributes.r ? parseAddress(attributes.r) : { column: column + 1, row: rowNumber };
        if (!address) throw new Refusal(fileNotReadable(notAnAddress(sheet.name, attributes.r)));
        ({ column, row: rowNumber } = address);
        cell = attributes;
        stored = '';
      } else if (cell && (name === 'v' || name === 't')) {
        reading = true;
      }
    },
    text: (text) => {
      if (reading) stored += text;
    },
    close: (name) => {
      if (name === 'v' || name === 't') reading = false;
      if (name !== 'c' || !cell) return;
      const content = contentOf(cell, stored, parts);
      if (content && content.text.trim() !== '') add(content);
      cell = undefined;
    },
  });
  return { name: sheet.name, rows: [...rows].map(([row, cells]) => ({ row, cells })) };
}
