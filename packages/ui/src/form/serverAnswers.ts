import { useEffect } from 'react';

const again = new EventTarget();

/** Notifies every open form that the server responds again. */
export const serverAnswersAgain = (): void => void again.dispatchEvent(new Event('answer'));

/** Listens until the returned function is called. */
export function onServerAnswersAgain(then: () => void): () => void {
  again.addEventListener('answer', then);
  return () => again.removeEventListener('answer', then);
}

/** Calls `then` when the server responds again, so that connection errors can be cleared. */
export const useServerAnswersAgain = (then: () => void): void => useEffect(() => onServerAnswersAgain(then), [then]);
