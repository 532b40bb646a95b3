let running = 0;
const waiting = new Set<() => void>();

/** Counts a call as running until its response is there. */
export async function counted<T>(call: Promise<T>): Promise<T> {
  running += 1;
  try {
    return await call;
  } finally {
    running -= 1;
    if (running === 0) {
      for (const resume of waiting) resume();
      waiting.clear();
    }
  }
}

/** Resolves once no call is running, so that work for later doesn't delay the data that a page waits for. */
export const untilQuiet = (): Promise<void> =>
  running === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.add(resolve));
