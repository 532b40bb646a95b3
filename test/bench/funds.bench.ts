import { multipart } from '@carrara/server/testing/multipart';
import { TestServer } from '@carrara/server/testing/testServer';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { quantile } from '../load/openLoop.ts';
import { refreshStatistics } from './listPages.ts';
import { printLine, title } from './measure.ts';

/** Use fewer on a busy machine: FUNDS=200. */
const funds = Number(process.env['FUNDS'] ?? 2000);
const quarters = 40;
const entriesOfQuarter = 20;
const partners = 5;
const manyPartners = 200;

const server = await TestServer.start();
const tenantId = await server.tenant();
const { token, personId } = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
const currency = { Id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
const investorType = { Id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };

async function call<T>(method: 'GET' | 'POST', url: string, more: object = {}): Promise<T> {
  const answer = await server.call(token, tenantId, { method, url, ...more });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body.slice(0, 500)}`);
  return answer.json<T>();
}
const post = <T = { Id: string }>(url: string, payload: object) => call<T>('POST', url, { payload });
async function imported(type: string, rows: readonly string[]) {
  const bytes = Buffer.from(`${rows.join('\n')}\n`);
  const file = multipart({ name: 'rows.csv', type: 'text/csv', bytes });
  const { Id, Errors } = await call<{ Id: string; Errors: readonly object[] }>(
    'POST',
    `/api/upload/${type}/unconfirmed`,
    file,
  );
  if (Errors.length > 0) throw new Error(JSON.stringify(Errors.slice(0, 3)));
  await post(`/api/upload/${Id}/upload/${type}/true`, { WarningsConfirmed: true });
}
const each = <T>(count: number, valueOf: (i: number) => T) => Array.from({ length: count }, (_, i) => valueOf(i));
const quarterStart = (quarter: number) => new Date(Date.UTC(2015, 3 * quarter, 1));
const dayOf = (quarter: number, i: number) =>
  new Date(quarterStart(quarter).getTime() + (1 + i * 3) * 86_400_000).toISOString().slice(0, 10);
const lastEnd = new Date(quarterStart(quarters).getTime() - 86_400_000).toISOString().slice(0, 10);
const types = ['CALL-INV', 'CALL-FEE', 'FEE', 'EXP-AUDIT', 'DIST-GAIN', 'INC-DIV'];
const entries = (code: string, perQuarter: number) =>
  each(quarters, (q) =>
    each(perQuarter, (i) => {
      const type = types[(q + i) % types.length];
      // Calls are large enough to pay the distributions, which need a confirmation otherwise.
      const amount = (1000 + q * 7 + i) * (type === 'CALL-INV' ? 10 : 1);
      return `${code},${type},${dayOf(q, i)},${amount}.${10 + i}`;
    }),
  ).flat();

// A fund of the usual size and one with very many partners, entered through the API.
for (let i = 0; i < manyPartners; i += 1)
  await post('/api/performance/investor', { Code: `LP-${i}`, Name: `Investor ${i}`, Type: investorType });
const fund = async (code: string) =>
  (await post('/api/carry/fund', { Code: code, LegalName: `Fund ${code}`, Currency: currency })).Id;
const [small, wide] = [await fund('F0'), await fund('W0')];
const closes = (code: string, count: number) =>
  each(count, (i) => `${code},LP-${i},Close,2015-01-01,${1_000_000_000 / count}.00`);
await imported('commitments', [
  'Vehicle,Investor,Kind,Date,Amount',
  ...closes('F0', partners),
  ...closes('W0', manyPartners),
]);
await imported('ledger', [
  'Vehicle,Type,Date,Amount',
  ...entries('F0', entriesOfQuarter),
  ...entries('W0', entriesOfQuarter / 10),
]);

// All other funds are copies of the first one with new ids.
const owner = new pg.Client({ connectionString: server.database.adminUrl });
await owner.connect();
const began = performance.now();
await owner.query("BEGIN; SET LOCAL session_replication_role = 'replica'");
const again = (column: string) => `md5(s.${column}::text || g.i)::uuid`;
async function copies(table: string, where: string, changed: Readonly<Record<string, string>>) {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => changed[name] ?? `s.${name}`);
  await owner.query(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${table} s, generate_series(1, ${funds - 1}) AS g(i) WHERE ${where}`,
  );
}
const ofFund = (column: string) => `s.${column} = '${small}'`;
await copies('container', ofFund('id'), {
  id: again('id'),
  code: `'F' || g.i`,
  name: `'Fund F' || g.i`,
  legal_name: `'Fund F' || g.i`,
});
await copies('fund', ofFund('id'), { id: again('id') });
// Each group of five funds has its own partners, so that a partner is in five funds.
const group = (column: string) => `md5(s.${column}::text || 'of' || g.i / 5)::uuid`;
const firstOfGroup = 'g.i % 5 = 0 AND s.id IN (SELECT c.investor_id FROM commitment c WHERE c.vehicle_id = $1)';
for (const table of ['container', 'investor'])
  await copies(table, firstOfGroup.replace('$1', `'${small}'`), {
    id: group('id'),
    code: `s.code || '-' || g.i`,
    name: `s.name || ' ' || g.i`,
    legal_name: `s.name || ' ' || g.i`,
  });
