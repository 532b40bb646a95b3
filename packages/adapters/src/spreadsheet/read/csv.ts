import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { CellContent } from './cell.ts';
import { fileNotReadable, Refusal, tooLarge } from './limits.ts';
import type { ReadRow, ReadSheet } from './sheet.ts';

/** Limits beyond which a CSV file is refused. */
export interface CsvLimits {
  readonly maxRows: number;
  readonly maxColumns: number;
  /** Characters per cell. */
  readonly maxCharacters: number;
}

/** Several times the size of a long quarter of a large administrator. */
const csvLimits: CsvLimits = { maxRows: 200_000, maxColumns: 200, maxCharacters: 32_767 };

/** The comma comes last because numbers contain it as well. */
const separators = [';', '\t', '|', ','] as const;

/** Returns how many rows have as many cells as the longest one. */
function evenRows(counts: readonly number[]): number {
  const most = Math.max(...counts);
  return most < 2 ? 0 : counts.filter((count) => count === most).length;
}

/**
 * Yields the rows of a CSV file as they are read, keeping no more than a chunk in memory. The separator (comma,
 * semicolon, tab, bar) is the one that gives most of the first rows the same number of cells. Quoted cells may contain
 * separators and line breaks. Empty rows are skipped.
 *
 * Fails: throws a Refusal with FILE_NOT_READABLE (not UTF-8 or UTF-16 text, a NUL character, an unclosed quotation
 * mark) or FILE_TOO_LARGE (rows, columns, a cell).
 */
export async function* csvRows(
  content: AsyncIterable<Uint8Array>,
  limits: CsvLimits = csvLimits,
): AsyncGenerator<ReadRow> {
  const parser = new Parser(limits);
  for await (const text of decoded(content)) yield* parser.feed(text);
  yield* parser.end();
}

/** Reads a small CSV file as a workbook with one sheet. Fails: as `csvRows`, as a result. */
export async function readCsv(
  content: AsyncIterable<Uint8Array>,
  limits: Partial<CsvLimits> = {},
): Promise<Result<readonly ReadSheet[], Failures>> {
  const rows: ReadRow[] = [];
  return catchRefusal(async () => {
    for await (const row of csvRows(content, { ...csvLimits, ...limits })) rows.push(row);
    return [{ name: 'csv', rows }];
  });
}

/** Runs the work and returns its result, or the refusal that ended it. */
export async function catchRefusal<T>(work: () => Promise<T>): Promise<Result<T, Failures>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof Refusal) return err([error.failure]);
    throw error;
  }
}

const saveAs = 'Save it as "CSV UTF-8" and upload it again.';

async function* decoded(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let lines = 1;
  const text = (by: TextDecoder, bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? by.decode() : by.decode(bytes, { stream: true });
    } catch {
      const line = lines + lineBreaks(wholeText(bytes));
      throw new Refusal(fileNotReadable(`Line ${line.toLocaleString('en')} of the file isn’t UTF-8 text. ${saveAs}`));
    }
  };
  let first: Uint8Array = new Uint8Array();
  for await (const next of content) {
    // The first bytes determine the encoding.
    const bytes = decoder === undefined ? Buffer.concat([first, next]) : next;
    first = bytes;
    if (decoder === undefined && bytes.byteLength < 4) continue;
    decoder ??= decoderOf(bytes);
    const piece = text(decoder, bytes);
    lines += lineBreaks(piece);
    if (piece.includes('\u0000'))
      throw new Refusal(
        fileNotReadable('The file contains a NUL character, so it isn’t a CSV file. Save it again as CSV.'),
      );
    yield piece;
  }
  if (decoder === undefined) {
    decoder = decoderOf(first);
    yield text(decoder, first);
  }
  yield text(decoder);
}

const lineBreaks = (text: string): number => text.split('\n').length - 1;

/** Returns the text before the first invalid byte. */
function wholeText(bytes: Uint8Array = new Uint8Array()): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  const at = text.indexOf('\uFFFD');
  return at < 0 ? text : text.slice(0, at);
}

function decoderOf(bytes: Uint8Array): TextDecoder {
  const [first, second] = bytes;
  if ((first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf))
    throw new Refusal(fileNotReadable('The file is a workbook, not a CSV file. Rename it with the extension .xlsx.'));
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
}

/** Number of rows from which the separator is detected: a title may be above the headings. */
const SAMPLED_LINES = 10;

