import { type TestDatabase, testDatabase } from '@carrara/adapters/postgres/testing';
import { demoPassword } from '@carrara/server/demo/people';
import { join } from 'node:path';
import { clearAway, dataFolder, root, send, startProduct } from '../faults/product.ts';
import { openLoop, quantile } from '../load/openLoop.ts';
import { line, title } from './measure.ts';

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
const load = {
  url: `${product.baseUrl}/api/carry/investment/investments?PageSize=20`,
  headers: { authtoken: signedIn.body.AuthToken, tenantid: tenantId },
};
await openLoop({ ...load, perSecond: 100, seconds: 3 });

title('A list page of the demo under load: client, server and PostgreSQL share the processors of this machine');
for (const perSecond of [100, 250, 500]) {
  const { sorted, failed } = await openLoop({ ...load, perSecond, seconds: 5 });
  const note = `median ${quantile(sorted, 0.5).toFixed(1)} ms, slowest ${quantile(sorted, 1).toFixed(0)} ms, ${failed} failed`;
  line(`${perSecond} requests a second: p99`, quantile(sorted, 0.99), note);
}
product.child.kill('SIGTERM');
await product.exit;
await clearAway(folder, product);
await database.drop();
process.exit(0);
