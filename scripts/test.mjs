import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureInstalled, root } from './ensureInstalled.mjs';

/** Everything that must hold before a change lands: build, types, lint, architecture, unit, data, component and journey tests. */
const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', STORYBOOK_DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1' };
const started = Date.now();

function step(title, command, args, extra = {}) {
  const from = Date.now();
  process.stdout.write(`\n== ${title}\n`);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...env, ...extra } });
  if (error) throw error;
  if (status !== 0) {
    process.stdout.write(`\n${title}: failed. 0 passed, 1 failed\n`);
    process.exit(status ?? 1);
  }
  process.stdout.write(`== ${title}: ${((Date.now() - from) / 1000).toFixed(1)} s\n`);
}
const npx = (title, args, extra) => step(title, process.execPath, [process.env.npm_execpath, 'exec', '--no', '--', ...args], extra);

ensureInstalled();
const { findChromium } = await import('./chromium.mjs');
const chromium = findChromium({ install: true });

npx('Types', ['tsc', '-b']);
npx('Lint', ['oxlint', '--type-aware', '--deny-warnings']);
npx('Format', ['biome', 'format', '.']);
npx('Build', ['turbo', 'run', 'build', '--output-logs=errors-only']);
npx('Unit tests', ['vitest', 'run', '--project', 'unit']);
if (existsSync(`${root}/scripts/timeZones.mjs`)) step('Rules in four time zones', process.execPath, ['scripts/timeZones.mjs']);
npx('Data tests', ['vitest', 'run', '--project', 'data']);
npx('Component tests', ['vitest', 'run', '--project', 'ui'], { CHROMIUM_PATH: chromium });
npx('Journeys in a browser', ['vitest', 'run', '--project', 'journey'], { CHROMIUM_PATH: chromium });
process.stdout.write(`\nAll checks and tests passed in ${((Date.now() - started) / 60_000).toFixed(1)} minutes.\n`);
