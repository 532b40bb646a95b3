import type { Endpoint } from '@carrara/contract/endpoint';
import type { Column } from '@carrara/contract/fields';
import type { ListDefinition, Page } from '@carrara/contract/paging';
import { type Failures, ok, type Result } from '@carrara/domain/kernel';
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

/** Rows are fetched so many at a time. */
const batchSize = 5000;

type ListQuery = Readonly<Record<string, unknown>> & { readonly format?: ExportFormat };

/** The file format that the request of a list asks for, if any. */
export function wantedFormat(endpoint: Endpoint, input: Decoded): ExportFormat | undefined {
  return endpoint.list ? (input.query as ListQuery).format : undefined;
}

/** All pages of a list, with the request's filter and sort, as a file. The rows are those of one snapshot: the caller's transaction. */
export async function exportList(
  files: ListFiles,
  list: ListDefinition,
  format: ExportFormat,
  operation: AnyOperation,
  context: RequestContext,
  input: Decoded,
): Promise<Result<FileAnswer, Failures>> {
  const readPage = async (startPage: number): Promise<Result<Page<Row>, Failures>> => {
    const query = { ...(input.query as ListQuery), startPage, pageSize: batchSize, format: undefined };
    return (await operation(context, { ...input, query })) as Result<Page<Row>, Failures>;
  };
  const first = await readPage(1);
  if (first.isErr()) return first.map(() => ({ name: '', type: '', content: '' }));
  const exported = {
    title: list.title,
    columns: list.columns,
    rows: rowsOf(first.value, readPage),
    totals: first.value.totals,
    tenantName: context.tenant.name,
    personName: context.person.name,
    now: context.now,
  };
  const content = await spool(await files[format](exported));
  const { extension, type } = kindsOfFile[format];
  return ok({ name: `${list.title} ${context.today}.${extension}`, type, content });
}

async function* rowsOf(
  first: Page<Row>,
  readPage: (startPage: number) => Promise<Result<Page<Row>, Failures>>,
): AsyncGenerator<Row> {
  yield* first.pageData;
  for (let read = first.pageData.length, page = 2; read < first.totalItemCount; page += 1) {
    const next = await readPage(page);
    if (next.isErr()) throw new Error(`a page that follows an answered one was refused: ${next.error[0]?.code}`);
    if (next.value.pageData.length === 0) return;
    yield* next.value.pageData;
    read += next.value.pageData.length;
  }
}
