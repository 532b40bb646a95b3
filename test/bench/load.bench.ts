import { type TestDatabase, testDatabase } from '@carrara/adapters/postgres/testing/testDatabase';
import { fundList } from '@carrara/adapters/postgres/portfolio/fund/fundList';
import { investmentList } from '@carrara/adapters/postgres/portfolio/container/lists';
import { demoPassword } from '@carrara/server/demo/people';
import { join } from 'node:path';
import { stopAndRemove, dataFolder, root, send, startProduct } from '../faults/product.ts';
import { openLoop, quantile } from '../load/openLoop.ts';
import { listBackends, processFamily, processorTime } from '../load/processorTime.ts';
import { bareStatement } from './bareStatement.ts';
import { printLine, title } from './measure.ts';

const folder = dataFolder();
const database: TestDatabase = await testDatabase();
const environment = { DATABASE_URL: database.url, DEMO: 'true', RATE_LIMIT_PER_MINUTE: '1000000' };
const product = await startProduct(folder, environment, [join(root, 'apps', 'server', 'dist', 'main.js')]);
const { rows } = await database.worker.query<{ id: string }>(
  `SELECT tenant_id AS id FROM container WHERE kind = 'investment' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
);
const tenantId = rows[0]?.id ?? '';
const payload = { Login: 'admin@alder.example', Password: demoPassword, AnswerToken: true };
const signedIn = await send<{ AuthToken: string }>(
  product.baseUrl,
  { token: '', tenantId },
  '/api/signin/local',
  payload,
);
const headers = { authtoken: signedIn.body.AuthToken, tenantid: tenantId };
const { rows: names } = await database.worker.query<{ name: string }>('SELECT current_database() AS name');

/** Processor time of the server, of PostgreSQL and of this client, which share the machine. */
const used = () => [
  processorTime(product.child.pid === undefined ? [] : processFamily(product.child.pid)),
  processorTime(listBackends(names[0]?.name ?? '')),
  processorTime([process.pid]),
];

for (const [list, path, statement] of [
  ['investments', '/api/carry/investment/investments', investmentList],
  ['funds', '/api/carry/fund', fundList],
] as const) {
  const load = { url: `${product.baseUrl}${path}?PageSize=20`, headers };
  await openLoop({ ...load, perSecond: 100, seconds: 3 });
  title(`The demo's ${list}, a page under load: client, server and PostgreSQL share the processors of this machine`);
  for (const perSecond of [100, 250, 500]) {
    const before = used();
    const { sorted, failed } = await openLoop({ ...load, perSecond, seconds: 5 });
    const each = used().map((after, at) => ((after ?? Number.NaN) - (before[at] ?? 0)) / sorted.length);
    const [server = Number.NaN, postgres = Number.NaN, client = Number.NaN] = each;
    const processor = `processor a request: server ${server.toFixed(2)}, PostgreSQL ${postgres.toFixed(2)}, client ${client.toFixed(2)} ms`;
    const note = `median ${quantile(sorted, 0.5).toFixed(1)} ms, slowest ${quantile(sorted, 1).toFixed(0)} ms, ${failed} failed; ${processor}`;
    printLine(`${perSecond} requests a second: p99`, quantile(sorted, 0.99), note);
  }
  const { perSecond, processorMs } = await bareStatement(database.app, { tenantId }, statement);
  const note = `${perSecond.toFixed(0)} a second on two connections, without client and server`;
  printLine('the bare statement, processor of PostgreSQL', processorMs, note);
}
product.child.kill('SIGTERM');
await product.exit;
await stopAndRemove(folder, product);
await database.drop();
process.exit(0);
