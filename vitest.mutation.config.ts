import { defineConfig } from 'vitest/config';

/** Runs only the money tests, for `npx stryker run`. Each mutation must fail one. */
export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'packages/domain/src/{kernel/apportionment,kernel/cents,carry/{allocation,distribution,run,tax,escrow,forecast,realization}}/**/*.test.ts',
    ],
    env: { PROVE_RUNS: '25' },
  },
});
