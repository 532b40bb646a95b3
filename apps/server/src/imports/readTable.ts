import { fileTypes, isCsv } from '@carrara/contract/core/fileTypes';
import { importFields } from '@carrara/contract/importFields';
import { maxErrorsStored } from '@carrara/contract/platform/upload/upload';
import { csvRows, catchRefusal } from '@carrara/adapters/spreadsheet/read/csv';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import {
  type ImportFields,
  kindOfHeadings,
  type Mapping,
  type ReadRow,
  type RowError,
  standardMapping,
  tableReader,
  type TableReader,
  unlistedErrors,
  type UploadedSheet,
} from '@carrara/domain/platform/upload';
import type { FileToRead } from '../files/fileToRead.ts';

type TableRow = UploadedSheet['rows'][number];

/** The rows of a file with their errors. */
export interface ReadTable {
  readonly sheet: string;
  readonly rows: readonly ReadRow[];
  /** Includes rows with invalid cells. Their other errors are reported too, and none of them is imported. */
  readonly every: readonly ReadRow[];
  readonly errors: readonly RowError[];
  readonly notes: readonly string[];
  /** Returns the heading of a column in the file. */
  readonly headingOf: (field: string) => string;
  readonly mapping: Mapping;
}

/**
 * Reads a table row by row. Only the values that the mapping names are kept in memory.
 *
 * Fails: FILE_NOT_READABLE, FILE_TOO_LARGE.
 */
export async function readTable(
  file: FileToRead,
  fields: ImportFields,
  requestedMapping: Mapping | null,
): Promise<Result<ReadTable, Failures>> {
  const mapping = requestedMapping ?? standardMapping(fields);
  const reading = new TableReading(fields, mapping);
  if (isCsv(file)) {
    const read = await catchRefusal(async () => {
      reading.begin('csv');
      for await (const row of csvRows(file.stream())) reading.read(row);
    });
    return read.map(() => reading.end());
  }
  const sheets = await readWorkbook(await file.bytes());
  if (sheets.isErr()) return err(sheets.error);
  const sheet = sheetOf(sheets.value, mapping);
  if (sheet) return ok(readSheet(sheet, fields, mapping));
  reading.begin(mapping.sheet ?? '');
  reading.refuse(`The file has no sheet '${mapping.sheet ?? ''}'.`);
  return ok(reading.end());
}

/** Converts a sheet of a workbook to a table. */
export function readSheet({ name, rows }: UploadedSheet, fields: ImportFields, mapping: Mapping): ReadTable {
  const reading = new TableReading(fields, mapping);
  reading.begin(name);
  for (const row of rows) reading.read(row);
  return reading.end();
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

  read(row: TableRow): void {
    if (row.row < this.#mapping.firstRow) return;
    if (this.#reader === undefined) {
      this.#reader = tableReader(this.#fields, this.#mapping, this.#sheet, row);
      const { headingErrors } = this.#reader;
      const [firstError] = headingErrors;
      for (const error of headingErrors) this.#note(error);
      const kind =
        firstError === undefined
          ? undefined
          : kindOfHeadings(
              importFields,
              row.cells.map(({ text }) => text),
            );
      if (firstError !== undefined && kind !== undefined && importFields[kind] !== this.#fields)
        this.#note({
          ...firstError,
          column: null,
          reason: `The headings belong to another kind of file: ${fileTypes[kind].title}.`,
        });
      return;
    }
    // If a column is missing, no row can be trusted.
    if (this.#reader.headingErrors.length > 0) return;
    const read = this.#reader.read(row);
    if (read === undefined) return;
    for (const error of read.errors) this.#note(error);
    this.#rows.push(read.row);
    if (read.errors.length === 0) this.#rounded += read.row.rounded;
  }

  end(): ReadTable {
    if (this.#reader === undefined && this.#errorCount === 0) this.refuse('The file has no rows.');
    else if (this.#rows.length === 0 && this.#errorCount === 0) this.refuse('The file has headings but no rows.');
    const unread = this.#reader?.unread ?? [];
    const more = this.#errorCount - this.#errors.length;
    if (more > 0) this.#errors.push(unlistedErrors(this.#sheet, more));
    const headings = new Map(this.#mapping.columns.map(({ heading, field }) => [field, heading]));
    return {
      sheet: this.#sheet,
      rows: this.#rows.filter(({ unread: wrong }) => wrong === undefined),
      every: this.#rows,
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
    if (this.#errors.length < maxErrorsStored) this.#errors.push(error);
  }
}
