import { sendCall } from '../api/baseQuery.ts';

const delayMilliseconds = 600;
const pending = new Map<string, { readonly timer: ReturnType<typeof setTimeout>; readonly send: () => void }>();

/**
 * Stores an arrangement after a pause, or at once if the page is left or hidden. A later one of the same list or board
 * replaces it.
 */
export function sendAfterPause(
  arranged: string,
  operation: 'rememberList' | 'arrangeBoard',
  body: object,
  tenantId: string | undefined,
): void {
  clearTimeout(pending.get(arranged)?.timer);
  const send = () => {
    pending.delete(arranged);
    void sendCall({ operation, argument: { body } }, tenantId, { outlivesPage: true });
  };
  pending.set(arranged, { send, timer: setTimeout(send, delayMilliseconds) });
  // Adding the same listener again has no effect.
  window.addEventListener('pagehide', sendPending);
  document.addEventListener('visibilitychange', sendIfHidden);
}

function sendPending(): void {
  for (const { timer, send } of pending.values()) {
    clearTimeout(timer);
    send();
  }
}

function sendIfHidden(): void {
  // A phone can end a hidden page without another event.
  if (document.visibilityState === 'hidden') sendPending();
}