await copies('commitment', ofFund('vehicle_id'), {
  id: again('id'),
  vehicle_id: again('vehicle_id'),
  investor_id: `CASE WHEN g.i < 5 THEN s.investor_id ELSE ${group('investor_id')} END`,
});
await copies('commitment_event', `s.commitment_id IN (SELECT c.id FROM commitment c WHERE c.vehicle_id = '${small}')`, {
  id: again('id'),
  commitment_id: again('commitment_id'),
});
await copies('ledger_entry', ofFund('vehicle_id'), { id: again('id'), vehicle_id: again('vehicle_id') });
await copies('ledger_share', ofFund('vehicle_id'), {
  entry_id: again('entry_id'),
  commitment_id: again('commitment_id'),
  vehicle_id: again('vehicle_id'),
});
await copies('period', ofFund('vehicle_id'), { id: again('id'), vehicle_id: again('vehicle_id') });
await copies('period_figure', ofFund('vehicle_id'), {
  subject_id: again('subject_id'),
  vehicle_id: again('vehicle_id'),
});
await owner.query('COMMIT');
const { rows: found } = await owner.query<{ entries: string; shares: string; figures: string }>(
  'SELECT (SELECT count(*) FROM ledger_entry) AS entries, (SELECT count(*) FROM ledger_share) AS shares, (SELECT count(*) FROM period_figure) AS figures',
);
await owner.end();
await refreshStatistics(server);
const seconds = Math.round((performance.now() - began) / 1000);
const [counted] = found;
title(
  `${funds} funds, ${counted?.entries} entries, ${counted?.shares} shares, ${counted?.figures} rows of figures, made in ${seconds} s`,
);

async function measured(name: string, goal: string, run: (round: number) => Promise<unknown>, rounds = 15) {
  const milliseconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    await run(round);
    milliseconds.push(performance.now() - from);
  }
  milliseconds.sort((a, b) => a - b);
  printLine(name, quantile(milliseconds, 0.5), `goal ${goal}, slowest ${quantile(milliseconds, 1).toFixed(0)} ms`);
}
const get = (url: string) => () => call('GET', url);
const listed = '/api/performance/fund/funds';
await measured('list of funds, first page with totals', '100 ms', get(listed));
await measured(
  'list of funds, last page by IRR',
  '100 ms',
  get(`${listed}?StartPage=${Math.floor(funds / 10) - 1}&SortColumn=IRR`),
);
await measured('list of funds, a search', '100 ms', get(`${listed}?SearchQuery=F1`));
await measured('ledger of a fund, first page', '100 ms', get(`/api/performance/ledger?vehicleId=${small}`));
await measured('profile of a fund', '', get(`/api/performance/fund/${small}/profile?endDate=${lastEnd}`));
await measured(
  `capital account of ${manyPartners} partners`,
  '300 ms',
  get(`/api/performance/fund/${wide}/${lastEnd}/cas`),
);
const commitmentsOfWide = await call<readonly { Investor: { Id: string } }[]>(
  'GET',
  `/api/performance/commitment?vehicleId=${wide}`,
);
const partnersOfWide = commitmentsOfWide.map(({ Investor }) => Investor.Id);
const memory = () => Math.round(process.memoryUsage().rss / 1_048_576);
const [start, memoryBefore] = [performance.now(), memory()];
let most = memoryBefore;
for (const id of partnersOfWide) {
  const url = `/api/performance/capitalaccount/ilpa?fundId=${wide}&investorId=${id}&endDate=${lastEnd}`;
  const { statusCode, rawPayload } = await server.call(token, tenantId, { method: 'GET', url });
  if (statusCode !== 200 || rawPayload.length === 0) throw new Error(`${url}: ${statusCode}`);
  most = Math.max(most, memory());
}
printLine(
  `${partnersOfWide.length} Reporting Templates out of the database`,
  performance.now() - start,
  `goal 30 s; ${memoryBefore} MB before, ${most} MB at most, ${memory()} MB after`,
);
for (const panel of ['totals', 'topStats', 'byFundFamily', 'fundTable'])
  await measured(`dashboard: ${panel}`, '200 ms', get(`/api/performance/dashboard/${panel}`), 5);
const entered = (VehicleId: string) => (round: number) =>
  post('/api/performance/ledger', {
    VehicleId,
    Entries: [{ Type: 'FEE', Amount: `${round + 1}.00`, EffectiveDate: lastEnd }],
  });
await measured('one entry with its recompute', '150 ms', entered(small));
await measured(`one entry with its recompute, ${manyPartners} partners`, '', entered(wide), 5);

title('User activity of 100,000 actions');
await server
  .withTenant({ tenantId, personId, now: server.now.toISOString() }, (tx) =>
    tx.query(
      `INSERT INTO access_event (tenant_id, id, person_id, kind, subject, created_at)
     SELECT $1, gen_random_uuid(), $2, CASE n % 2 WHEN 0 THEN 'SIGN_IN' ELSE 'DOWNLOAD' END, 'File ' || n, now() - make_interval(secs => n * 60)
     FROM generate_series(1, 100000) n`,
      [tenantId, personId],
    ),
  )
  .catch((error: unknown) => console.log(String(error)));
await refreshStatistics(server);
const activity = '/api/performance/reporting/user';
await measured('first page with its count', '100 ms', get(activity), 5);
await measured('page 1,000', '100 ms', get(`${activity}?StartPage=1000`), 5);
await measured('a search', '', get(`${activity}?SearchQuery=File%2077`), 5);
await server.stop();
process.exit(0);