/** Parses characters as they arrive, and keeps only the current row in memory. */
class Parser {
  readonly #limits: CsvLimits;
  #separator: string | undefined;
  /** The first rows, until the separator is detected. */
  #head = '';
  #line = 1;
  #rowLine = 1;
  #rows = 0;
  #cells: CellContent[] = [];
  #column = 1;
  #cell = '';
  #isQuoted = false;
  /** A quotation mark was read inside a quoted cell: it ends the cell or is the first half of an escaped one. */
  #mayClose = false;
  #wasReturn = false;

  constructor(limits: CsvLimits) {
    this.#limits = limits;
  }

  *feed(text: string): Generator<ReadRow> {
    if (this.#separator === undefined) {
      this.#head += text;
      if (
        this.#head.length <= this.#limits.maxCharacters &&
        (this.#head.match(/[\r\n]+/g)?.length ?? 0) < SAMPLED_LINES
      )
        return;
      yield* this.#begin();
      return;
    }
    yield* this.#read(text);
  }

  *end(): Generator<ReadRow> {
    if (this.#separator === undefined) yield* this.#begin();
    if (this.#isQuoted && !this.#mayClose) {
      const text = `A quotation mark in row ${String(this.#rowLine)} isn’t closed. Add the closing quotation mark.`;
      throw new Refusal(fileNotReadable(text));
    }
    yield* this.#endRow();
  }

  *#begin(): Generator<ReadRow> {
    const lines = this.#head.replace(/"[^"]*"/g, '').split(/[\r\n]+/, SAMPLED_LINES);
    const even = separators.map((separator) => evenRows(lines.map((line) => line.split(separator).length)));
    this.#separator = separators[even.indexOf(Math.max(...even))] ?? ',';
    const head = this.#head;
    this.#head = '';
    yield* this.#read(head);
  }

  *#read(text: string): Generator<ReadRow> {
    let from = 0;
    for (let i = 0; i < text.length; i += 1) {
      const char = text.charAt(i);
      if (this.#isQuoted) {
        if (this.#mayClose) {
          this.#mayClose = false;
          if (char === '"') {
            this.#put('"');
            from = i + 1;
            continue;
          }
          this.#isQuoted = false;
          from = i;
        } else {
          if (char === '"') {
            this.#put(text.slice(from, i));
            this.#mayClose = true;
            from = i + 1;
          } else if (char === '\n') this.#line += 1;
          continue;
        }
      }
      if (char === '"' && this.#cell === '' && from === i) {
        this.#isQuoted = true;
        from = i + 1;
      } else if (char === this.#separator) {
        this.#put(text.slice(from, i));
        this.#endCell();
        from = i + 1;
      } else if (char === '\n' || char === '\r') {
        this.#put(text.slice(from, i));
        from = i + 1;
        const isSecondHalf = char === '\n' && this.#wasReturn;
        this.#wasReturn = char === '\r';
        if (isSecondHalf) continue;
        yield* this.#endRow();
        this.#line += 1;
        this.#rowLine = this.#line;
        continue;
      }
      this.#wasReturn = false;
    }
    this.#put(text.slice(from));
  }

  #put(text: string): void {
    this.#cell += text;
    if (this.#cell.length > this.#limits.maxCharacters) {
      const most = this.#limits.maxCharacters.toLocaleString('en');
      throw new Refusal(tooLarge(`A cell in row ${String(this.#rowLine)} has more than ${most} characters.`));
    }
  }

  #endCell(): void {
    if (this.#column > this.#limits.maxColumns)
      throw new Refusal(
        tooLarge(`Row ${String(this.#rowLine)} has more than ${String(this.#limits.maxColumns)} columns.`),
      );
    if (this.#cell.trim() !== '') {
      this.#cells.push({ address: '', column: this.#column, type: 'text', text: this.#cell });
    }
    this.#cell = '';
    this.#column += 1;
    this.#isQuoted = false;
    this.#mayClose = false;
  }

  *#endRow(): Generator<ReadRow> {
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    this.#column = 1;
    if (cells.length === 0) return;
    this.#rows += 1;
    // The headings count as a row as well.
    if (this.#rows > this.#limits.maxRows + 1) {
      const most = this.#limits.maxRows.toLocaleString('en');
      throw new Refusal(
        tooLarge(`The file has more than ${most} rows. Split it by vehicle or year, and upload the parts.`),
      );
    }
    yield { row: this.#rowLine, cells };
  }
}
