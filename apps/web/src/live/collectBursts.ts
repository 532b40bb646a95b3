/** Events within this time form one burst, for example during an import. */
export const pauseMilliseconds = 100;
/** A longer burst is passed on in parts, so that pages don't fall behind. */
export const maxMilliseconds = 1500;

/** Collects a burst of events and passes them on together after a pause, or after a maximum time. */
export function collectBursts<T>(handOn: (all: readonly T[]) => void): (item: T) => void {
  let gathered: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let began = 0;
  return (item) => {
    const now = Date.now();
    if (gathered.length === 0) began = now;
    gathered.push(item);
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        const all = gathered;
        gathered = [];
        handOn(all);
      },
      Math.max(0, Math.min(pauseMilliseconds, began + maxMilliseconds - now)),
    );
  };
}
