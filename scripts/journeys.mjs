import { availableParallelism } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { mainJourneys } from './suites.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs the journeys whose path contains one of these texts. A file that fails runs once more, alone, on a new product with new firms. If it then
 * passes, the journeys pass, and the file is reported as unsteady.
 */
async function runJourneys(filters) {
  const first = await run(filters);
  if (first.failed.length === 0) return { passed: first.passed, unsteady: [] };
  const unsteady = [];
  // A second failure also saves snapshots of the page.
  process.env.JOURNEY_SNAPSHOTS = 'true';
  for (const file of first.failed) {
    process.stdout.write(`\nOnce more, alone: ${file}\n`);
    const { passed } = await run([file]);
    if (!passed) return { passed: false, unsteady };
    unsteady.push({ file, failureFolder: join(first.failureFolder, basename(file, '.test.ts')) });
  }
  return { passed: first.isWhole, unsteady };
}

/** Returns a line for each file that passed only on its second run. */
function unsteadyLines(unsteady) {
  return unsteady
    .map(({ file, failureFolder }) => `unsteady: ${file} failed once. Its pictures and logs: ${failureFolder}\n`)
    .join('');
}

async function run(filters) {
  const failureFolder = join(root, '.journeys', new Date().toISOString().slice(0, 19).replaceAll(':', '-'));
  process.env.JOURNEY_FAILURES = failureFolder;
  const vitest = await startVitest('test', filters, {
    root,
    project: ['journey'],
    watch: false,
    // One more than the cores, because a journey waits for its page a quarter of the time.
    maxWorkers: availableParallelism() + 1,
    passWithNoTests: true,
  });
  const failed = vitest.state.getTestModules().filter((module) => !module.ok());
  const isWhole = vitest.state.getUnhandledErrors().length === 0;
  await vitest.close();
  // Vitest has set the exit code to a failure. The result is decided here instead.
  const passed = (process.exitCode ?? 0) === 0;
  process.exitCode = 0;
  return { passed, isWhole, failureFolder, failed: failed.map(({ moduleId }) => relative(root, moduleId)) };
}

// `--main` runs the journeys of `npm test`, on a product without demo data.
const isMain = process.argv.includes('--main');
if (isMain) process.env.JOURNEY_GROUND = 'empty';
const { passed, unsteady } = await runJourneys(isMain ? mainJourneys : process.argv.slice(2));
process.stdout.write(unsteadyLines(unsteady));
process.exit(passed ? 0 : 1);
