import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { chromiumArguments, findChromium } from './scripts/chromium.mjs';
import { longDataTests } from './scripts/suites.mjs';

const executablePath = await findChromium();

/** The stories of packages/ui as tests, in a real browser, checked with axe; once in each theme, of which `npm test` takes the light one. */
const stories = (name: string, theme: 'light' | 'dark') => ({
  plugins: [
    storybookTest({
      configDir: fileURLToPath(new URL('.storybook', import.meta.url)),
      initialGlobals: { theme },
    }),
  ],
  test: {
    name,
    // One page loads the components once for all files.
    isolate: false,
    testTimeout: 300_000,
    // Axe takes a third of the time.
    env: { ACCESSIBILITY: process.env['TEST_DEPTH'] === 'quick' ? 'off' : 'error' },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { ...(executablePath ? { executablePath } : {}), args: [...chromiumArguments] },
      }),
      instances: [{ browser: 'chromium' as const, viewport: { width: 1280, height: 800 } }],
    },
  },
});

/** unit: pure and in process · data: on a real PostgreSQL · journey: whole stories in a real browser · faults: kills and attacks on the running product; stories of the UI run through .storybook. */
export default defineConfig({
  test: {
    // By default a core is left idle, which on two is half of the machine.
    maxWorkers: '100%',
    // Read by the product, not imported by it: `--changed` would not see whom they concern.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/migrations/*.sql'],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // What a file needs is loaded once, not once a file: that took more of the processor than the tests.
          isolate: false,
          globalSetup: ['test/bundledWorkers.ts'],
          setupFiles: ['test/seed.ts'],
          // No test of the rules judges time; a busy machine takes its own.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          include: [
            'packages/{domain,contract,adapters,ui}/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'test/{architecture,contract}/**/*.test.ts',
          ],
          exclude: ['**/*.data.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'data',
          environment: 'node',
          // Each file has a database of its own, and no module keeps anything from one to the next.
          isolate: false,
          globalSetup: ['test/bundledWorkers.ts', 'packages/adapters/src/postgres/testing/keepServers.ts'],
          include: ['{packages,apps,test}/**/*.data.test.ts'],
          exclude: ['**/node_modules/**', ...(process.env['TEST_DEPTH'] === 'quick' ? longDataTests : [])],
          // Restoring a backup or making the demo takes long on a busy machine.
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      stories('ui', 'light'),
      stories('ui-dark', 'dark'),
      {
        test: {
          name: 'journey',
          environment: 'node',
          // The driver of the browser and the readers of files are loaded once a worker; each file closes the browsers that it opened.
          isolate: false,
          globalSetup: ['test/journeys/product.ts'],
          setupFiles: ['test/journeys/keepFailure.ts'],
          include: ['test/journeys/**/*.test.ts'],
          // As long as Playwright waits for a state of a page.
          expect: { poll: { timeout: 120_000 } },
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'faults',
          environment: 'node',
          isolate: false,
          globalSetup: ['test/faults/built.ts'],
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          // What is measured beside an attack is the attack's doing, not that of another file.
          fileParallelism: false,
        },
      },
    ],
  },
});
