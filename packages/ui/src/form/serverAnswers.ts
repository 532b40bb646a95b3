import { useEffect } from 'react';

const again = new EventTarget();

/** Tells every open form that the server answers again after it did not. */
export const serverAnswersAgain = (): void => void again.dispatchEvent(new Event('answer'));

/** Listens until what it answers is called. */
export function onServerAnswersAgain(then: () => void): () => void {
  again.addEventListener('answer', then);
  return () => again.removeEventListener('answer', then);
}

/** Calls when the server answers again: what was said of its silence is over. */
export const useServerAnswersAgain = (then: () => void): void => useEffect(() => onServerAnswersAgain(then), [then]);
