import { type ExportFormat, exportFormats } from '@carrara/contract/core/fileTypes';
import { safeFileName } from '@carrara/adapters/files/fileName';
import { currencyColumns } from '@carrara/adapters/printed/currencyColumns';
import { print } from '@carrara/adapters/pdf/print';
import { countedNoun } from '@carrara/contract/core/coverage';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import type { Column } from '@carrara/contract/core/fields';
import { basisNames } from '@carrara/contract/performance/period/basis';
import type { ListDefinition, Page, Total } from '@carrara/contract/core/paging';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Readable } from 'node:stream';
import { tenantCurrency } from '../core/tenantCurrency.ts';
import { readableColumns } from '../core/fieldAccess.ts';
import { requestedRows } from '../core/recordOperations.ts';
import type {
  AnyOperation,
  DecodedInput,
  FileAnswer,
  RequestContext,
  TenantOfRequest,
  TypedOperation,
} from '../core/operations.ts';
import type { ReportParts } from '../core/reportOperations.ts';
import { convertToFirmTime, zonedColumns } from './firmClock.ts';
import { spool } from './spool.ts';

type Row = Readonly<Record<string, unknown>>;

/** Content of an exported list. */
interface ExportedList {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<Row>;
  /** Totals over all matching rows. */
  readonly totals?: readonly Total[] | undefined;
  /** For a report: its groups with their sums, and its parameters. */
  readonly report?: ReportParts | undefined;
  readonly counted?: string | undefined;
  /** Notes below a printed table. */
  readonly notes?: readonly string[] | undefined;
  /** For pay: who requested it and when, so that anybody who gets the file later can see that. */
  readonly createdFor?: string | undefined;
}

/** Person, firm and date for printed pages. */
export interface ExportedFor {
  readonly tenantName: string;
  /**
   * Person who downloaded it: the first name, or the full name for pay. Absent if the document itself is named instead,
   * as in reports.
   */
  readonly reader?: string | undefined;
  readonly today: string;
  readonly color?: string | undefined;
}

/** Writes the rows of any list to a file. */
type ListFile = (list: ExportedList, by: ExportedFor) => Promise<Readable>;
export type ListFiles = Readonly<Record<ExportFormat, ListFile>>;

type ListQuery = Readonly<Record<string, unknown>> & { readonly format?: ExportFormat; readonly rowIds?: string };

/** Returns the file format that a list request asks for, if any. */
export function requestedFormat(endpoint: Endpoint, input: DecodedInput): ExportFormat | undefined {
  return endpoint.list ? (input.query as ListQuery).format : undefined;
}

/** A list operation that can return all matching rows in batches. */
export interface RowsOperation extends AnyOperation {
  rows(context: RequestContext, input: DecodedInput): Promise<Result<AsyncIterable<readonly Row[]>, Failures>>;
}
/** Returns a list operation without the types of its endpoint, as `anyOperation` does. */
export const anyListOperation = (
  operation: TypedOperation & {
    rows(context: never, input: never): Promise<Result<AsyncIterable<readonly object[]>, Failures>>;
  },
): RowsOperation => operation as RowsOperation;
interface ReportOperation extends AnyOperation {
  parts(context: RequestContext, input: DecodedInput): Promise<ReportParts>;
}
/** A list some of whose columns the firm can turn off. */
interface RestrictedOperation extends AnyOperation {
  hiddenFields(context: RequestContext): readonly string[];
}
const isRestricted = (operation: AnyOperation): operation is RestrictedOperation => 'hiddenFields' in operation;
const hasParts = (operation: AnyOperation): operation is ReportOperation => 'parts' in operation;

/** Returns the columns of a file: those that the person may read and the firm displays. */
function columnsOf({ columns, parts }: ListDefinition, operation: AnyOperation, context: RequestContext) {
  const hidden = isRestricted(operation) ? operation.hiddenFields(context) : [];
  return readableColumns([...columns, ...(parts?.columns ?? [])], context.grants).filter(
    ({ field }) => !hidden.includes(field),
  );
}

/** Collects whose pay a list discloses, row by row. */
export interface PayOfRows {
  /** True if the list contains only pay. Its files then name the person who requested them. */
  readonly isAll: boolean;
  see(row: Row): void;
}

/** Parameters that name the subject of a report. */
const subjectParameters: ReadonlySet<string> = new Set(['participantId', 'fundId', 'coinvestmentId']);

const missingRows = () =>
  fail('NOT_FOUND', ['rowIds'], 'Some of the chosen rows aren’t in this list. Reload it and choose again.');

/**
 * Exports all pages of a list with the request's filter and sort order. All rows come from one snapshot, the caller's
 * transaction.
 */
