import { compEmployeeList } from '@carrara/adapters/postgres/compensation/compEmployee';
import { salaryList } from '@carrara/adapters/postgres/compensation/salary';
import { grantPayAccess } from '@carrara/server/testing/grantPayAccess';
import { multipart } from '@carrara/server/testing/multipart';
import { type TestPerson, TestServer } from '@carrara/server/testing/testServer';
import { setTimeout as pause } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { v7 as newId } from 'uuid';
import { quantile } from '../load/openLoop.ts';
import { measurePages, refreshStatistics } from './listPages.ts';
import { printLine, title } from './measure.ts';

/** Use fewer to look at a query plan: PEOPLE=10000. */
const people = Number(process.env['PEOPLE'] ?? 100_000);
const ofManager = 500;
const paidPeople = 10_000;
const payrollRows = 50_000;

interface Firm {
  readonly tenantId: string;
  readonly head: TestPerson;
  readonly usd: string;
  readonly gbp: string;
}

const server = await TestServer.start();
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** Creates a firm with this many employees, each with a salary in one of two currencies. The first employee manages some of them. */
async function firmOf(count: number, tenantId: string, manager?: TestPerson): Promise<Firm> {
  const head = await server.person(tenantId, { comp: 'administrator' });
  await grantPayAccess(server, tenantId, head, 'ALL');
  const [usd, gbp] = [
    await server.referenceEntry(tenantId, 'currency', 'USD'),
    await server.referenceEntry(tenantId, 'currency', 'GBP'),
  ];
  for (const type of ['SALARY', 'BONUS']) await server.referenceEntry(tenantId, 'pay-type', type, type);
  const ids = Array.from({ length: count }, () => newId());
  await server.withTenant({ tenantId, personId: head.personId, now: server.now.toISOString() }, async (tx) => {
    const run = (text: string, ...values: unknown[]) => tx.query(text, [tenantId, ids, ...values]);
    const each = 'FROM unnest($2::uuid[]) WITH ORDINALITY AS u(id, n)';
    await run(
      `INSERT INTO participant (tenant_id, id, kind, code, name)
       SELECT $1, id, 'employee', 'E' || n, initcap(substr(md5(n::text), 1, 8)) || ' Person ' || n ${each}`,
    );
    await run(
      `INSERT INTO employee (tenant_id, id, first_name, last_name, hire_date, manager_id, person_id)
       SELECT $1, id, 'First', 'P' || n, '2020-01-01', CASE WHEN n BETWEEN 2 AND $3 THEN $4::uuid END, CASE WHEN n = 1 THEN $5::uuid END ${each}`,
      ofManager + 1,
      ids[0],
      manager?.personId ?? null,
    );
    await run(
      `INSERT INTO salary (tenant_id, id, employee_id, effective_date, amount, currency_id, frequency, fte_percent, annual_rate, paid_rate)
       SELECT $1, gen_random_uuid(), id, '2020-01-01', 100000 + n, CASE n % 2 WHEN 0 THEN $3::uuid ELSE $4 END, 'ANNUAL', 100, 100000 + n, 100000 + n ${each}`,
      usd,
      gbp,
    );
  });
  return { tenantId, head, usd, gbp };
}

async function get({ tenantId, head }: Firm, url: string) {
  const from = performance.now();
  const answer = await server.call(head.token, tenantId, { method: 'GET', url });
  if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 500));
  return { ms: performance.now() - from, bytes: answer.rawPayload.byteLength };
}

const tenantId = await server.tenant();
const manager = await server.person(tenantId, { comp: 'editor' });
const large = await firmOf(people, tenantId, manager);
await grantPayAccess(server, tenantId, manager, 'REPORTS');
await refreshStatistics(server);

title(`A page of ${people.toLocaleString('en')} employees, count included, over the API (goal 50 ms)`);
for (const [label, { token, personId }] of [
  ['HR head', large.head],
  [`manager of ${ofManager}`, manager],
] as const) {
  const caller = { token, tenantId, personId };
  await measurePages(server, { ...caller, url: '/api/comp/employee/directory', list: compEmployeeList }, [
    [`${label}: directory`, ''],
    [`${label}: directory, search for one`, 'SearchQuery=Person%2077777'],
    [`${label}: directory, search for all`, 'SearchQuery=Person'],
  ]);
  await measurePages(server, { ...caller, url: '/api/comp/salary', list: salaryList }, [
    [`${label}: salaries`, ''],
    [`${label}: salaries, search`, 'SearchQuery=Person%20377'],
  ]);
}

