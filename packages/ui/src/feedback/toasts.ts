/** How long a message stays, from the specification. */
const lifetimeMilliseconds = 3000;

type Tone = 'ok' | 'bad' | 'info';
const colors: Record<Tone, string> = { ok: 'var(--ok)', bad: 'var(--bad)', info: 'var(--info)' };

/** The messages are loaded when the first one is shown: no screen needs them to open. */
async function show(message: string, tone: Tone): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show({
    // Skips a toast that is already displayed.
    id: `${tone} ${message}`,
    message,
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

/** Takes every message away, also those that wait. */
export async function clearToasts(): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.clean();
  notifications.cleanQueue();
}
