import { PassThrough, type Readable, type Writable } from 'node:stream';
import ExcelJS from 'exceljs';

export type Writer = ExcelJS.stream.xlsx.WorkbookWriter;
export type Sheet = ExcelJS.Worksheet;

const ROWS_BETWEEN_PAUSES = 200;

const LONGEST = 31;

/** Excel refuses these characters in a sheet's name, more than 31 of any, an apostrophe at its ends, and the name 'History'. */
export function sheetName(wanted: string, taken: Set<string>): string {
  const clean = wanted
    .replace(/[:\\/?*[\]\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^'+|'+$/g, '');
  const stem = clean === '' || clean.toLowerCase() === 'history' ? `${clean || 'Sheet'} 1` : clean;
  const first = Array.from(stem).slice(0, LONGEST).join('').slice(0, LONGEST);
  // A long name ends with a whole word, where that leaves most of it.
  const words = first.slice(0, Math.max(0, first.lastIndexOf(' ')));
  let name = (
    stem.length > first.length && !/^\s/.test(stem.slice(first.length)) && words.length > LONGEST / 2 ? words : first
  ).trim();
  for (let next = 2; taken.has(name.toLowerCase()); next += 1) {
    const suffix = ` (${next})`;
    name = stem.slice(0, 31 - suffix.length).trim() + suffix;
  }
  taken.add(name.toLowerCase());
  return name;
}

interface ZipEntryStream {
  readonly stream: { readonly pipes: readonly (Writable & { _writableState: { needDrain: boolean } })[] };
}

/**
 * Lets what was written drain. A committed row is handed on without asking whether anybody takes it, so a slow reader would have the
 * whole workbook gather in memory: every few rows the writer looks at the zip entry below it and waits until it takes more.
 */
export async function drain(sheet: Sheet, out: Writable): Promise<void> {
  const entry = (sheet as unknown as ZipEntryStream).stream.pipes[0];
  if (entry?._writableState.needDrain && !out.destroyed) {
    const left = new AbortController();
    try {
      await new Promise<void>((resolve) => {
        entry.once('drain', resolve);
        out.once('close', resolve);
        left.signal.addEventListener('abort', () => {
          entry.off('drain', resolve);
          out.off('close', resolve);
        });
      });
    } finally {
      left.abort();
    }
  }
  // Other requests get their turn between two batches of rows.
  await new Promise<void>((resolve) => setImmediate(resolve));
  if (out.destroyed) throw new Error('the reader of the workbook has gone');
}

/** Commits a row and, every few rows, waits for the reader. */
export async function commitRow(sheet: Sheet, row: ExcelJS.Row, out: Writable): Promise<void> {
  const number = row.number;
  row.commit();
  if (number % ROWS_BETWEEN_PAUSES === 0) await drain(sheet, out);
}

/** Writes a workbook while it is read; a failure of the writing ends the stream with that error. */
export function workbookStream(title: string, fill: (writer: Writer, out: Writable) => Promise<void>): Readable {
  const out = new PassThrough();
  const writer = new ExcelJS.stream.xlsx.WorkbookWriter({
    stream: out,
    useSharedStrings: false,
    useStyles: true,
    zip: { zlib: { level: 6 } },
  });
  writer.title = title;
  // Told nothing, it would sign with its own name.
  writer.creator = 'Carrara';
  writer.lastModifiedBy = 'Carrara';
  fill(writer, out)
    .then(() => writer.commit())
    .catch((reason: unknown) => out.destroy(reason instanceof Error ? reason : new Error(String(reason))));
  return out;
}
