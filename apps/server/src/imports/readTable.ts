import { csvRows, refusalOf, readWorkbook } from '@carrara/adapters/spreadsheet/read';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import {
  type ImportFields,
  type Mapping,
  type ReadRow,
  type RowError,
  standardMapping,
  tableReader,
  type TableReader,
  type UploadedSheet,
} from '@carrara/domain/platform/upload';
import { type FileToRead, isCsv } from './fileToRead.ts';

type TableRow = UploadedSheet['rows'][number];

/** A file as its rows were read, with what is wrong in them. */
export interface ReadTable {
  readonly sheet: string;
  readonly rows: readonly ReadRow[];
  readonly errors: readonly RowError[];
  readonly notes: readonly string[];
  /** The heading under which a column stands in the file. */
  readonly headingOf: (field: string) => string;
  readonly mapping: Mapping;
}

/** Of a wrong heading every row is wrong: more than these say nothing new. */
const mostErrors = 5000;

/**
 * Reads a table row by row; what is held of it are the values that the mapping names.
 *
 * Fails: FILE_NOT_READABLE, FILE_TOO_LARGE.
 */
export async function readTable(
  file: FileToRead,
  fields: ImportFields,
  given: Mapping | null,
): Promise<Result<ReadTable, Failures>> {
  const mapping = given ?? standardMapping(fields);
  const reading = new TableReading(fields, mapping);
  if (isCsv(file)) {
    const read = await refusalOf(async () => {
      reading.begin('csv');
      for await (const row of csvRows(file.stream())) reading.take(row);
    });
    return read.map(() => reading.end());
  }
  const sheets = await readWorkbook(await file.bytes());
  if (sheets.isErr()) return err(sheets.error);
  const sheet = sheetOf(sheets.value, mapping);
  reading.begin(sheet?.name ?? mapping.sheet ?? '');
  if (sheet === undefined) reading.refuse(`The file has no sheet '${mapping.sheet ?? ''}'.`);
  for (const row of sheet?.rows ?? []) reading.take(row);
  return ok(reading.end());
}

const sheetOf = (sheets: readonly UploadedSheet[], { sheet }: Mapping) =>
  sheet === null ? sheets[0] : sheets.find(({ name }) => name.trim().toLowerCase() === sheet.trim().toLowerCase());

class TableReading {
  readonly #fields: ImportFields;
  readonly #mapping: Mapping;
  readonly #rows: ReadRow[] = [];
  readonly #errors: RowError[] = [];
  #sheet = '';
  #reader: TableReader | undefined;
  #rounded = 0;
  #errorCount = 0;

  constructor(fields: ImportFields, mapping: Mapping) {
    this.#fields = fields;
    this.#mapping = mapping;
  }

  begin(sheet: string): void {
    this.#sheet = sheet;
  }

  refuse(reason: string): void {
    this.#note({ sheet: this.#sheet, row: null, column: null, reason });
  }

  take(row: TableRow): void {
    if (row.row < this.#mapping.firstRow) return;
    if (this.#reader === undefined) {
      this.#reader = tableReader(this.#fields, this.#mapping, this.#sheet, row);
      for (const error of this.#reader.headingErrors) this.#note(error);
      return;
    }
    // Without one of its columns no row is what it says.
    if (this.#reader.headingErrors.length > 0) return;
    const read = this.#reader.read(row);
    if (read === undefined) return;
    for (const error of read.errors) this.#note(error);
    if (read.errors.length > 0) return;
    this.#rows.push(read.row);
    this.#rounded += read.row.rounded;
  }

  end(): ReadTable {
    if (this.#reader === undefined && this.#errorCount === 0) this.refuse('The file has no rows.');
    else if (this.#rows.length === 0 && this.#errorCount === 0) this.refuse('The file has headings and no row below.');
    const unread = this.#reader?.unread ?? [];
    if (this.#errorCount > this.#errors.length) {
      const more = (this.#errorCount - this.#errors.length).toLocaleString('en');
      this.#errors.push({
        sheet: this.#sheet,
        row: null,
        column: null,
        reason: `${more} more errors are not listed here.`,
      });
    }
    const headings = new Map(this.#mapping.columns.map(({ heading, field }) => [field, heading]));
    return {
      sheet: this.#sheet,
      rows: this.#rows,
      errors: this.#errors,
      notes: [
        ...(unread.length > 0 ? [`Not read: ${unread.join(', ')}.`] : []),
        ...(this.#rounded > 0
          ? [
              `${this.#rounded.toLocaleString('en')} ${this.#rounded === 1 ? 'amount was' : 'amounts were'} rounded by no more than 0.0001 of a cent.`,
            ]
          : []),
      ],
      headingOf: (field) => headings.get(field) ?? this.#fields[field]?.title ?? field,
      mapping: this.#mapping,
    };
  }

  #note(error: RowError): void {
    this.#errorCount += 1;
    if (this.#errors.length < mostErrors) this.#errors.push(error);
  }
}