export async function exportList(
  files: ListFiles,
  list: ListDefinition & { readonly heading?: string; readonly notes?: readonly string[] },
  format: ExportFormat,
  operation: RowsOperation,
  context: RequestContext,
  input: DecodedInput,
  pay?: PayOfRows,
  onRows?: (done: number, total: number) => void,
): Promise<Result<FileAnswer, Failures>> {
  // One row is enough to get the totals over all rows.
  const query = { ...(input.query as ListQuery), startPage: 1, pageSize: 1, format: undefined };
  const requestedIds = requestedRows(input.query as ListQuery);
  const chosen = requestedIds && new Set(requestedIds);
  const found = new Set<string>();
  const first = (await operation(context, { ...input, query })) as Result<Page<Row>, Failures>;
  if (first.isErr()) return err(first.error);
  const read = async () => operation.rows(context, input);
  const batches = await read();
  if (batches.isErr()) return err(batches.error);
  let unread: AsyncIterable<readonly Row[]> | undefined = batches.value;
  const { title, parts } = list;
  const readRows = async function* () {
    const again = unread ?? (await read()).unwrapOr(noBatches());
    unread = undefined;
    const counted = onRows ? countedRows(again, first.value.totalItemCount, onRows) : again;
    const all = chosen ? onlyRows(singly(counted), chosen, found) : singly(counted);
    const single = pay ? visible(all, pay) : all;
    yield* parts ? byPart(single, parts.field) : single;
  };
  const {
    columns: all,
    rows,
    totals,
  } = await currencyColumns(
    {
      columns: columnsOf(list, operation, context),
      // A list that isn't a query of its own adds up all rows.
      totals: chosen && first.value.totalItemCount > chosen.size ? undefined : first.value.totals,
    },
    readRows,
    tenantCurrency(context),
  );
  const report = hasParts(operation) ? await operation.parts(context, input) : undefined;
  const titled = report?.titled(all) ?? all;
  const zone = context.tenant.settings['timeZone'];
  const columns = format === 'csv' ? titled : zonedColumns(titled, zone);
  const printed = format === 'csv' ? rows : convertToFirmTime(columns, rows, zone);
  const requested = requestedOf(input, context.tenant);
  // In other files, the rows contain it.
  const basisParts = format === 'application/pdf' ? requested.labels : [];
  const heading = list.heading ?? (report ? title : [title, ...requested.suffixes, ...basisParts].join(' '));
  const reader = exportedFor(context, pay?.isAll);
  const by = report && !pay?.isAll ? { ...reader, reader: undefined } : reader;
  const recipient = pay?.isAll ? `${by.reader}, ${print('date', by.today)}` : undefined;
  const content = await spool(
    await files[format](
      {
        title: heading,
        columns,
        rows: printed,
        totals,
        report,
        counted: countedNoun(list),
        notes: list.notes,
        createdFor: recipient,
      },
      by,
    ),
  );
  if (chosen && found.size < chosen.size) {
    content.destroy();
    return err([missingRows()]);
  }
  const { extension, type } = exportFormats[format];
  // A file about a date has it in its name, so that files of two dates can be told apart.
  const day =
    report?.parameters.find(({ name }) => name === 'selectedDate' || name === 'endDate')?.text ??
    requested.endDate ??
    context.today;
  // A report about one person or fund has the name in its file name.
  const subjects = (report?.parameters ?? []).flatMap(({ name, text }) => (subjectParameters.has(name) ? [text] : []));
  const name = [title, ...subjects, day, ...requested.currency].join(' ');
  return ok({ name: safeFileName(name, extension), type, content });
}

const basisName = (basis: string) => basisNames[basis === 'all' ? 'all' : 'feePaying'].toLowerCase();

/** Returns the quarter end, currency and basis requested for a list of figures. */
function requestedOf({ params, query }: DecodedInput, { isLpTenant }: TenantOfRequest) {
  const { endDate, currency, currencyPair, basis } = Object.assign({}, params, query) as Readonly<
    Record<string, string | undefined>
  >;
  const displayedCurrency = currency ?? currencyPair?.slice(4);
  const suffixes = [
    ...(endDate ? [`at ${print('date', endDate)}`] : []),
    ...(displayedCurrency ? [`in ${displayedCurrency}`] : []),
  ];
  const basisLabel = basis && !isLpTenant ? [`of ${basisName(basis)}`] : [];
  return { endDate, currency: displayedCurrency ? [displayedCurrency] : [], suffixes, labels: basisLabel };
}

export function exportedFor({ tenant, person, today }: RequestContext, isOfPay = false): ExportedFor {
  const color = tenant.settings['navigationBarColor'];
  return {
    tenantName: tenant.name,
    reader: isOfPay ? person.name : person.firstName,
    today,
    ...(typeof color === 'string' ? { color } : {}),
  };
}

/** Rows that were already returned, again: all come from one snapshot. */
async function* noBatches(): AsyncGenerator<readonly Row[]> {}

async function* countedRows(
  batches: AsyncIterable<readonly Row[]>,
  total: number,
  onRows: (done: number, total: number) => void,
): AsyncGenerator<readonly Row[]> {
  let done = 0;
  for await (const batch of batches) {
    yield batch;
    done += batch.length;
    onRows(done, total);
  }
}

async function* singly(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch;
}

/** Yields the rows with some ids, and adds the ids of those rows to `found`. */
async function* onlyRows(rows: AsyncIterable<Row>, ids: ReadonlySet<string>, found: Set<string>): AsyncGenerator<Row> {
  for await (const row of rows) {
    const id = String(row['id']).toLowerCase();
    if (!ids.has(id)) continue;
    found.add(id);
    yield row;
  }
}

async function* visible(rows: AsyncIterable<Row>, pay: PayOfRows): AsyncGenerator<Row> {
  for await (const row of rows) {
    pay.see(row);
    yield row;
  }
}

/** Yields a row for each part of a row. A row without parts is yielded itself. */
async function* byPart(rows: AsyncIterable<Row>, field: string): AsyncGenerator<Row> {
  for await (const row of rows) {
    const parts = row[field] as readonly Row[];
    if (parts.length === 0) yield row;
    for (const part of parts) yield { ...row, ...part };
  }
}
