import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensureInstalled.mjs';
import { processorSeconds } from './processorTime.mjs';
import { quickFaults } from './suites.mjs';

/**
 * `npm test`: the checks for every change, in minutes. `-- all`: these and everything else. `-- changed`: the checks that a difference from the main
 * branch most likely breaks, in seconds. `-- carry` (or several areas): the tests of these areas. docs/testing.md explains the parts.
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

const params = process.argv.slice(2);
const unknown = ['all', 'changed'].includes(params.join()) ? [] : params.filter((name) => !(name in areas));
if (unknown.length > 0)
  fail(`No area is called ${unknown.join(' or ')}. There are ${Object.keys(areas).join(', ')}, all and changed.`);

ensureInstalled({ tools: true });
const { ensureChromium } = await import('./chromium.mjs');
Object.assign(process.env, { TURBO_TELEMETRY_DISABLED: '1', STORYBOOK_DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1' });

const steps = await stepsOf(params);
const started = Date.now();
const summary = [];
for (const [name, tasks, args = [], environment = {}] of steps) {
  const [from, used] = [Date.now(), processorSeconds()];
  process.stdout.write(`\n== ${name}\n`);
  const passed = runTurbo(tasks, args, environment);
  const line = `${name}: ${passed ? 'passed' : 'FAILED'} in ${timeSince(from, used)}`;
  process.stdout.write(`== ${line}\n`);
  if (!passed) process.exit(1);
  summary.push(line);
}
process.stdout.write(`\n${summary.join('\n')}\n\nAll ${steps.length} steps passed in ${timeSince(started, 0)}.\n`);

/** Returns the steps, each with its tasks of turbo.json, their arguments and environment. The tasks of a step run in parallel. */
async function stepsOf([first, ...others]) {
  const chromium = { CHROMIUM_PATH: await ensureChromium() };
  const types = ['types', ['types']];
  const build = ['lint formatted build', ['lint', 'formatted', 'build']];
  if (first === undefined)
    return [
      types,
      build,
      ['unit', ['unit']],
      ['data', ['data'], [], { TEST_DEPTH: 'quick' }],
      ['stories', ['stories'], [], { ...chromium, TEST_DEPTH: 'quick' }],
      ['faults', ['faults'], quickFaults, chromium],
      ['journeys', ['journey'], ['--main'], chromium],
    ];
  if (first === 'all') {
    const all = { ...chromium, TEST_DEPTH: 'all' };
    return [
      types,
      build,
      ['unit zones', ['unit', 'zones'], [], all],
      ['data', ['data'], [], all],
      // The faults run one at a time and mostly wait. The stories keep one page busy.
      ['stories faults', ['stories', 'faults'], [], all],
      ['journeys', ['journey'], [], all],
    ];
  }
  if (first === 'changed') return stepsOfChange(forkPoint(), chromium);
  const paths = [first, ...others].flatMap((name) => areas[name]);
  const part = ['--passWithNoTests', ...paths];
  return [
    types,
    build,
    ['unit', ['unit'], [...part, 'test/architecture']],
    ['data', ['data'], part],
    ['stories', ['stories'], part, chromium],
    ['journeys', ['journey'], paths, chromium],
  ];
}

/**
 * Returns the steps for a change: types of everything, lint and format of changed files, unit tests and stories that import them, and changed
 * data tests and journeys. Data tests named after a changed concept run too: `carry/vesting/…` runs `distributionVesting.data.test.ts`.
 */
function stepsOfChange(base, chromium) {
  const files =
    `${git('diff', '--name-only', '--diff-filter=d', base)}\n${git('ls-files', '--others', '--exclude-standard')}`
      .split('\n')
      .filter((file) => file && existsSync(join(root, file)));
  const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  if (code.length === 0) fail('Nothing that tests look at differs from the main branch.');
  const concepts = new Set(
    code
      .filter((file) => /^(apps|packages)\//.test(file) && !/\.(test|stories)\.tsx?$/.test(file))
      .flatMap((file) => {
        const folder = /src\/.*?(?:carry|performance|compensation|platform|people|portfolio)\/([A-Za-z]+)[/.]/.exec(
          file,
        );
        return folder ? [folder[1], file.split('/').at(-1).split('.')[0]] : [];
      }),
  );
  const data = git('ls-files', '*.data.test.ts')
    .split('\n')
    .filter((file) => files.includes(file) || [...concepts].some((concept) => isNamedAfter(file, concept)));
  const journeys = files.filter((file) => file.startsWith('test/journeys/') && file.endsWith('.test.ts'));
  const hasScreens = files.some((file) => /^(apps\/web|packages\/ui)\//.test(file));
  return [
    ['types', ['types']],
    ['lint formatted', ['lint', 'formatted'], code],
    ['unit', ['unit'], ['--changed', base, '--passWithNoTests']],
    ...(data.length > 0 ? [['data', ['data'], data]] : []),
    ...(hasScreens ? [['stories', ['stories'], ['--changed', base, '--passWithNoTests'], chromium]] : []),
    ...(journeys.length > 0 ? [['journeys', ['journey'], journeys, chromium]] : []),
  ];
}

function isNamedAfter(file, concept) {
  return file.split('/').at(-1).toLowerCase().includes(concept.toLowerCase());
}

function runTurbo(tasks, args, environment) {
  const quiet = ['--ui=stream', '--output-logs=full', '--log-prefix=none', '--no-daemon'];
  const passed = args.length > 0 ? ['--', ...args] : [];
  const { status, error } = spawnSync(
    process.execPath,
    [process.env.npm_execpath, 'exec', '--no', '--', 'turbo', 'run', ...tasks, ...quiet, ...passed],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } },
  );
  if (error) throw error;
  return status === 0;
}

/** `from` is a time in milliseconds, and `used` the processor seconds at that time. */
function timeSince(from, used) {
  const now = processorSeconds();
  const minutes = ((Date.now() - from) / 60_000).toFixed(1);
  return now === undefined || used === undefined
    ? `${minutes} min`
    : `${minutes} min, ${(now - used).toFixed(0)} s of processor time`;
}

function forkPoint() {
  for (const main of ['main', 'origin/main'])
    try {
      return git('merge-base', main, 'HEAD').trim();
    } catch {
      // This branch does not exist here.
    }
  return fail('There is no branch main or origin/main to compare with.');
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
