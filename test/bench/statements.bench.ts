import { setTimeout as pause } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { grantPayAccess } from '@carrara/server/testing/grantPayAccess';
import { TestServer } from '@carrara/server/testing/testServer';
import { v7 as newId } from 'uuid';
import { printLine, title } from './measure.ts';

/** Use fewer for profiling: PEOPLE=100. */
const people = Number(process.env['PEOPLE'] ?? 1000);
const server = await TestServer.start();
const tenantId = await server.tenant();
const head = await server.person(tenantId, { comp: 'administrator' });
await grantPayAccess(server, tenantId, head, 'ALL');
const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
const bonus = await server.referenceEntry(tenantId, 'pay-type', 'BONUS', 'BONUS');
const ids = Array.from({ length: people }, () => newId());
await server.withTenant({ tenantId, personId: head.personId, now: server.now.toISOString() }, async (tx) => {
  const run = (text: string, ...values: unknown[]) => tx.query(text, [tenantId, ids, ...values]);
  const each = 'FROM unnest($2::uuid[]) WITH ORDINALITY AS u(id, n)';
  await run(
    `INSERT INTO participant (tenant_id, id, kind, code, name) SELECT $1, id, 'employee', 'P' || n, 'Person ' || n ${each}`,
  );
  await run(`INSERT INTO employee (tenant_id, id, last_name, hire_date) SELECT $1, id, 'P' || n, '2020-01-01' ${each}`);
  await run(
    `INSERT INTO salary (tenant_id, id, employee_id, effective_date, amount, currency_id, frequency, fte_percent, annual_rate, paid_rate)
     SELECT $1, gen_random_uuid(), id, '2020-01-01', 100000 + n, $3, 'ANNUAL', 100, 100000 + n, 100000 + n ${each}`,
    usd,
  );
  await run(
    `INSERT INTO award (tenant_id, id, employee_id, performance_year, pay_type_id, amount, currency_id, award_date, pay_date, status)
     SELECT $1, gen_random_uuid(), id, y, $4, 1000 + n, $3, make_date(y + 1, 2, 15), make_date(y + 1, 3, 15), 'PAID' ${each}
     CROSS JOIN generate_series(2022, 2025) y`,
    usd,
    bonus,
  );
});

const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const answer = await server.call(head.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
  if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 500));
  return answer;
};
const memory = () => `${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB of memory`;
const base = '/api/comp/statement';

title(`Compensation statements of ${people} people (goal: released as PDFs in 20 s, memory flat)`);
for (const Act of ['draft', 'release']) {
  const start = performance.now();
  const before = memory();
  const { Id } = (await call('POST', `${base}/batch`, { Act, Year: 2025 })).json<{ Id: string }>();
  for (;;) {
    const task = (await call('GET', `/api/task/${Id}`)).json<{ Status: string; Remarks: readonly string[] }>();
    if (task.Status === 'DONE') break;
    if (!['WAITING', 'RUNNING'].includes(task.Status)) throw new Error(task.Remarks.join(' '));
    await pause(50);
  }
  const ms = performance.now() - start;
  printLine(`${Act} of all`, ms, `${(ms / people).toFixed(1)} ms a statement, ${before}, then ${memory()}`);
}
for (const [label, url] of [
  ['a zip of the PDFs', `${base}/pdf?Year=2025`],
  ['their figures as Excel', `${base}/figures?Year=2025&format=excel`],
  ['a page of the list', `${base}/year?Year=2025`],
] as const) {
  const start = performance.now();
  const answer = await call('GET', url);
  printLine(label, performance.now() - start, `${(answer.rawPayload.byteLength / 1e6).toFixed(1)} MB, ${memory()}`);
}
await server.stop();
process.exit(0);
