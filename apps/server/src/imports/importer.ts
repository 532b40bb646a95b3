import { fileTypes, isCsv, type MappedType } from '@carrara/contract/core/fileTypes';
import { importFields } from '@carrara/contract/importFields';
import { readCsv } from '@carrara/adapters/spreadsheet/read/csv';
import { type ReadSheet, readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import type { Failures, Result } from '@carrara/domain/kernel';
import {
  type ImportFields,
  sortByRow,
  type Mapping,
  type RowError,
  type UploadedSheet,
} from '@carrara/domain/platform/upload';
import type { RequestContext } from '../core/operations.ts';
import type { FileToRead } from '../files/fileToRead.ts';
import type { PlanOptions, Importer, PlannedImport } from '../usecases/platform/importer.ts';
import { type ReadTable, readTable } from './readTable.ts';
import { tableTemplate } from './tableTemplate.ts';

/** Reads a small file as sheets. A CSV file becomes a workbook with one sheet. */
export const readSheets = async (file: FileToRead): Promise<Result<readonly ReadSheet[], Failures>> =>
  isCsv(file) ? readCsv(file.stream(), { maxRows: 50_000 }) : readWorkbook(await file.bytes());

/** A file as sheets under the product's own headings, with the unreadable rows of a mapped file. */
export interface ReadSheets {
  readonly sheets: readonly UploadedSheet[];
  readonly errors: readonly RowError[];
  readonly notes: readonly string[];
  /** Returns the file's heading for one of the product's. */
  readonly headingOf: (title: string) => string;
}

/** Reads a file through a mapping template into a sheet with the product's headings. */
async function mappedSheets(
  file: FileToRead,
  fields: ImportFields,
  mapping: Mapping,
): Promise<Result<ReadSheets, Failures>> {
  const read = await readTable(file, fields, mapping);
  return read.map(({ sheet, rows, errors, notes, headingOf }): ReadSheets => {
    const columns = Object.entries(fields).map(([field, { title }], at) => ({ field, title, column: at + 1 }));
    const cell = (column: number, text: string) => ({ column, type: 'text' as const, text });
    const head = { row: mapping.firstRow, cells: columns.map(({ column, title }) => cell(column, title)) };
    const below = rows.map(({ row, values }) => ({
      row,
      cells: columns.map(({ field, column }) => cell(column, values[field] ?? '')),
    }));
    const fieldOf = new Map(columns.map(({ field, title }) => [title, field]));
    return {
      sheets: [{ name: sheet, rows: [head, ...below] }],
      errors,
      notes,
      headingOf: (title) => headingOf(fieldOf.get(title) ?? title),
    };
  });
}

type SheetPlan = (context: RequestContext, sheets: readonly UploadedSheet[]) => Promise<PlannedImport>;
/** Creates an importer for files read as sheets. With `fields`, also through a mapping template. */
export const sheetImporter = (
  importer: Pick<Importer, 'template' | 'fields' | 'sample'> & { readonly plan: SheetPlan },
): Importer<ReadSheets> => ({
  ...importer,
  read: async (file, mapping) =>
    mapping && importer.fields
      ? mappedSheets(file, importer.fields, mapping)
      : (await readSheets(file)).map((sheets) => ({ sheets, errors: [], notes: [], headingOf: (title) => title })),
  async plan(context, { sheets, errors, notes, headingOf }) {
    // A mapped file without readable rows only has errors. There is nothing to plan.
    const isEmpty = errors.length > 0 && sheets.every(({ rows }) => rows.length <= 1);
    const planned = await importer.plan(context, isEmpty ? [] : sheets);
    const found = (isEmpty ? [] : planned.errors).map((error) => ({
      ...error,
      column: error.column === null ? null : headingOf(error.column),
    }));
    const names = sheets.map(({ name }) => name);
    return { ...planned, errors: sortByRow([...errors, ...found], names), notes: [...notes, ...planned.notes] };
  },
});

interface TableImporter extends Pick<Importer, 'refuses' | 'undo'> {
  readonly sample: string;
  readonly plan: (context: RequestContext, table: ReadTable, how: PlanOptions) => Promise<PlannedImport>;
}
/** Creates an importer for a table whose rows are read one by one through a mapping. */
export const tableImporter = (type: MappedType, importer: TableImporter): Importer<ReadTable> => ({
  ...importer,
  fields: importFields[type],
  read: (file, mapping) => readTable(file, importFields[type], mapping),
  template: () => tableTemplate(fileTypes[type].title, importFields[type]),
});
