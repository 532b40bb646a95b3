import { performance } from 'node:perf_hooks';
import type { TestServer } from '@carrara/server/testing/testServer';
import pg from 'pg';
import { quantile } from '../load/openLoop.ts';
import { line } from './measure.ts';

export type AskedPage = readonly [name: string, query: string];

/** As the database does by itself after a while. */
export async function refreshStatistics(server: TestServer): Promise<void> {
  const owner = new pg.Client({ connectionString: server.database.adminUrl });
  await owner.connect();
  await owner.query('VACUUM ANALYZE');
  await owner.end();
}

/** Asks for each page of a list some times over the API and prints the median. */
export async function measurePages(
  server: TestServer,
  { token, tenantId, url }: { readonly token: string; readonly tenantId: string; readonly url: string },
  pages: readonly AskedPage[],
): Promise<void> {
  for (const [name, query] of pages) {
    const took: number[] = [];
    let found = 0;
    for (let round = 0; round < 15; round++) {
      const from = performance.now();
      const answer = await server.call(token, tenantId, { method: 'GET', url: `${url}?${query}` });
      took.push(performance.now() - from);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      found = answer.json<{ TotalItemCount: number }>().TotalItemCount;
    }
    took.sort((a, b) => a - b);
    line(name, quantile(took, 0.5), `slowest ${quantile(took, 1).toFixed(0)} ms, ${found.toLocaleString('en')} found`);
  }
}