title('What the log of looks takes of a page (goal at most 2 ms)');
{
  const { head } = large;
  const milliseconds: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    const from = performance.now();
    await server.withTenant({ tenantId, personId: head.personId, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `INSERT INTO pay_read (tenant_id, id, person_id, session_id, operation, is_export, employees, number, query, address, created_at)
         VALUES ($1, gen_random_uuid(), $2, gen_random_uuid(), 'listSalaries', false, $3::uuid[], 20, '', '127.0.0.1', $4)`,
        [tenantId, head.personId, Array.from({ length: 20 }, () => crypto.randomUUID()), server.now.toISOString()],
      ),
    );
    milliseconds.push(performance.now() - from);
  }
  milliseconds.sort((a, b) => a - b);
  printLine(
    'a row, committed',
    quantile(milliseconds, 0.5),
    `95 of 100 within ${quantile(milliseconds, 0.95).toFixed(1)} ms`,
  );
}

const firm = await firmOf(paidPeople, await server.tenant());
const administrator = await server.person(firm.tenantId, { carry: 'administrator' });
const pair = { SourceCurrencyCode: 'GBP', DestinationCurrencyCode: 'USD' };
for (const [url, payload] of [
  ['/api/reference/currency-pair', pair],
  ['/api/fx', { Rates: [{ ...pair, EffectiveDate: '2025-12-31', Rate: '1.28' }] }],
] as const) {
  const answer = await server.call(administrator.token, firm.tenantId, { method: 'POST', url, payload });
  if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 300));
}
await refreshStatistics(server);
const summary = `/api/comp/reporting/compensation-summary?selectedDate=2025-12-31&currencyId=${firm.usd}`;
title(`Compensation summary of ${paidPeople.toLocaleString('en')} people, two currencies into one`);
for (const [label, url] of [
  ['a page and the sums (goal 1 s)', summary],
  ['as Excel (goal 2 s)', `${summary}&format=excel`],
] as const) {
  await get(firm, url);
  const { ms, bytes } = await get(firm, url);
  printLine(label, ms, `${megabytes(bytes)}, ${megabytes(process.memoryUsage.rss())} of memory`);
}

title(`Import of ${payrollRows.toLocaleString('en')} payroll rows, over the API (goal 10 s)`);
{
  const { tenantId, head } = firm;
  const rows = Array.from({ length: payrollRows }, (_, i) => {
    const month = String(1 + Math.floor(i / paidPeople)).padStart(2, '0');
    const currency = (i % paidPeople) % 2 === 1 ? 'USD' : 'GBP';
    return `E${(i % paidPeople) + 1},Payday,2025-${month}-01,2025-${month}-28,2025-${month}-28,SALARY,${8000 + (i % 997)}.25,${currency}`;
  });
  const content = `Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\n${rows.join('\n')}\n`;
  const post = async <T>(url: string, body: object) => {
    const answer = await server.call(head.token, tenantId, { method: 'POST', url, ...body });
    if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 500));
    return answer.json<T>();
  };
  for (const name of ['new', 'the same again']) {
    const from = performance.now();
    const file = multipart({ name: 'payroll.csv', type: 'text/csv', bytes: Buffer.from(content) });
    const { Id, Errors } = await post<{ Id: string; Errors: readonly object[] }>(
      '/api/upload/payroll-actuals/unconfirmed',
      file,
    );
    if (Errors.length > 0) throw new Error(JSON.stringify(Errors.slice(0, 3)));
    const checked = performance.now() - from;
    let done = await post<{ Status: string }>(`/api/upload/${Id}/upload/payroll-actuals/true`, {
      payload: { WarningsConfirmed: true },
    });
    // A long file is processed by a background job.
    while (done.Status === 'RUNNING') {
      await pause(50);
      done = (await server.call(head.token, tenantId, { method: 'GET', url: `/api/upload/${Id}` })).json();
    }
    if (done.Status !== 'DONE') throw new Error(JSON.stringify(done).slice(0, 500));
    printLine(
      name,
      performance.now() - from,
      `checked in ${checked.toFixed(0)} ms, ${megabytes(process.memoryUsage.rss())}`,
    );
  }
}
await server.stop();
process.exit(0);
