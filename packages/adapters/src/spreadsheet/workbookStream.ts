import { PassThrough, type Readable, type Writable } from 'node:stream';
import ExcelJS from 'exceljs';

export type Writer = ExcelJS.stream.xlsx.WorkbookWriter;
export type Sheet = ExcelJS.Worksheet;

const ROWS_BETWEEN_PAUSES = 200;

const LONGEST = 31;

/** The longest end of a name that is preserved. It distinguishes names that begin alike, such as those of tranches. */
const LONGEST_END = 12;

/** Shortens a name in the middle, between whole words if possible. */
function shortened(name: string, length: number): string {
  if (name.length <= length) return name;
  const nameParts = name.split(' ');
  const joined = (from: number, to?: number) => nameParts.slice(from, to).join(' ');
  const from = nameParts.findIndex((_, at) => joined(at).length <= LONGEST_END);
  const end = from === -1 ? '' : ` ${joined(from)}`;
  const fits = (count: number) => joined(0, count).length + 1 + end.length <= length;
  const count = nameParts.findLastIndex((_, at) => at > 0 && fits(at));
  if (count > 0) return `${joined(0, count).replace(/,$/, '')}…${end}`;
  // No surrogate pair is split.
  return Array.from(name).slice(0, length).join('').slice(0, length).trim();
}

/**
 * Returns a valid and unique sheet name. Excel refuses these characters, more than 31 of any, an apostrophe at either
 * end, and the name 'History'.
 */
export function sheetName(title: string, used: Set<string>): string {
  const clean = title
    .replace(/[:\\/?*[\]\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^'+|'+$/g, '');
  const stem = clean === '' || clean.toLowerCase() === 'history' ? `${clean || 'Sheet'} 1` : clean;
  let name = shortened(stem, LONGEST);
  for (let next = 2; used.has(name.toLowerCase()); next += 1) {
    const suffix = ` (${next})`;
    name = shortened(stem, LONGEST - suffix.length) + suffix;
  }
  used.add(name.toLowerCase());
  return name;
}

/** Private fields of ExcelJS and of its streams. */
interface ZipEntryStream {
  readonly stream: { readonly pipes: readonly (Writable & { _writableState: { needDrain: boolean } })[] };
}

/**
 * Waits for written data to drain. ExcelJS passes committed rows on without backpressure, so a slow reader would let
 * the whole workbook pile up in memory. Every few rows, this checks the zip entry underneath and waits until it accepts
 * more.
 */
async function drain(sheet: Sheet, out: Writable): Promise<void> {
  const entry = (sheet as Sheet & ZipEntryStream).stream.pipes[0];
  if (entry?._writableState.needDrain && !out.destroyed) {
    const disconnected = new AbortController();
    try {
      await new Promise<void>((resolve) => {
        entry.once('drain', resolve);
        out.once('close', resolve);
        disconnected.signal.addEventListener('abort', () => {
          entry.off('drain', resolve);
          out.off('close', resolve);
        });
      });
    } finally {
      disconnected.abort();
    }
  }
  // Lets other requests run between two batches of rows.
  await new Promise<void>((resolve) => setImmediate(resolve));
  if (out.destroyed) throw new Error('the reader of the workbook closed the connection');
}

/** Commits a row and, every few rows, waits for the reader. */
export async function commitRow(sheet: Sheet, row: ExcelJS.Row, out: Writable): Promise<void> {
  const number = row.number;
  row.commit();
  if (number % ROWS_BETWEEN_PAUSES === 0) await drain(sheet, out);
}

/** Streams a workbook while it is written. An error while writing ends the stream. */
export function workbookStream(title: string, fill: (writer: Writer, out: Writable) => Promise<void>): Readable {
  const out = new PassThrough();
  const writer = new ExcelJS.stream.xlsx.WorkbookWriter({
    stream: out,
    useSharedStrings: false,
    useStyles: true,
    zip: { zlib: { level: 6 } },
  });
  writer.title = title;
  // Otherwise ExcelJS would put in its own name.
  writer.creator = 'Carrara';
  writer.lastModifiedBy = 'Carrara';
  fill(writer, out)
    .then(() => writer.commit())
    .catch((reason: unknown) => out.destroy(reason instanceof Error ? reason : new Error(String(reason))));
  return out;
}
