import type { Change } from '@carrara/adapters/postgres/engine/journal';
import { readCsv, type ReadSheet, readWorkbook } from '@carrara/adapters/spreadsheet/read';
import type { Permission } from '@carrara/contract/core/permissions';
import type { UploadReport } from '@carrara/contract/platform/upload';
import type { Failures, Result } from '@carrara/domain/kernel';
import {
  type ImportFields,
  inOrderOfRows,
  type Mapping,
  type RowError,
  type UploadedSheet,
} from '@carrara/domain/platform/upload';
import type { RequestContext } from '../core/operations.ts';
import { type FileToRead, isCsv } from '../files/fileToRead.ts';
import { type ReadTable, readTable } from './readTable.ts';

/** Side effects of an import: live events to send with the upload's audit entry, and further audit entries. */
export interface CarriedOut {
  readonly alsoTells: NonNullable<Change['alsoTells']>;
  readonly following: readonly Change[];
}

/** Effects of undoing an upload, and the function that does it in the transaction of a request. */
export interface PlannedUndo {
  readonly notes: readonly string[];
  readonly figures: UploadReport['figures'];
  carryOut(): Promise<Result<CarriedOut, Failures>>;
}
/** Options for undoing an upload: the reason, and whether it is about to be done. */
export interface HowUndone {
  readonly reason: string;
  readonly isWritten: boolean;
}

/** A change with its stored values. */
export type PlannedChange = UploadReport['changes'][number] & { readonly isNumber?: true };

/** Effects of importing a file, and the function that does it in the transaction of a request, all or nothing. */
export interface PlannedImport {
  readonly effects: UploadReport['effects'];
  /** If there are any, nothing is imported. Effects and changes then cover the rows without errors. */
  readonly errors: UploadReport['errors'];
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly changes: readonly PlannedChange[];
  readonly conflict?: UploadReport['conflict'];
  readonly figures?: UploadReport['figures'];
  readonly sums?: UploadReport['sums'];
  carryOut(
    context: RequestContext,
    onProgress: (percent: number) => void,
  ): Promise<Result<CarriedOut | undefined | void, Failures>>;
}

/** Options for planning a checked file. */
export interface HowPlanned {
  readonly uploadId: string;
  readonly mapping: Mapping | null;
  /** True to reverse entries of an earlier file on the same dates that this one doesn't have. */
  readonly overwrite: boolean;
  /** True if it is about to be imported, so that its inputs must not change until then. */
  readonly isWritten: boolean;
  /** Called with the progress of planning in percent. */
  readonly onProgress?: (percent: number) => void;
}

/**
 * A kind of file that can be uploaded. `read` holds no connection. `plan` decides what the file would change, and
 * changes nothing.
 */
export interface Importer<R = unknown> {
  /** Permission needed in addition to uploading. */
  readonly permission: Permission;
  /** Columns of a kind of file that may have custom headings. */
  readonly fields?: ImportFields;
  /** Returns reasons why this person can't read a file of this kind, besides the permission. */
  readonly refuses?: (context: RequestContext) => Promise<Failures>;
  /** Plans undoing everything that an upload entered. */
  readonly undo?: (context: RequestContext, uploadId: string, how: HowUndone) => Promise<Result<PlannedUndo, Failures>>;
  read(file: FileToRead, mapping: Mapping | null): Promise<Result<R, Failures>>;
  plan(context: RequestContext, read: R, how: HowPlanned): Promise<PlannedImport>;
  /** Creates the empty workbook. */
  template(): Promise<Buffer>;
}

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
  given: Pick<Importer, 'permission' | 'template' | 'fields'> & { readonly plan: SheetPlan },
): Importer<ReadSheets> => ({
  ...given,
  read: async (file, mapping) =>
    mapping && given.fields
      ? mappedSheets(file, given.fields, mapping)
      : (await readSheets(file)).map((sheets) => ({ sheets, errors: [], notes: [], headingOf: (title) => title })),
  async plan(context, { sheets, errors, notes, headingOf }) {
    // A mapped file without readable rows only has errors. There is nothing to plan.
    const isEmpty = errors.length > 0 && sheets.every(({ rows }) => rows.length <= 1);
    const planned = await given.plan(context, isEmpty ? [] : sheets);
    const found = (isEmpty ? [] : planned.errors).map((one) => ({
      ...one,
      column: one.column === null ? null : headingOf(one.column),
    }));
    const names = sheets.map(({ name }) => name);
    return { ...planned, errors: inOrderOfRows([...errors, ...found], names), notes: [...notes, ...planned.notes] };
  },
});

type TablePlan = (context: RequestContext, table: ReadTable, how: HowPlanned) => Promise<PlannedImport>;
/** Creates an importer for a table whose rows are read one by one through a mapping. */
export const tableImporter = (
  given: Omit<Importer, 'read' | 'plan' | 'fields'> & { readonly fields: ImportFields; readonly plan: TablePlan },
): Importer<ReadTable> => ({ ...given, read: (file, mapping) => readTable(file, given.fields, mapping) });
