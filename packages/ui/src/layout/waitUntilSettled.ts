/** The time after which deferred work starts anyway, for example during a long computation on the server. */
const patienceMilliseconds = 2000;

let running = 0;
const waiting = new Set<() => void>();

/** Counts a call or a loading part of a page as running until it ends. */
export async function countRunning<T>(work: Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work;
  } finally {
    running -= 1;
    if (running === 0) {
      for (const resume of waiting) resume();
      waiting.clear();
    }
  }
}

const untilQuiet = (): Promise<void> =>
  running === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.add(resolve));

/** Safari has no idle callback. */
const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 200);
  });

async function untilSettled(): Promise<void> {
  do {
    await untilQuiet();
    await untilIdle();
    // Drawing a part of a page can start its calls.
  } while (running > 0);
}

/** Resolves once the page has drawn its data, so that deferred work doesn't delay it. */
export const waitUntilSettled = (): Promise<void> =>
  Promise.race([untilSettled(), new Promise<void>((resolve) => void setTimeout(resolve, patienceMilliseconds))]);
