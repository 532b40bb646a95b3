import { kindLists, participantList } from '@carrara/adapters/postgres/people/participant/participants';
import { TestServer } from '@carrara/server/testing/testServer';
import { type RequestedPage, measurePages, refreshStatistics } from './listPages.ts';
import { title } from './measure.ts';

const count = 100_000;
const server = await TestServer.start();
const tenantId = await server.tenant();
const { token } = await server.person(tenantId, { carry: 'viewer' });
await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
  const args = [tenantId];
  await tx.query(
    `WITH p AS (INSERT INTO participant (tenant_id, id, kind, code, name)
       SELECT $1, gen_random_uuid(), CASE n % 10 WHEN 0 THEN 'trust' WHEN 1 THEN 'entity' ELSE 'employee' END, 'P' || n,
         initcap(substr(md5(n::text), 1, 8)) || ' Person ' || n
       FROM generate_series(1, ${count}) n RETURNING id, kind),
     e AS (INSERT INTO employee (tenant_id, id, first_name, last_name) SELECT $1, id, 'First', 'Last' FROM p WHERE kind = 'employee'),
     t AS (INSERT INTO trust (tenant_id, id) SELECT $1, id FROM p WHERE kind = 'trust'),
     c AS (INSERT INTO container (tenant_id, id, kind, code, name) SELECT $1, id, 'entity', 'E' || id, 'Entity' FROM p WHERE kind = 'entity')
     INSERT INTO entity (tenant_id, id) SELECT $1, id FROM p WHERE kind = 'entity'`,
    args,
  );
  // Two currencies. Each of four distributions has paid everybody, so that there are sums to sort by.
  await tx.query(
    `INSERT INTO reference_entry (tenant_id, id, type, code, description)
     SELECT $1, gen_random_uuid(), 'currency', code, code FROM unnest(ARRAY['USD', 'EUR']) code`,
    args,
  );
  await tx.query(
    `WITH c AS (INSERT INTO container (tenant_id, id, kind, code, name) VALUES ($1, gen_random_uuid(), 'fund', 'F', 'Fund') RETURNING id)
     INSERT INTO fund (tenant_id, id, currency_id) SELECT $1, c.id, (SELECT id FROM reference_entry WHERE code = 'USD' LIMIT 1) FROM c`,
    args,
  );
  await tx.query(
    `WITH d AS (INSERT INTO distribution (tenant_id, id, name, distribution_date, currency_id)
       SELECT $1, gen_random_uuid(), 'Run ' || n, DATE '2020-01-01' + n,
         (SELECT id FROM reference_entry WHERE code = CASE WHEN n < 4 THEN 'USD' ELSE 'EUR' END LIMIT 1)
       FROM generate_series(1, 4) n RETURNING id)
     INSERT INTO distribution_source (tenant_id, id, distribution_id, position, container_id, source_type, net_distributable_amount)
     SELECT $1, gen_random_uuid(), d.id, 1, (SELECT id FROM fund), 'Fund', 1000 FROM d`,
    args,
  );
  await tx.query(
    `INSERT INTO distribution_detail (tenant_id, id, distribution_id, distribution_source_id, position, participant_id, is_leaf,
       effective_allocation, gross_carry_distributed, net_carry_distributed)
     SELECT $1, gen_random_uuid(), s.distribution_id, s.id, 1, p.id, true, 1, g.amount, g.amount
     FROM distribution_source s CROSS JOIN participant p CROSS JOIN LATERAL (SELECT (random() * 1e6 + length(p.name))::numeric(38,2) AS amount) g`,
    args,
  );
  await tx.query(`UPDATE distribution SET status = 'DISB', disbursed_at = now() WHERE tenant_id = $1`, args);
});
await refreshStatistics(server);

const pages: readonly RequestedPage[] = [
  ['first page', 'IsCarryEligible=false'],
  ['page 400', 'StartPage=400&IsCarryEligible=false'],
  ['sorted by carry, descending', 'SortColumn=totalCarryDistributed&SortAsc=false&IsCarryEligible=false'],
  ['sorted by code', 'SortColumn=code&IsCarryEligible=false'],
  ['search that finds one', 'SearchQuery=Person%2077777&IsCarryEligible=false'],
  [
    'search that finds all, sorted by carry',
    'SearchQuery=Person&SortColumn=totalCarryDistributed&SortAsc=false&IsCarryEligible=false',
  ],
];
title(`A page of ${count.toLocaleString('en')} participants, count included, over the API (goal 50 ms)`);
for (const [kind, url, list] of [
  ['all', '/api/carry/participant/participants', participantList],
  ['employees', '/api/carry/employee', kindLists.employee],
  ['entities', '/api/carry/participantEntity', kindLists.entity],
] as const) {
  await measurePages(
    server,
    { token, tenantId, url, list },
    pages.map(([name, query]): RequestedPage => [`${kind}: ${name}`, query]),
  );
}
await server.stop();
process.exit(0);
