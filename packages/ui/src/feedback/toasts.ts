import { createElement } from 'react';
import { MessageText } from './MessageText.tsx';

/** How long a message is displayed, from the specification. */
const lifetimeMilliseconds = 3000;

type Tone = 'ok' | 'bad' | 'info';
const colors: Record<Tone, string> = { ok: 'var(--ok)', bad: 'var(--bad)', info: 'var(--info)' };

let isUsed = false;
const listeners = new Set<() => void>();

/** Returns true once a message was displayed. From then on, <Feedback/> draws the area of messages. */
export const hasToasts = (): boolean => isUsed;
export function onFirstToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Loads the library with the first message, because no screen needs it to open. */
async function show(message: string, tone: Tone): Promise<void> {
  isUsed = true;
  for (const listener of listeners) listener();
  const { notifications } = await import('@mantine/notifications');
  notifications.show({
    // Skips a toast that is already displayed.
    id: `${tone} ${message}`,
    message: tone === 'bad' ? createElement(MessageText, { text: message }) : message,
    autoClose: lifetimeMilliseconds,
    withBorder: true,
    color: colors[tone],
    role: tone === 'bad' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Close message' },
  });
}

export const toastSuccess = (message: string): void => void show(message, 'ok');
export const toastError = (message: string): void => void show(message, 'bad');
export const toastInfo = (message: string): void => void show(message, 'info');

/** Removes every message, including queued ones. */
export async function clearToasts(): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.clean();
  notifications.cleanQueue();
}
