import { investmentList } from '@carrara/adapters/postgres/portfolio/container/lists';
import { TestServer } from '@carrara/server/testing/testServer';
import { type RequestedPage, measurePages, refreshStatistics } from './listPages.ts';
import { title } from './measure.ts';

const count = 100_000;
const server = await TestServer.start();
const tenantId = await server.tenant();
const { token } = await server.person(tenantId, { carry: 'viewer' });
await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
  await tx.query(
    `WITH c AS (INSERT INTO container (tenant_id, id, kind, code, name, legal_name)
       SELECT $1, gen_random_uuid(), 'investment', 'I' || n, initcap(substr(md5(n::text), 1, 8)) || ' Holdings ' || n, 'Legal ' || n
       FROM generate_series(1, ${count}) n RETURNING id)
     INSERT INTO investment (tenant_id, id, initial_investment_date) SELECT $1, id, DATE '2010-01-01' + (random() * 5000)::int FROM c`,
    [tenantId],
  );
  await tx.query(
    `WITH r AS (INSERT INTO reference_entry (tenant_id, id, type, code, description) VALUES ($1, gen_random_uuid(), 'currency', 'USD', 'US Dollar') RETURNING id),
       c AS (INSERT INTO container (tenant_id, id, kind, code, name) VALUES ($1, gen_random_uuid(), 'fund', 'F', 'Fund') RETURNING id)
     INSERT INTO fund (tenant_id, id, currency_id) SELECT $1, c.id, r.id FROM c, r`,
    [tenantId],
  );
  // Each investment belongs to the fund and has a tranche, so that there are sums to compute and sort by.
  const parts = `(SELECT md5('part' || id)::uuid AS part, md5('tranche' || id)::uuid AS tranche, id FROM investment) p`;
  await tx.query(
    `INSERT INTO container (tenant_id, id, kind, name) SELECT $1::uuid, part, 'fundInvestment', 'Part' FROM ${parts} UNION ALL SELECT $1::uuid, tranche, 'tranche', 'Tranche' FROM ${parts}`,
    [tenantId],
  );
  await tx.query(
    `INSERT INTO fund_investment (tenant_id, id, fund_id, investment_id) SELECT $1, part, (SELECT id FROM fund), id FROM ${parts}`,
    [tenantId],
  );
  await tx.query(
    `INSERT INTO tranche (tenant_id, id, investment_id, fund_investment_id, tranche_number, invested_amount)
     SELECT $1, tranche, id, part, 1, (random() * 1e8)::numeric(38,2) FROM ${parts}`,
    [tenantId],
  );
});
await refreshStatistics(server);

const pages: readonly RequestedPage[] = [
  ['first page', ''],
  ['page 1,000', 'StartPage=1000'],
  ['sorted by date, descending', 'SortColumn=initialInvestmentDate&SortAsc=false'],
  ['sorted by amount, a sum', 'SortColumn=totalFundInvestmentAmount&SortAsc=false'],
  ['sorted by status, a name of another table', 'SortColumn=status'],
  ['search that finds one', 'SearchQuery=Holdings%2077777'],
  ['search that finds some hundred', 'SearchQuery=Holdings%20777'],
  ['search that finds all', 'SearchQuery=Holdings'],
];

title(`A page of ${count.toLocaleString('en')} investments, count and totals included, over the API (goal 50 ms)`);
await measurePages(server, { token, tenantId, url: '/api/carry/investment/investments', list: investmentList }, pages);
await server.stop();
process.exit(0);
