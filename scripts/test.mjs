import { spawnSync } from 'node:child_process';
import { ensureInstalled, root } from './ensureInstalled.mjs';

/** Everything that must hold before a change lands: types, lint, format, build, then unit, data, component and journey tests and faults, in this order. */
const tasks = ['types', 'lint', 'formatted', 'build', 'unit', 'zones', 'data', 'stories', 'journey', 'faults'];

ensureInstalled();
const { ensureChromium } = await import('./chromium.mjs');
const env = {
  ...process.env,
  CHROMIUM_PATH: await ensureChromium(),
  TURBO_TELEMETRY_DISABLED: '1',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  DO_NOT_TRACK: '1',
};

const started = Date.now();
for (const task of tasks) {
  const from = Date.now();
  process.stdout.write(`\n== ${task}\n`);
  const args = [
    process.env.npm_execpath,
    'exec',
    '--no',
    '--',
    'turbo',
    'run',
    task,
    '--ui=stream',
    '--output-logs=full',
    '--log-prefix=none',
  ];
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  if (error) throw error;
  process.stdout.write(
    `== ${task}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - from) / 1000).toFixed(1)} s\n`,
  );
  if (status !== 0) process.exit(status ?? 1);
}
process.stdout.write(
  `\nAll of ${tasks.length} steps passed in ${((Date.now() - started) / 60_000).toFixed(1)} minutes.\n`,
);
