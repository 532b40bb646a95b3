import { defineConfig } from 'vitest/config';

/** The tests of the money core alone, for `npx stryker run`: each of a thousand small changes to a rule must make one of them fail. */
export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'packages/domain/src/{kernel/apportionment,kernel/cents,carry/{allocation,distribution,run,tax,escrow,forecast,realization}}/**/*.test.ts',
    ],
    env: { PROVE_RUNS: '25' },
  },
});
