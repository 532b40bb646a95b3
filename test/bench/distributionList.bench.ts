import { distributionList } from '@carrara/adapters/postgres/carry/distribution/distributionList';
import { TestServer } from '@carrara/server/testing/testServer';
import { measurePages, refreshStatistics } from './listPages.ts';
import { title } from './measure.ts';

const count = 100_000;
const server = await TestServer.start();
const tenantId = await server.tenant();
const { token } = await server.person(tenantId, { carry: 'viewer' });
await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
  tx.query(
    `INSERT INTO distribution (tenant_id, id, name, distribution_date, status, disbursed_at)
     SELECT $1, gen_random_uuid(), 'Distribution ' || n, DATE '2010-01-01' + n / 20, s.status, CASE s.status WHEN 'DISB' THEN now() END
     FROM generate_series(1, ${count}) n CROSS JOIN LATERAL (SELECT CASE n % 20 WHEN 0 THEN 'DRAFT' WHEN 1 THEN 'SUB' WHEN 2 THEN 'APP' ELSE 'DISB' END AS status) s`,
    [tenantId],
  ),
);
await refreshStatistics(server);

title(`A page of ${count.toLocaleString('en')} distributions, count and totals included, over the API (goal 50 ms)`);
await measurePages(server, { token, tenantId, url: '/api/carry/distribution', list: distributionList }, [
  ['first page', ''],
  ['sorted by status', 'SortColumn=status'],
  ['sorted by status, descending', 'SortColumn=status&SortAsc=false'],
  ['search that finds one', 'SearchQuery=Distribution%2077777'],
  ['search that finds all', 'SearchQuery=Distribution'],
]);
await server.stop();
process.exit(0);
