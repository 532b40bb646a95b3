import { performance } from 'node:perf_hooks';
import type { ListQuery, PageRequest } from '@carrara/adapters/postgres/engine/lists/listQuery';
import type { TestServer } from '@carrara/server/testing/testServer';
import pg from 'pg';
import { quantile } from '../load/openLoop.ts';
import { type Requester, bareStatement } from './bareStatement.ts';
import { printLine } from './measure.ts';

export type RequestedPage = readonly [name: string, query: string];

/** Updates the statistics, which PostgreSQL otherwise does after a while. */
export async function refreshStatistics(server: TestServer): Promise<void> {
  const owner = new pg.Client({ connectionString: server.database.adminUrl });
  await owner.connect();
  await owner.query('VACUUM ANALYZE');
  await owner.end();
}

/** Converts the query of a call to the request of its list. */
function requestOf(query: string): PageRequest {
  const { StartPage, SortColumn, SortAsc, SearchQuery, ...filters } = Object.fromEntries(new URLSearchParams(query));
  return {
    ...(StartPage === undefined ? {} : { startPage: Number(StartPage) }),
    ...(SortColumn === undefined ? {} : { sortColumn: SortColumn }),
    ...(SortAsc === undefined ? {} : { sortAsc: SortAsc !== 'false' }),
    ...(SearchQuery === undefined ? {} : { searchQuery: SearchQuery }),
    filters,
  };
}

/** Requests each page of a list several times through the API and prints the median, next to that of the SQL statement alone. */
export async function measurePages(
  server: TestServer,
  request: Requester & { readonly token: string; readonly url: string; readonly list: ListQuery },
  pages: readonly RequestedPage[],
): Promise<void> {
  const { token, tenantId, url, list } = request;
  for (const [name, query] of pages) {
    const milliseconds: number[] = [];
    let found = 0;
    for (let round = 0; round < 15; round++) {
      const from = performance.now();
      const answer = await server.call(token, tenantId, { method: 'GET', url: `${url}?${query}` });
      milliseconds.push(performance.now() - from);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      found = answer.json<{ TotalItemCount: number }>().TotalItemCount;
    }
    milliseconds.sort((a, b) => a - b);
    const median = quantile(milliseconds, 0.5);
    const bare = await bareStatement(server.database.app, request, list, {
      request: requestOf(query),
      connections: 1,
      times: 15,
    });
    const comparison = `bare statement ${bare.medianMs.toFixed(1)} ms, ${(median / bare.medianMs).toFixed(1)} x`;
    printLine(
      name,
      median,
      `${comparison}; slowest ${quantile(milliseconds, 1).toFixed(0)} ms, ${found.toLocaleString('en')} found`,
    );
  }
}
