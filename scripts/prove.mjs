// The long proofs: the laws of the calculations over far more random cases than `npm test` takes. PROVE_RUNS sets one number for all.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const proofs = [
  {
    what: 'allocations add up to the cent, each part the floor or ceiling of its quota',
    where: 'allocation',
    runs: 1_000_000,
  },
  { what: 'parts of amounts are rounded exactly', where: 'cents', runs: 200_000 },
  { what: 'distributions equal an independent exact engine, and keep their laws', where: 'distribution', runs: 10_000 },
  { what: 'internal rates of return are true, and none is missed', where: 'performance', runs: 10_000 },
  { what: 'every calculator answers any input', where: 'calc', runs: 10_000 },
];

const only = process.argv.slice(2);
let failed = 0;
for (const { what, where, runs } of proofs) {
  if (only.length > 0 && !only.includes(where)) continue;
  const number = process.env.PROVE_RUNS ?? String(runs);
  const started = Date.now();
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'unit',
      `packages/domain/src/${where}/`,
      '--testTimeout',
      '7200000',
      '--reporter',
      'dot',
    ],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PROVE_RUNS: number, PROVE_SEED: process.env.PROVE_SEED ?? 'random' },
    },
  );
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(`${status === 0 ? 'proven' : 'FAILED'}  ${number} cases a law, ${seconds} s: ${what}`);
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
