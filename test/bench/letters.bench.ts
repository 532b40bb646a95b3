import { setTimeout as pause } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { TestServer } from '@carrara/server/testing/testServer';
import { v7 as newId } from 'uuid';
import { quantile } from '../load/openLoop.ts';
import { printLine, title } from './measure.ts';

const payees = 500;
const sourceCount = 5;
/** Requests per second while letters are generated. */
const perSecond = 25;

const server = await TestServer.start();
const tenantId = await server.tenant();
const { token } = await server.person(tenantId, { carry: 'editor' });
const currency = await server.referenceEntry(tenantId, 'currency', 'USD');
const ids = (count: number) => Array.from({ length: count }, () => newId());
const [people, funds, profiles] = [ids(payees), ids(sourceCount), ids(sourceCount)];
await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
  const run = (text: string, ...values: unknown[]) => tx.query(text, [tenantId, ...values]);
  const each = 'FROM unnest($2::uuid[]) WITH ORDINALITY AS u(id, n)';
  await run(
    `INSERT INTO participant (tenant_id, id, kind, code, name) SELECT $1, id, 'employee', 'P' || n, 'Participant ' || n ${each}`,
    people,
  );
  await run(`INSERT INTO employee (tenant_id, id, last_name) SELECT $1, id, 'P' || n ${each}`, people);
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

const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
  const start = performance.now();
  const url = `/api/carry/${path}`;
  const answer = await server.call(token, tenantId, { method, url, ...(payload ? { payload } : {}) });
  if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 500));
  return { ms: performance.now() - start, answer };
};
const saved = await call('POST', 'distribution/save-distribution', {
  Name: 'Letters',
  DistributionDate: '2026-09-30',
  DefaultEscrow: '10',
  DefaultTerminatedEscrow: '25',
  DistributionSources: funds.map((id) => ({ Source: { Id: id }, Type: 'Fund', NetDistrbutableAmount: '1234567.89' })),
});
const { Id } = saved.answer.json<{ Id: string }>();

title(`Letters of ${payees} payees with ${sourceCount} sources each`);
for (const [label, path] of [
  ['one PDF of all letters', 'Pdfletter-package'],
  ['one PDF of all letters, again', 'Pdfletter-package'],
  ['a zip of a PDF for each', 'letter-package'],
  ['a zip of a Word file for each', 'letter-package?format=docx'],
] as const) {
  const { ms, answer } = await call('GET', `distribution/${Id}/${path}`);
  const memory = `${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB of memory`;
  const size = `${(answer.rawPayload.byteLength / 1e6).toFixed(1)} MB`;
  printLine(label, ms, `${size}, ${(ms / payees).toFixed(1)} ms a letter, ${memory}`);
}

title(`Letters for an escrow release to ${payees} payees, in one PDF`);
const checker = await server.person(tenantId, { carry: 'editor' });
interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
}
const post = async (path: string, payload: object, as = token) => {
  const answer = await server.call(as, tenantId, { method: 'POST', url: `/api/carry/ledger/${path}`, payload });
  if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 500));
  return answer.json<Stored>();
};
const [fund] = funds;
const step = ({ RowVersion }: Stored) => ({ RowVersion });
const opening = await post('save', {
  Name: 'Opening',
  Type: { Code: 'OPENING' },
  RunDate: '2026-01-01',
  Lines: people.map((person) => ({
    Participant: { Id: person },
    Source: { Id: fund },
    Accrued: '3.00',
    Distributed: '2.00',
    Escrow: '1.00',
  })),
});
const submitted = await post(`${opening.Id}/submit`, step(opening));
await post(`${opening.Id}/post`, step(await post(`${opening.Id}/approve`, step(submitted), checker.token)));
const release = await post('save', {
  Name: 'Release',
  Type: { Code: 'RELEASE' },
  RunDate: '2026-01-02',
  Lines: [{ Source: { Id: fund } }],
});
const escrowLetters = `ledger/${release.Id}/letter-package`;
{
  const { ms, answer } = await call('GET', escrowLetters);
  printLine('one PDF of all letters', ms, `${(answer.rawPayload.byteLength / 1e6).toFixed(1)} MB`);
}

/** Returns the response times of list pages that are requested at fixed times until the work is done. */
async function pagesDuring(work: Promise<unknown>): Promise<readonly number[]> {
  let isDone = false;
  void work.finally(() => (isDone = true));
  const requests: Promise<number>[] = [];
  const began = performance.now();
  for (let due = began; !isDone; due += 1000 / perSecond) {
    await pause(Math.max(0, due - performance.now()));
    requests.push(call('GET', 'employee?PageSize=20&IsCarryEligible=false').then(() => performance.now() - due));
  }
  await work;
  return (await Promise.all(requests)).sort((first, other) => first - other);
}

title(
  'A list page (O51: p99 below 50 ms) while nothing else is done, and while three letter packages are made at once',
);
for (const [label, packages, path] of [
  ['nothing else', 0, ''],
  ['three packages', 3, `distribution/${Id}/Pdfletter-package`],
  ['three of a release', 3, escrowLetters],
] as const) {
  const work = Array.from({ length: packages }, () => call('GET', path));
  const sorted = await pagesDuring(Promise.all([pause(4000), ...work]));
  const note = `median ${quantile(sorted, 0.5).toFixed(1)} ms, slowest ${quantile(sorted, 1).toFixed(0)} ms of ${sorted.length} pages`;
  printLine(`${label}: p99`, quantile(sorted, 0.99), note);
}
await server.stop();
process.exit(0);
