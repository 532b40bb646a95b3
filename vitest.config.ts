import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { contractModules } from './apps/web/build/contractModules.ts';
import { chromiumArguments, findChromium } from './scripts/chromium.mjs';
import { longDataTests } from './scripts/suites.mjs';

const executablePath = await findChromium();

/** The stories of packages/ui and apps/web as tests in a real browser, checked with axe. There is a project for each theme; `npm test` runs the light one. */
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

/**
 * unit: pure and in process. data: on a real PostgreSQL. ui and ui-dark: the stories of packages/ui and apps/web, through .storybook.
 * journey: jobs in a real browser. faults: kills and attacks on the running product.
 */
export default defineConfig({
  test: {
    // The default leaves one core idle, which is half of a machine with two.
    maxWorkers: '100%',
    // The product reads these files without importing them, so `--changed` can’t find the tests that use them.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/migrations/*.sql'],
    projects: [
      {
        // The table of pages names reports of the contract.
        plugins: [contractModules()],
        test: {
          name: 'unit',
          environment: 'node',
          // Modules load once per worker. Loading them for each file took longer than the tests.
          isolate: false,
          globalSetup: ['test/bundledWorkers.ts'],
          setupFiles: ['test/seed.ts'],
          // No unit test measures time, and a busy machine can be slow.
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
          // Each file has its own database, and modules keep no state between files.
          isolate: false,
          globalSetup: ['test/bundledWorkers.ts', 'packages/adapters/src/postgres/testing/startServers.ts'],
          include: ['{packages,apps,test}/**/*.data.test.ts'],
          exclude: ['**/node_modules/**', ...(process.env['TEST_DEPTH'] === 'quick' ? longDataTests : [])],
          // Restoring a backup or seeding the demo takes long on a busy machine.
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
          // The browser driver and file readers load once per worker. Each file closes the browsers that it opened.
          isolate: false,
          globalSetup: ['test/journeys/product.ts'],
          setupFiles: ['test/journeys/saveFailure.ts'],
          include: ['test/journeys/**/*.test.ts'],
          // The same time that Playwright waits for a page.
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
          // An attack is measured while it runs, so no other file may run at the same time.
          fileParallelism: false,
        },
      },
    ],
  },
});
