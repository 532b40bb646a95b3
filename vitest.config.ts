import { defineConfig } from 'vitest/config';

const source = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } };

/** unit: pure and in process · data: on a real PostgreSQL · journey: whole stories in a real browser; stories of the UI run through .storybook. */
export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['packages/{domain,contract,adapters}/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'test/{architecture,contract}/**/*.test.ts'],
          exclude: ['**/*.data.test.ts', '**/node_modules/**'],
        },
      },
      {
        ...source,
        test: {
          name: 'data',
          environment: 'node',
          include: ['{packages,apps,test}/**/*.data.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...source,
        test: {
          name: 'journey',
          environment: 'node',
          include: ['test/journeys/**/*.test.ts', 'test/faults/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
