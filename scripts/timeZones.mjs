// Runs the rules' tests in four time zones, which must not matter: a date is a day of the calendar, never a local moment.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// Few random cases: what is looked for here shows in every case or in none.
const runs = process.env.PROVE_RUNS ?? '20';

for (const zone of ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia']) {
  const started = Date.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'packages/domain/src', '--reporter', 'dot'],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TZ: zone, PROVE_RUNS: runs },
    },
  );
  console.log(`${zone}: ${status === 0 ? 'passed' : 'failed'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) {
    console.error(`${stdout.slice(-2_000)}\n${stderr.slice(-6_000)}`);
    console.error(`Run it alone: TZ=${zone} npx vitest run --project unit packages/domain/src`);
    process.exit(1);
  }
}
