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
import type { RequestContext } from '../operations.ts';
import { type FileToRead, isCsv } from './fileToRead.ts';
import { type ReadTable, readTable } from './readTable.ts';

/** What an import did beside its records: who else has to be told with the act of the upload, and what the trail says after it. */
export interface CarriedOut {
  readonly alsoTells: NonNullable<Change['alsoTells']>;
  readonly following: readonly Change[];
}

/** What reversing an upload would do, and how that is done in the transaction of a request. */
export interface PlannedUndo {
  readonly notes: readonly string[];
  readonly figures: UploadReport['figures'];
  carryOut(): Promise<Result<CarriedOut, Failures>>;
}
/** How an upload is reversed: why, and whether that is about to be done. */
export interface HowUndone {
  readonly reason: string;
  readonly isWritten: boolean;
}

/** A change with its values as they are stored. */
export type PlannedChange = UploadReport['changes'][number] & { readonly isNumber?: true };

/** What a file would change, and how that is done in the transaction of a request: all of it or nothing. */
export interface PlannedImport {
  readonly effects: UploadReport['effects'];
  /** With any of them nothing is done: effects and changes are then what the rows without an error would do. */
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

/** How a checked file is planned. */
export interface HowPlanned {
  readonly uploadId: string;
  readonly mapping: Mapping | null;
  /** What an earlier file entered for the same days and this one has not is reversed. */
  readonly overwrite: boolean;
  /** It is about to be carried out: what it is judged by must not change until then. */
  readonly isWritten: boolean;
  /** How much of the planning is done, in percent. */
  readonly onProgress?: (percent: number) => void;
}

/** A kind of file that can be uploaded. `read` holds no connection; `plan` decides what the file would change and changes nothing. */
export interface Importer<R = unknown> {
  /** What one must hold beside the right to upload. */
  readonly permission: Permission;
  /** The columns of a kind of file that may come with somebody else's headings. */
  readonly fields?: ImportFields;
  /** What stands against it that this person reads a file of this kind, beside the permission. */
  readonly refuses?: (context: RequestContext) => Promise<Failures>;
  /** What it entered can be reversed as a whole. */
  readonly undo?: (context: RequestContext, uploadId: string, how: HowUndone) => Promise<Result<PlannedUndo, Failures>>;
  read(file: FileToRead, mapping: Mapping | null): Promise<Result<R, Failures>>;
  plan(context: RequestContext, read: R, how: HowPlanned): Promise<PlannedImport>;
  /** The empty workbook. */
  template(): Promise<Buffer>;
}

/** A small file as sheets: a workbook, or a csv file as a workbook of one sheet. */
export const readSheets = async (file: FileToRead): Promise<Result<readonly ReadSheet[], Failures>> =>
  isCsv(file) ? readCsv(file.stream(), { maxRows: 50_000 }) : readWorkbook(await file.bytes());

/** A file as sheets under the product's own headings, with the rows of a mapped file that could not be read. */
export interface ReadSheets {
  readonly sheets: readonly UploadedSheet[];
  readonly errors: readonly RowError[];
  readonly notes: readonly string[];
  /** The heading of the file for one of the product's own. */
  readonly headingOf: (title: string) => string;
}

/** Reads a file by a mapping template into a sheet with the product's own headings. */
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
/** An importer of a file that is read as sheets; with `fields` also by a mapping template. */
export const sheetImporter = (
  given: Pick<Importer, 'permission' | 'template' | 'fields'> & { readonly plan: SheetPlan },
): Importer<ReadSheets> => ({
  ...given,
  read: async (file, mapping) =>
    mapping && given.fields
      ? mappedSheets(file, given.fields, mapping)
      : (await readSheets(file)).map((sheets) => ({ sheets, errors: [], notes: [], headingOf: (title) => title })),
  async plan(context, { sheets, errors, notes, headingOf }) {
    // A mapped file without a row that can be read says so, and has nothing to plan.
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
/** An importer of a table, whose rows are read one after the other by a mapping. */
export const tableImporter = (
  given: Omit<Importer, 'read' | 'plan' | 'fields'> & { readonly fields: ImportFields; readonly plan: TablePlan },
): Importer<ReadTable> => ({ ...given, read: (file, mapping) => readTable(file, given.fields, mapping) });
