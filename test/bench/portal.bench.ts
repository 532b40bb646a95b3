import { TestServer } from '@carrara/server/testing/testServer';
import { refreshStatistics } from './listPages.ts';
import { printLine, title } from './measure.ts';

const [people, runs, sources] = [300, 60, 10];
const rounds = 40;
const server = await TestServer.start();
const tenantId = await server.tenant();
const reader = await server.person(tenantId, { 'participant-portal': 'viewer' });
await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
  const args = [tenantId];
  await tx.query(
    `INSERT INTO reference_entry (tenant_id, id, type, code, description)
     SELECT $1, gen_random_uuid(), 'currency', code, code FROM unnest(ARRAY['USD', 'EUR']) code`,
    args,
  );
  await tx.query(
    `WITH c AS (INSERT INTO container (tenant_id, id, kind, code, name)
       SELECT $1, gen_random_uuid(), 'fund', 'F' || n, 'Fund ' || n FROM generate_series(1, ${sources}) n RETURNING id)
     INSERT INTO fund (tenant_id, id, currency_id) SELECT $1, c.id, (SELECT id FROM reference_entry WHERE code = 'USD' LIMIT 1) FROM c`,
    args,
  );
  // The reader is the first employee and has two trusts.
  await tx.query(
    `WITH p AS (INSERT INTO participant (tenant_id, id, kind, code, name)
       SELECT $1, gen_random_uuid(), CASE WHEN n IN (2, 3) THEN 'trust' ELSE 'employee' END, 'P' || n, 'Person ' || n
       FROM generate_series(1, ${people}) n RETURNING id, kind, code),
     e AS (INSERT INTO employee (tenant_id, id, first_name, last_name, person_id)
       SELECT $1, id, 'First', 'Last', CASE code WHEN 'P1' THEN $2::uuid END FROM p WHERE kind = 'employee' RETURNING id, person_id)
     INSERT INTO trust (tenant_id, id, employee_id) SELECT $1, p.id, (SELECT id FROM e WHERE person_id IS NOT NULL) FROM p WHERE kind = 'trust'`,
    [tenantId, reader.personId],
  );
  await tx.query(
    `WITH d AS (INSERT INTO distribution (tenant_id, id, name, distribution_date, currency_id)
       SELECT $1, gen_random_uuid(), 'Run ' || n, DATE '2012-01-01' + 80 * n,
         (SELECT id FROM reference_entry WHERE code = CASE WHEN n % 3 > 0 THEN 'USD' ELSE 'EUR' END LIMIT 1)
       FROM generate_series(1, ${runs}) n RETURNING id)
     INSERT INTO distribution_source (tenant_id, id, distribution_id, position, container_id, source_type, net_distributable_amount)
     SELECT $1, gen_random_uuid(), d.id, row_number() OVER (PARTITION BY d.id), f.id, 'Fund', 1000 FROM d CROSS JOIN fund f`,
    args,
  );
  await tx.query(
    `INSERT INTO distribution_detail (tenant_id, id, distribution_id, distribution_source_id, position, participant_id, is_leaf,
       effective_allocation, gross_carry_distributed, net_carry_distributed)
     SELECT $1, gen_random_uuid(), s.distribution_id, s.id, 1, p.id, true, 1, g.amount, g.amount
     FROM distribution_source s CROSS JOIN participant p CROSS JOIN LATERAL (SELECT (random() * 1e6 + length(p.name))::numeric(38,2) AS amount) g`,
    args,
  );
  for (const [ledger, kind, sign] of [
    ['account_entry', 'DISTRIBUTION', '-'],
    ['escrow_entry', 'WITHHELD', ''],
  ])
    await tx.query(
      `INSERT INTO ${ledger ?? ''} (tenant_id, id, participant_id, container_id, kind, entry_date, amount, distribution_id, distribution_detail_id, currency_id)
       SELECT $1, gen_random_uuid(), x.participant_id, s.container_id, '${kind ?? ''}', d.distribution_date, ${sign ?? ''}x.gross_carry_distributed, d.id, x.id, d.currency_id
       FROM distribution_detail x JOIN distribution_source s ON s.tenant_id = x.tenant_id AND s.id = x.distribution_source_id
       JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id`,
      args,
    );
  await tx.query(`UPDATE distribution SET status = 'DISB', disbursed_at = now() WHERE tenant_id = $1`, args);
});
await refreshStatistics(server);

title(
  `The portal's home of a person with two trusts, each paid ${String(runs * sources)} times, among ${String(people)} people, over the API (goal 100 ms)`,
);
for (const [name, url] of [
  ['home', '/api/participant-portal/home'],
  ['documents', '/api/participant-portal/document?PageSize=10'],
  ['distributions', '/api/participant-portal/distribution'],
  ['tax', '/api/participant-portal/tax'],
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
