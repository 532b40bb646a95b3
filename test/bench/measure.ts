import { performance } from 'node:perf_hooks';

/** Shortest time of one call in milliseconds: the least disturbed of many rounds, each long enough for the clock. */
export function shortest(run: () => unknown, { warmUpMs = 200, rounds = 12, roundMs = 40 } = {}): number {
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

/** One line: what, how long, and how many times as long as ours the others take. */
export function line(name: string, ms: number, note = ''): void {
  const time = ms < 1 ? `${(ms * 1000).toFixed(1)} µs` : `${ms.toFixed(2)} ms`;
  console.log(`  ${name.padEnd(46)} ${time.padStart(12)}  ${note}`);
}

export function times(others: number, ours: number): string {
  return `${(others / ours).toFixed(1)} x`;
}

/** The same numbers on every run and machine. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
