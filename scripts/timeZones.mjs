// Runs the tests of the rules in other time zones, which must not matter: a date is a calendar date, never a local time. `npm test` uses one distant
// zone, and `npm run prove -- zones` all four.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// Few random cases, because a time zone error appears in every case or in none.
const runs = process.env.PROVE_RUNS ?? '20';
const zones = ['Pacific/Apia', ...(process.env.PROVE_RUNS ? ['America/New_York', 'UTC', 'Asia/Kolkata'] : [])];
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'packages/domain/src'];

async function passes(zone) {
  const started = Date.now();
  const child = spawn(process.execPath, [...vitest, '--reporter', 'dot', '--maxWorkers', '1'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TZ: zone, PROVE_RUNS: runs },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const [output, complained, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  console.log(`${zone}: ${status === 0 ? 'passed' : 'failed'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (status === 0) return;
  console.error(`${output.slice(-2_000)}\n${complained.slice(-6_000)}`);
  console.error(`Run it alone: TZ=${zone} npx vitest run --project unit packages/domain/src`);
  process.exitCode = 1;
}

const waiting = [...zones];
const testZones = async () => {
  for (let zone = waiting.shift(); zone; zone = waiting.shift()) await passes(zone);
};
await Promise.all(Array.from({ length: availableParallelism() }, testZones));
