// The long proofs: the laws of the calculations with many more random cases than `npm test`, attacks on a running product, and each Node.js version.
// PROVE_RUNS sets the number of cases. A name (`npm run prove -- ledger`, `-- faults`, `-- nodes`, `-- node22`) or the id of an assurance (`-- M02`)
// runs only those.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensureBuilt.mjs';
import { nodeVersions, provenOnNode } from './nodes.mjs';

const findOfficeSuite = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => ['soffice', 'libreoffice', 'soffice.exe'].some((name) => existsSync(join(folder, name))));

const root = fileURLToPath(new URL('..', import.meta.url));
const proofs = [
  {
    claim: 'allocations add up to the cent, each part the floor or ceiling of its quota',
    where: 'allocation',
    file: 'packages/domain/src/kernel/apportionment/',
    id: 'M01',
    runs: 1_000_000,
  },
  {
    claim: 'parts of amounts are rounded exactly',
    where: 'cents',
    file: 'packages/domain/src/kernel/cents/',
    runs: 200_000,
  },
  {
    claim: 'distributions equal an independent exact engine, and keep their laws',
    where: 'distribution',
    file: 'packages/domain/src/carry/run/',
    id: 'M02',
    runs: 10_000,
  },
  {
    claim: "an office suite computes every formula of a distribution's workbook to the product's figure",
    where: 'workbook',
    id: 'M02',
    runs: 1,
    project: 'data',
    file: 'apps/server/src/concepts/carry/run/distributionFiles.data.test.ts',
    name: 'M02',
    missing: () => (findOfficeSuite() ? undefined : 'this machine has no office suite (soffice)'),
  },
  {
    claim: 'answer, ledger, workbook, lists and letters agree to the cent',
    where: 'files',
    id: 'M33',
    runs: 1,
    project: 'data',
    file: 'apps/server/src/concepts/carry/run/distributionFiles.data.test.ts',
    name: 'M33',
  },
  {
    claim: 'waterfalls equal an independent engine in exact fractions, and keep their laws',
    where: 'waterfall',
    file: 'packages/domain/src/performance/waterfall/',
    runs: 10_000,
  },
  {
    claim: 'internal rates of return are true, and none is missed',
    where: 'performance',
    file: 'packages/domain/src/kernel/measures/',
    runs: 10_000,
  },
  { claim: 'every calculator answers any input', where: 'calc', file: 'packages/domain/src/calc/', runs: 10_000 },
  {
    claim: 'balances are those of their entries after random operations, and the audit log records each',
    where: 'ledger',
    id: 'M17',
    runs: 10_000,
    project: 'data',
    file: 'apps/server/src/concepts/carry/run/ledger.data.test.ts',
  },
  {
    claim:
      'accounts, reports and entities show on every day what openings, realizations, distributions, releases, clawbacks and reversals come to',
    where: 'balances',
    id: 'M17',
    runs: 400,
    project: 'data',
    file: 'apps/server/src/concepts/carry/run/balances.data.test.ts',
  },
  {
    claim: 'every figure that the demo shows is the one that its explanation ends in',
    where: 'why',
    runs: 1,
    project: 'data',
    file: 'apps/server/src/demo/demoExplanations.data.test.ts',
  },
  {
    claim: 'every column that a superuser changes behind the product is found by the audit',
    where: 'tampering',
    runs: 1,
    project: 'data',
    file: 'test/contract/tampering.data.test.ts',
  },
  {
    claim: 'each call is open to exactly the roles that hold its permission',
    where: 'access',
    runs: 1,
    project: 'data',
    file: 'test/contract/access.data.test.ts',
  },
  {
    claim:
      "no call fails on an odd value at any of its names, or answers differently for another firm's id than for an unknown one",
    where: 'values',
    runs: 1,
    project: 'data',
    file: 'test/contract/requests.data.test.ts',
  },
  {
    claim: 'every screen is accessible on desktop and phone, light and dark',
    where: 'screens',
    runs: 1,
    project: 'journey',
    file: 'test/journeys/platform/everyScreen.test.ts',
  },
];

/** Runs all attacks on one product, and each of the other fault tests on its own product. Prints each attempt with its response. */
function attackProduct() {
  ensureBuilt();
  const args = ['run', '--project', 'faults', '--disableConsoleIntercept', '--testTimeout', '7200000'];
  return vitest(args, { PROVE_FAULTS: 'all' }, 'inherit');
}

function vitest(args, environment, output) {
  return spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, ...environment },
  });
}

function prove({ runs, project = 'unit', file, name }) {
  const args = ['run', '--project', project, file, '--testTimeout', '7200000', '--reporter', 'dot'];
  if (name) args.push('-t', name);
  if (project === 'journey') ensureBuilt();
  return vitest(args, { PROVE_RUNS: String(runs), PROVE_SEED: process.env.PROVE_SEED ?? 'random' }, 'ignore');
}

const only = process.argv.slice(2);
let failed = 0;
function report(claim, cases, run) {
  const started = Date.now();
  const { status } = run();
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(`${status === 0 ? 'proven' : 'FAILED'}  ${cases}${seconds} s: ${claim}`);
  if (status !== 0) failed += 1;
}

for (const proof of proofs) {
  if (only.length > 0 && !only.includes(proof.where) && !only.includes(proof.id)) continue;
  const missing = proof.missing?.();
  if (missing) {
    console.log(`not tried: ${missing}: ${proof.claim}`);
    continue;
  }
  const runs = process.env.PROVE_RUNS ?? proof.runs;
  report(proof.claim, `${runs} cases a law, `, () => prove({ ...proof, runs }));
}
if (only.length === 0 || only.includes('faults'))
  report('a running product withstands attacks and faults', '', attackProduct);
if (only.length === 0 || only.includes('dark'))
  report('the stories hold in the dark theme too', '', () => vitest(['run', '--project', 'ui-dark'], {}, 'ignore'));
if (only.length === 0 || only.includes('zones') || only.includes('M36'))
  report('a date is a day of the calendar in every time zone', '', () =>
    spawnSync(process.execPath, ['scripts/timeZones.mjs'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PROVE_RUNS: process.env.PROVE_RUNS ?? '100' },
    }),
  );
for (const version of only.length === 0 || only.includes('nodes')
  ? nodeVersions
  : nodeVersions.filter((line) => only.includes(`node${line}`))) {
  const proven = await provenOnNode(version);
  console.log(
    `${proven ? 'proven' : 'FAILED'}  the product starts on Node.js ${version}, and its unit and data tests pass`,
  );
  if (!proven) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
