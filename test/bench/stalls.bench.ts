import { alderRidge } from '@carrara/server/demo/people';
import { demoGround } from '@carrara/server/testing/demoGround';
import { grantPayAccess } from '@carrara/server/testing/grantPayAccess';
import { TestServer } from '@carrara/server/testing/testServer';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { idsOfTenant } from '../contract/plantedFirms.ts';
import { namesRecord, servedCalls, unknownId, callUrl } from '../contract/servedCalls.ts';
import { printLine, title } from './measure.ts';

/**
 * Measures how long each read of the contract blocks the thread that handles requests, on the demo. The best of a few rounds counts.
 * Reads over the goal are printed at once. `READS=getDashboardTopStats,listVehicles` measures only these.
 */
const rounds = 3;
const longMs = 50;
const everything = {
  carry: 'administrator',
  comp: 'administrator',
  performance: 'administrator',
  reporting: 'administrator',
  'participant-portal': 'viewer',
} as const;
const server = await TestServer.start({
  environment: { RATE_LIMIT_PER_MINUTE: '10000000' },
  ground: await demoGround(),
});
const { rows } = await server.database.worker.query<{ id: string }>('SELECT id FROM tenant WHERE name = $1', [
  alderRidge,
]);
const tenantId = rows[0]?.id ?? '';
const person = await server.person(tenantId, everything);
await grantPayAccess(server, tenantId, person, 'ALL');
/** An investor in a fund, with the last quarter end of its figures, because most reads of performance name such a pair. */
const { rows: commitments } = await server.database.worker.query<Record<'fundId' | 'investorId' | 'endDate', string>>(
  `SELECT c.vehicle_id AS "fundId", c.investor_id AS "investorId", max(f.period_end)::text AS "endDate"
   FROM commitment c JOIN period_figure f ON f.tenant_id = c.tenant_id AND f.subject = 'COMMITMENT' AND f.subject_id = c.id
   WHERE c.tenant_id = $1 GROUP BY c.vehicle_id, c.investor_id ORDER BY max(f.period_end) DESC, count(*) DESC LIMIT 1`,
  [tenantId],
);
const [{ fundId, investorId, endDate } = { fundId: unknownId, investorId: unknownId, endDate: '' }] = commitments;
const values = { fundId, vehicleId: fundId, investorId, endDate, date: endDate };
const ids = [...new Set([fundId, investorId, ...(await idsOfTenant(server, tenantId)).values()])];
const get = (url: string) => server.call(person.token, tenantId, { method: 'GET', url });

/** Returns the processor time of this thread in milliseconds so far; infinite on systems without /proc. */
function threadTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1_000_000;
  } catch {
    return Infinity;
  }
}

/**
 * Returns the longest time in milliseconds during which no other request could be handled. On a busy machine the thread also waits for a
 * processor, so the result is at most the processor time that it used.
 */
async function longestStall(url: string): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const used = threadTime();
  delays.enable();
  await get(url);
  delays.disable();
  const longest = Math.max(0, delays.max / 1_000_000 - 1);
  return used === Infinity ? longest : Math.min(longest, threadTime() - used);
}

/** Returns the address of a call with a record that it finds, if the demo has one. */
async function addressWithAnswer(endpoint: (typeof servedCalls)[number]['endpoint']): Promise<string | undefined> {
  for (const id of namesRecord(endpoint) ? ids : [unknownId]) {
    const url = callUrl(endpoint, id, values);
    if ((await get(url)).statusCode === 200) return url;
  }
  return undefined;
}

interface Stall {
  readonly name: string;
  readonly ms: number;
}
const stalls: Stall[] = [];
const unanswered: string[] = [];
const requestedReads = process.env['READS']?.split(',');
// Signing out is a GET, and every read after it would be refused.
const reads = servedCalls.filter(
  ({ name, endpoint }) =>
    endpoint.method === 'GET' && name !== 'signOut' && (requestedReads === undefined || requestedReads.includes(name)),
);
title(`How long ${String(reads.length)} reads of the demo hold up other requests; the goal is ${String(longMs)} ms`);
for (const { name, endpoint } of reads) {
  const url = await addressWithAnswer(endpoint);
  if (url === undefined) unanswered.push(name);
  else {
    const formats = endpoint.list ? ['csv', 'excel', 'application/pdf'] : [];
    const joint = url.includes('?') ? '&' : '?';
    for (const format of [undefined, ...formats]) {
      const address = format ? `${url}${joint}format=${encodeURIComponent(format)}` : url;
      const waits: number[] = [];
      for (let round = 0; round < rounds; round += 1) waits.push(await longestStall(address));
      const stall: Stall = { name: format ? `${name} as ${format}` : name, ms: Math.min(...waits) };
      stalls.push(stall);
      if (stall.ms > longMs) printLine(stall.name, stall.ms);
    }
  }
}
title('The longest');
for (const { name, ms } of stalls.toSorted((stall, other) => other.ms - stall.ms).slice(0, 40)) printLine(name, ms);
const over = stalls.filter(({ ms }) => ms > longMs);
console.log(`  ${String(over.length)} reads hold it for longer than ${String(longMs)} ms.`);
console.log(`  Without an answer in the demo: ${unanswered.join(', ')}`);
await server.stop();
