import type { ApiClient } from '@carrara/adapters/http/client';
import type { ApiFailure } from '@carrara/adapters/http/failure';
import type { Page } from '@carrara/contract/core/paging';
import type { ReportParameterText, Subtotal } from '@carrara/contract/core/report';
import { CommandStop } from '../run/commandStop.ts';
import { valueOrStop } from '../session/failureStop.ts';
import type { Session } from '../session/openSession.ts';
import type { ListCall } from './calls.ts';
import type { Result } from 'neverthrow';

export type Row = Readonly<Record<string, unknown>>;
/** A page of rows. A page of a report also has the sums of its groups. */
export type ListPage = Page<Row> & {
  readonly subtotals?: readonly Subtotal[];
  readonly parameters?: readonly ReportParameterText[];
};

/** The parameters of a list. */
export interface RowRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

const mostOfPage = 1000;
const mostReadings = 3;

export const readPage = async (
  client: Pick<ApiClient, 'call'>,
  call: ListCall,
  { params = {}, query = {} }: RowRequest,
  page: { readonly startPage: number; readonly pageSize: number },
): Promise<Result<ListPage, ApiFailure>> =>
  // The type of the list isn't known here, but all lists return pages.
  (await client.call(call, { params, query: { ...query, ...page } } as never)) as Result<ListPage, ApiFailure>;

/**
 * All pages of a list. A row that is added or deleted between two pages would appear twice or not at all, so all pages are then read once more.
 *
 * Fails: a stop, if the server refuses, or the list changes each time.
 */
export async function allPages(
  { server, client }: Pick<Session, 'server' | 'client'>,
  call: ListCall,
  request: RowRequest,
): Promise<readonly ListPage[]> {
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const pages: ListPage[] = [];
    for (let startPage = 1, read = 0; ; startPage += 1) {
      const page = valueOrStop(server, await readPage(client, call, request, { startPage, pageSize: mostOfPage }));
      pages.push(page);
      read += page.pageData.length;
      if (page.pageData.length === 0 || read >= page.totalItemCount) break;
    }
    if (isSingleState(pages)) return pages;
  }
  throw new CommandStop(
    'refused',
    'The list changed during each of three attempts to read it. Try again when nobody is saving changes.',
  );
}

/** True if the pages are of one state of the data. Their totals agree, and no row is on two of them. */
function isSingleState(pages: readonly ListPage[]): boolean {
  if (pages.length === 1) return true;
  const ids = pages.map(({ pageData }) => new Set(pageData.map((row) => row['id'] ?? JSON.stringify(row))));
  const count = pages[0]?.totalItemCount ?? 0;
  const read = pages.reduce((sum, { pageData }) => sum + pageData.length, 0);
  const areDistinct = new Set(ids.flatMap((id) => [...id])).size === ids.reduce((sum, id) => sum + id.size, 0);
  return read === count && areDistinct && pages.every(({ totalItemCount }) => totalItemCount === count);
}
