import type { Endpoint } from '@carrara/contract/endpoint';
import type { Column } from '@carrara/contract/fields';
import type { ListDefinition, Page } from '@carrara/contract/paging';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { Readable } from 'node:stream';
import type { AnyOperation, FileAnswer, RequestContext } from '../operations.ts';
import type { Decoded } from './decode.ts';
import { spool } from './spool.ts';

export type ExportFormat = 'excel' | 'application/pdf' | 'csv';
export type Row = Readonly<Record<string, unknown>>;

/** What a list export is made of. */
export interface ExportedList {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<Row>;
  /** Sums over all rows that match. */
  readonly totals?: readonly { readonly field: string; readonly total: string }[] | undefined;
  readonly tenantName: string;
  readonly personName: string;
  readonly now: Date;
}

/** Turns the rows of any list into a file. */
export type ListFile = (list: ExportedList) => Promise<Readable>;
export type ListFiles = Readonly<Record<ExportFormat, ListFile>>;

const kindsOfFile = {
  excel: { extension: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  'application/pdf': { extension: 'pdf', type: 'application/pdf' },
  csv: { extension: 'csv', type: 'text/csv; charset=utf-8' },
} as const;

type ListQuery = Readonly<Record<string, unknown>> & { readonly format?: ExportFormat };

/** The file format that the request of a list asks for, if any. */
export function wantedFormat(endpoint: Endpoint, input: Decoded): ExportFormat | undefined {
  return endpoint.list ? (input.query as ListQuery).format : undefined;
}

/** An operation of a list that can give all rows that match, in batches. */
interface RowsOperation extends AnyOperation {
  rows(context: RequestContext, input: Decoded): Promise<Result<AsyncIterable<readonly Row[]>, Failures>>;
}
const givesRows = (operation: AnyOperation): operation is RowsOperation => 'rows' in operation;

/** All pages of a list, with the request's filter and sort, as a file. The rows are those of one snapshot: the caller's transaction. */
export async function exportList(
  files: ListFiles,
  list: ListDefinition,
  format: ExportFormat,
  operation: AnyOperation,
  context: RequestContext,
  input: Decoded,
): Promise<Result<FileAnswer, Failures>> {
  const readPage = async (startPage: number, pageSize: number) => {
    const query = { ...(input.query as ListQuery), startPage, pageSize, format: undefined };
    return (await operation(context, { ...input, query })) as Result<Page<Row>, Failures>;
  };
  // One row is enough to learn the totals, which are those of all rows.
  const first = await readPage(1, 1);
  if (first.isErr()) return err(first.error);
  const batches = givesRows(operation)
    ? await operation.rows(context, input)
    : ok(pagesOf((page) => readPage(page, batchSize)));
  if (batches.isErr()) return err(batches.error);
  const { title, columns } = list;
  const rows = singly(batches.value);
  const { tenant, person, now, today } = context;
  const exported = {
    title,
    columns,
    rows,
    totals: first.value.totals,
    tenantName: tenant.name,
    personName: person.name,
    now,
  };
  const content = await spool(await files[format](exported));
  const { extension, type } = kindsOfFile[format];
  return ok({ name: `${title} ${today}.${extension}`, type, content });
}

const batchSize = 1000;

async function* pagesOf(
  readPage: (page: number) => Promise<Result<Page<Row>, Failures>>,
): AsyncGenerator<readonly Row[]> {
  for (let page = 1, read = 0; ; page += 1) {
    const answer = await readPage(page);
    if (answer.isErr()) throw new Error(`a page that follows an answered one was refused: ${answer.error[0]?.code}`);
    const { pageData, totalItemCount } = answer.value;
    yield pageData;
    read += pageData.length;
    if (pageData.length === 0 || read >= totalItemCount) return;
  }
}

async function* singly(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch;
}
