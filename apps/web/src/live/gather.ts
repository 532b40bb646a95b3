/** Events this close to each other are one burst, as from an import. */
export const pauseMilliseconds = 100;
/** A burst that goes on is handed on in parts, so that screens don't fall behind. */
export const longestMilliseconds = 1500;

/** Collects what comes in a burst and hands it on together, once it pauses or has gone on for long. */
export function gather<T>(handOn: (all: readonly T[]) => void): (one: T) => void {
  let gathered: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let began = 0;
  return (one) => {
    const now = Date.now();
    if (gathered.length === 0) began = now;
    gathered.push(one);
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        const all = gathered;
        gathered = [];
        handOn(all);
      },
      Math.max(0, Math.min(pauseMilliseconds, began + longestMilliseconds - now)),
    );
  };
}
