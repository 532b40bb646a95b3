import { TestServer } from '@carrara/server/testing/testServer';
import { refreshStatistics } from './listPages.ts';
import { printLine, title } from './measure.ts';

const [people, funds, holdings] = [500, 10, 3];
const rounds = 20;
const server = await TestServer.start();
const tenantId = await server.tenant();
const reader = await server.person(tenantId, { carry: 'viewer' });
const [person] = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
  const args = [tenantId];
  await tx.query(
    `INSERT INTO reference_entry (tenant_id, id, type, code, description) SELECT $1, gen_random_uuid(), 'currency', 'USD', 'USD'`,
    args,
  );
  await tx.query(
    `WITH c AS (INSERT INTO container (tenant_id, id, kind, code, name)
       SELECT $1, gen_random_uuid(), 'fund', 'F' || n, 'Fund ' || n FROM generate_series(1, ${funds}) n RETURNING id)
     INSERT INTO fund (tenant_id, id, currency_id, initial_close_date)
     SELECT $1, c.id, (SELECT id FROM reference_entry WHERE tenant_id = $1 AND code = 'USD'), '2019-01-01' FROM c`,
    args,
  );
  await tx.query(
    `WITH c AS (INSERT INTO container (tenant_id, id, kind, code, name)
       SELECT $1, gen_random_uuid(), 'investment', 'I' || n, 'Investment ' || n FROM generate_series(1, ${holdings}) n RETURNING id)
     INSERT INTO investment (tenant_id, id, initial_investment_date) SELECT $1, c.id, '2020-01-01' FROM c`,
    args,
  );
  await tx.query(
    `WITH p AS (SELECT gen_random_uuid() AS id, f.id AS fund, i.id AS investment FROM fund f CROSS JOIN investment i WHERE f.tenant_id = $1 AND i.tenant_id = $1),
     c AS (INSERT INTO container (tenant_id, id, kind, name) SELECT $1, p.id, 'fundInvestment', 'Holding ' || p.id FROM p)
     INSERT INTO fund_investment (tenant_id, id, fund_id, investment_id, invested_amount) SELECT $1, p.id, p.fund, p.investment, 1000000 FROM p`,
    args,
  );
  await tx.query(
    `WITH p AS (INSERT INTO participant (tenant_id, id, kind, code, name)
       SELECT $1, gen_random_uuid(), 'employee', 'P' || n, 'Person ' || n FROM generate_series(1, ${people}) n RETURNING id)
     INSERT INTO employee (tenant_id, id, last_name) SELECT $1, id, 'Person' FROM p`,
    args,
  );
  await tx.query(
    `WITH v AS (INSERT INTO vesting_schedule (tenant_id, id, name) SELECT $1, gen_random_uuid(), 'Five years' RETURNING id)
     INSERT INTO vesting_schedule_row (tenant_id, id, vesting_schedule_id, position, period_start, period_end, vested_percentage)
     SELECT $1, gen_random_uuid(), v.id, n, 12 * n, CASE WHEN n < 5 THEN 12 * n + 12 END, 20 * n FROM v CROSS JOIN generate_series(0, 5) n`,
    args,
  );
  await tx.query(
    `WITH a AS (INSERT INTO allocation_profile (tenant_id, id, container_id, name, effective_date, is_current)
       SELECT $1, gen_random_uuid(), f.id, 'Profile', '2019-01-01', true FROM fund_investment f RETURNING id)
     INSERT INTO allocation_entry (tenant_id, id, allocation_profile_id, position, participant_id, fixed, effective, vesting_schedule_id)
     SELECT $1, gen_random_uuid(), a.id, row_number() OVER (PARTITION BY a.id ORDER BY p.code), p.id, ${100 / people}, ${100 / people},
       (SELECT id FROM vesting_schedule WHERE tenant_id = $1) FROM a CROSS JOIN participant p`,
    args,
  );
  return tx.query<{ id: string }>(`SELECT id FROM participant WHERE tenant_id = $1 AND code = 'P1'`, args);
});
await refreshStatistics(server);

title(
  `Carry at NAV of ${String(people)} people in ${String(funds * holdings)} sources with a profile each, without the funds' liquidations, over the API`,
);
for (const [name, url] of [
  ['a participant (goal 150 ms)', `/api/carry/participant/${person?.id ?? ''}/carry-at-nav?AsOf=2024-06-30`],
  ['reconciliation', '/api/carry/reporting/v2/carry-reconciliation?AsOf=2024-06-30'],
  ['report, first page of 15,000 rows (goal 1,000 ms)', '/api/carry/reporting/v2/carry-at-nav?AsOf=2024-06-30'],
] as const) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const answer = await server.call(reader.token, tenantId, { method: 'GET', url });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    times.push(performance.now() - began);
  }
  const inOrder = times.toSorted((first, other) => first - other);
  printLine(
    name,
    inOrder[Math.floor(rounds / 2)] ?? 0,
    `95 of 100 within ${(inOrder[Math.floor(rounds * 0.95)] ?? 0).toFixed(1)} ms`,
  );
}
await server.stop();
process.exit(0);
