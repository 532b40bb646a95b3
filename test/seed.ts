import fc from 'fast-check';

/**
 * Uses the same random cases in each run, so that a failure is due to a change. `npm run prove` uses new ones each time.
 * PROVE_SEED=random uses new ones here, too.
 */
const seed = process.env['PROVE_SEED'] ?? '20160104';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
