import { execFileSync, spawnSync } from 'node:child_process';
import { ensureInstalled, root } from './ensureInstalled.mjs';

/**
 * `npm test`: everything that must hold before a change lands, in this order. `npm test -- carry` (or several areas) and `npm test -- changed`
 * (what differs from the main branch) leave out the tests that lie elsewhere, the other time zones and the faults.
 */
const areas = {
  kernel: ['/kernel/', '/core/', '/engine/'],
  platform: ['/platform/'],
  people: ['/people/'],
  portfolio: ['/portfolio/'],
  carry: ['/carry/'],
  performance: ['/performance/'],
  compensation: ['/compensation/'],
};

const wanted = process.argv.slice(2);
const isWhole = wanted.length === 0;
const base = wanted.join() === 'changed' ? whereMainWasLeft() : undefined;
const unknown = base ? [] : wanted.filter((name) => !(name in areas));
if (unknown.length > 0)
  fail(`No area is called ${unknown.join(' or ')}: there are ${Object.keys(areas).join(', ')}, and changed.`);
const tests = base ? ['--changed', base] : wanted.flatMap((name) => areas[name]);

ensureInstalled();
const { ensureChromium } = await import('./chromium.mjs');
Object.assign(process.env, {
  CHROMIUM_PATH: await ensureChromium(),
  TURBO_TELEMETRY_DISABLED: '1',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  DO_NOT_TRACK: '1',
});
const { runJourneys, tellUnsteady } = await import('./journeys.mjs');

const part = isWhole ? [] : ['--passWithNoTests', ...tests];
/** Several tasks at once where each keeps one core busy. */
const turbo = (tasks, ...args) => [tasks, async () => runTurbo(tasks.split(' '), args)];
const unsteady = [];
const steps = [
  turbo('types'),
  turbo('lint formatted build'),
  isWhole ? turbo('unit zones') : turbo('unit', ...part, ...(base ? [] : ['test/architecture'])),
  turbo('data', ...part),
  // The faults, one at a time, wait more than they compute, and the stories keep one page busy.
  isWhole ? turbo('stories faults') : turbo('stories', ...part),
  ['journey', journeys],
];

const started = Date.now();
for (const [name, run] of steps) {
  const from = Date.now();
  process.stdout.write(`\n== ${name}\n`);
  const passed = await run();
  process.stdout.write(`== ${name}: ${passed ? 'passed' : 'FAILED'} in ${((Date.now() - from) / 1000).toFixed(1)} s\n`);
  if (!passed) process.exit(1);
}
process.stdout.write(
  `\nAll of ${steps.length} steps passed in ${((Date.now() - started) / 60_000).toFixed(1)} minutes.\n`,
);
process.stdout.write(tellUnsteady(unsteady));
process.exit(0);

function runTurbo(tasks, args) {
  const quiet = ['--ui=stream', '--output-logs=full', '--log-prefix=none'];
  const turboArgs = [
    'exec',
    '--no',
    '--',
    'turbo',
    'run',
    ...tasks,
    ...quiet,
    ...(args.length > 0 ? ['--', ...args] : []),
  ];
  const { status, error } = spawnSync(process.execPath, [process.env.npm_execpath, ...turboArgs], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error) throw error;
  return status === 0;
}

async function journeys() {
  const filters = base ? touchedAreas() : tests;
  if (filters.length === 0 && !isWhole) return true;
  const { passed, unsteady: repeated } = await runJourneys(filters);
  unsteady.push(...repeated);
  return passed;
}

/** A journey imports nothing of the product: those of an area that has a change, and all when there is one that belongs to none. */
function touchedAreas() {
  const committed = git('diff', '--name-only', base);
  const added = git('ls-files', '--others', '--exclude-standard');
  const files = `${committed}\n${added}`.split('\n').filter((file) => /^(apps|packages|test\/journeys)\//.test(file));
  const areaOf = (file) => Object.values(areas).find((places) => places.some((place) => file.includes(place)))?.[0];
  const touched = new Set(
    files.filter((file) => !/\.(test|stories)\.tsx?$/.test(file) || file.startsWith('test/')).map(areaOf),
  );
  return touched.has(undefined) || touched.has('/kernel/') ? ['test/journeys/'] : [...touched];
}

function whereMainWasLeft() {
  for (const main of ['main', 'origin/main'])
    try {
      return git('merge-base', main, 'HEAD').trim();
    } catch {
      // Not here under this name.
    }
  return fail('No branch main is known here to compare with.');
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
