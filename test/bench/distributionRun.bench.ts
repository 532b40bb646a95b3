import { performance } from 'node:perf_hooks';
import { TestServer } from '@carrara/server/testing/testServer';
import { v7 as newId } from 'uuid';
import { listBackends, processorTime } from '../load/processorTime.ts';
import { bareInserts } from './bareStatement.ts';
import { printLine, title } from './measure.ts';

const sourceCount = 50;
const participantCount = 500;
const taxCount = 3;

const server = await TestServer.start();
const tenantId = await server.tenant();
const { token } = await server.person(tenantId, { carry: 'editor' });
const currency = await server.referenceEntry(tenantId, 'currency', 'USD');
const ids = (count: number) => Array.from({ length: count }, () => newId());
const [people, funds, profiles, taxes] = [ids(participantCount), ids(sourceCount), ids(sourceCount), ids(taxCount)];

await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
  const run = (text: string, ...values: unknown[]) => tx.query(text, [tenantId, ...values]);
  const each = 'FROM unnest($2::uuid[]) WITH ORDINALITY AS u(id, n)';
  await run(
    `INSERT INTO participant (tenant_id, id, kind, code, name) SELECT $1, id, 'employee', 'P' || n, 'Participant ' || n ${each}`,
    people,
  );
  await run(`INSERT INTO employee (tenant_id, id, last_name) SELECT $1, id, 'P' || n ${each}`, people);
  await run(
    `INSERT INTO tax_profile (tenant_id, id, name, tax_rate) SELECT $1, id, 'Tax ' || n, 10 + n ${each}`,
    taxes,
  );
  await run(
    `INSERT INTO tax_profile_assignment (tenant_id, id, tax_profile_id, target_type, participant_id)
     SELECT $1, gen_random_uuid(), t, 'participant', p FROM unnest($2::uuid[]) t CROSS JOIN unnest($3::uuid[]) p`,
    taxes,
    people,
  );
  await run(
    `INSERT INTO container (tenant_id, id, kind, code, name) SELECT $1, id, 'fund', 'F' || n, 'Fund ' || n ${each}`,
    funds,
  );
  await run(`INSERT INTO fund (tenant_id, id, currency_id) SELECT $1, id, $3 ${each}`, funds, currency);
  await run(
    `INSERT INTO allocation_profile (tenant_id, id, container_id, name, effective_date, is_current)
     SELECT $1, p, f, 'Profile', '2020-01-01', true FROM unnest($2::uuid[], $3::uuid[]) AS u(p, f)`,
    profiles,
    funds,
  );
  await run(
    `INSERT INTO allocation_entry (tenant_id, id, allocation_profile_id, position, participant_id, fixed, effective)
     SELECT $1, gen_random_uuid(), p, e.n, e.id, 0.2, 0.2 FROM unnest($2::uuid[]) p CROSS JOIN unnest($3::uuid[]) WITH ORDINALITY AS e(id, n)`,
    profiles,
    people,
  );
});

const payload = {
  Name: 'Large',
  DistributionDate: '2026-09-30',
  DefaultEscrow: '10',
  DefaultTerminatedEscrow: '25',
  DistributionSources: funds.map((id, i) => ({
    Source: { Id: id },
    Type: 'Fund',
    NetDistrbutableAmount: `${1_234_567 + i}.89`,
  })),
};
const { rows: names } = await server.database.worker.query<{ name: string }>('SELECT current_database() AS name');
/** Processor time of this process and of PostgreSQL. Unlike elapsed time, other work on the machine hardly affects it. */
const used = () => [processorTime([process.pid]), processorTime(listBackends(names[0]?.name ?? ''))];
const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const before = used();
  const start = performance.now();
  const answer = await server.call(token, tenantId, {
    method,
    url: `/api/carry/distribution${path}`,
    ...(body ? { payload: body } : {}),
  });
  const ms = performance.now() - start;
  if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 500));
  const [node, postgres] = used().map((after, at) => ((after ?? Number.NaN) - (before[at] ?? 0)).toFixed(0));
  return { ms, answer, processor: `processor: Node ${node}, PostgreSQL ${postgres} ms` };
};

title(
  `A distribution of ${sourceCount} sources x ${participantCount} participants, over the API and a PostgreSQL (goal 1 s)`,
);
for (const round of ['first', 'again', 'again']) {
  const saved = await call('POST', '/save-distribution', payload);
  const size = `${(saved.answer.body.length / 1e6).toFixed(1)} MB`;
  printLine(`generated, stored and answered, ${round}`, saved.ms, `${size}, ${saved.processor}`);
  const { Id, RowVersion } = saved.answer.json<{ Id: string; RowVersion: number }>();
  const read = await call('GET', `/${Id}`);
  printLine('read', read.ms, `${size}, ${read.processor}`);
  if (round === 'again') {
    const over = await call('POST', '/save-distribution', { ...payload, Id, RowVersion });
    printLine('saved over', over.ms, `${size}, ${over.processor}`);
  }
}
const light = await call('POST', '/save-distribution', { ...payload, RowsOf: [] });
printLine('generated, stored and answered without rows', light.ms, light.processor);
printLine(
  'the bare statements of three distributions',
  await bareInserts(server.database.adminUrl, ['distribution_detail']),
);
const { Id: lightId } = light.answer.json<{ Id: string }>();
const opened = await call('GET', `/${lightId}?rows=none`);
printLine('opened without rows', opened.ms, opened.processor);
const { Name: _name, ...generated } = payload;
const only = await call('POST', '/generate-details', generated);
printLine('generated and answered only', only.ms, only.processor);
for (const [label, rowsOf] of [
  ['with the rows of one source', [funds[0]]],
  ['without rows', []],
] as const) {
  const open = await call('POST', '/generate-details', { ...generated, RowsOf: rowsOf });
  printLine(`the same ${label}`, open.ms, `${(open.answer.body.length / 1e6).toFixed(1)} MB, ${open.processor}`);
}
await server.stop();
process.exit(0);
