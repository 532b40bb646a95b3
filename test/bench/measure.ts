import { performance } from 'node:perf_hooks';

/**
 * Returns the shortest time of a call in milliseconds. Of many rounds, each long enough for the clock, this is the one with the least disturbance.
 */
export function shortestTime(run: () => unknown, { warmUpMs = 200, rounds = 12, roundMs = 40 } = {}): number {
  const warm = performance.now() + warmUpMs;
  let calls = 0;
  const began = performance.now();
  while (performance.now() < warm || calls < 3) {
    run();
    calls += 1;
  }
  const each = (performance.now() - began) / calls;
  const repeats = Math.max(1, Math.round(roundMs / each));
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) run();
    best = Math.min(best, (performance.now() - start) / repeats);
  }
  return best;
}

export function title(text: string): void {
  console.log(`\n${text}`);
}

/** Prints a line: the name, the time, and a note such as the ratio to other libraries. */
export function printLine(name: string, ms: number, note = ''): void {
  const time = ms < 1 ? `${(ms * 1000).toFixed(1)} µs` : `${ms.toFixed(2)} ms`;
  console.log(`  ${name.padEnd(46)} ${time.padStart(12)}  ${note}`);
}

export function times(others: number, ours: number): string {
  return `${(others / ours).toFixed(1)} x`;
}

/** Returns a generator of the same numbers on every run and machine. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
