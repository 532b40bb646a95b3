import fc from 'fast-check';

/**
 * Random cases are the same in each run, so that a change is judged by what it changes; `npm run prove` draws new ones each time.
 * PROVE_SEED=random draws new ones here too.
 */
const seed = process.env['PROVE_SEED'] ?? '20160104';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
