import { brokenReferences } from '@carrara/adapters/postgres/engine/database/brokenReferences';
import { createBackup } from '@carrara/adapters/backup/createBackup';
import { createDiskFiles } from '@carrara/adapters/files/diskFiles';
import { multipart } from '@carrara/server/testing/multipart';
import { TestServer } from '@carrara/server/testing/testServer';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { bareInserts } from './bareStatement.ts';
import { printLine, title } from './measure.ts';

/** Use fewer for profiling: FUNDS=10. */
const funds = Number(process.env['FUNDS'] ?? 100);
const rowsOfFund = 1000;
const server = await TestServer.start();
const tenantId = await server.tenant();
const { token } = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
const currency = { Id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
const investorType = { Id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };

async function post<T>(url: string, body: object): Promise<{ readonly ms: number; readonly value: T }> {
  const from = performance.now();
  const answer = await server.call(token, tenantId, { method: 'POST', url, ...body });
  if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 500));
  return { ms: performance.now() - from, value: answer.json<T>() };
}
const csv = (content: string) => multipart({ name: 'rows.csv', type: 'text/csv', bytes: Buffer.from(content) });
async function imported(type: string, content: string) {
  const checked = await post<{ Id: string; Errors: readonly object[] }>(
    `/api/upload/${type}/unconfirmed`,
    csv(content),
  );
  if (checked.value.Errors.length > 0) throw new Error(JSON.stringify(checked.value.Errors.slice(0, 3)));
  const from = performance.now();
  const { Id } = checked.value;
  let { value: done } = await post<{ Status: string }>(`/api/upload/${Id}/upload/${type}/true`, {
    payload: { WarningsConfirmed: true },
  });
  // A long file is processed by a background job.
  while (done.Status === 'RUNNING') {
    await pause(50);
    done = (await server.call(token, tenantId, { method: 'GET', url: `/api/upload/${Id}` })).json();
  }
  if (done.Status !== 'DONE') throw new Error(JSON.stringify(done));
  return { checked: checked.ms, done: performance.now() - from };
}

for (let i = 0; i < funds; i += 1) {
  await post('/api/carry/fund', { payload: { Code: `F${i}`, LegalName: `Fund ${i}`, Currency: currency } });
}
for (let i = 0; i < 5; i += 1) {
  const payload = { Code: `LP-${i}`, Name: `Investor ${i}`, Type: investorType };
  await post('/api/performance/investor', { payload });
}
const each = <T>(count: number, valueOf: (i: number) => T) => Array.from({ length: count }, (_, i) => valueOf(i));
const closes = each(funds, (f) => each(5, (i) => `F${f},LP-${i},Close,2020-01-01,100000000.00`)).flat();
await imported('commitments', `Vehicle,Investor,Kind,Date,Amount\n${closes.join('\n')}\n`);

title(`Import of ${funds * rowsOfFund} ledger rows into ${funds} vehicles, over the API (goal 30 s)`);
const types = ['CALL-INV', 'CALL-FEE', 'FEE', 'EXP-AUDIT', 'DIST-GAIN', 'INC-DIV'];
const day = (i: number) => new Date(Date.UTC(2020, 0, 2 + (i % 1800))).toISOString().slice(0, 10);
const rows = each(funds, (f) =>
  each(rowsOfFund, (i) => {
    const type = types[i % types.length];
    // Calls are large enough to pay the distributions, which need a confirmation otherwise.
    const amount = (1000 + i) * (type === 'CALL-INV' ? 10 : 1);
    return `${f}-${i},F${f},${type},${day(i * 7)},${amount}.${10 + (i % 90)}`;
  }),
).flat();
const counts = await imported('ledger', `External id,Vehicle,Type,Date,Amount\n${rows.join('\n')}\n`);
printLine(
  'into empty ledgers',
  counts.checked + counts.done,
  `checked in ${counts.checked.toFixed(0)} ms, entered in ${counts.done.toFixed(0)} ms`,
);
printLine('the bare statements', await bareInserts(server.database.adminUrl, ['ledger_entry', 'ledger_share']));
const again = await imported('ledger', `External id,Vehicle,Type,Date,Amount\n${rows.join('\n')}\n`);
printLine('the same again', again.checked + again.done, 'nothing is entered');

title('Backup of these ledgers');
const dataDir = mkdtempSync(join(tmpdir(), 'carrara-bench-'));
const [backups, { adminUrl }] = [mkdtempSync(join(tmpdir(), 'carrara-bench-')), server.database];
writeFileSync(join(dataDir, 'audit.key'), server.auditKey);
const timed = async <T>(work: () => Promise<T>) => {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
};
const backup = await timed(() =>
  createBackup({
    adminUrl,
    dataDir,
    files: createDiskFiles(dataDir),
    file: join(backups, 'bench.age'),
    passphrase: 'measure the backup',
    now: new Date(),
  }),
);
const stored = Object.values(backup.value.tables).reduce((sum, table) => sum + table.rows, 0);
printLine('create', backup.ms, `${stored} rows`);
const owner = new pg.Client({ connectionString: adminUrl });
await owner.connect();
await owner.query('SET ROLE carrara_worker');
const keys = await timed(() => brokenReferences(owner, Object.keys(backup.value.tables)));
printLine('of which foreign keys', keys.ms, `${((100 * keys.ms) / backup.ms).toFixed(1)} %`);
await owner.end();

title('A csv file of 2,000,000 rows, read until it is refused');
const small = Buffer.from(`Vehicle\n${'F0\n'.repeat(2_000_000)}`);
const before = process.memoryUsage().rss;
let most = before;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 20);
const from = performance.now();
const answer = await server.call(token, tenantId, {
  method: 'POST',
  url: '/api/upload/ledger/unconfirmed',
  ...multipart({ name: 'long.csv', type: 'text/csv', bytes: small }),
});
clearInterval(watch);
printLine(
  `${answer.statusCode} ${answer.json<{ Message: string }>().Message}`,
  performance.now() - from,
  `${((most - before) / 1_000_000).toFixed(0)} MB more than before, the file itself has ${(small.byteLength / 1_000_000).toFixed(0)} MB`,
);
await server.stop();
process.exit(0);
