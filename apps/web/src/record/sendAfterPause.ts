import { sendCall } from '../api/baseQuery.ts';

const delayMilliseconds = 600;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Stores an arrangement after a pause. A later one of the same list or board replaces it. */
export function sendAfterPause(
  arranged: string,
  operation: 'rememberList' | 'arrangeBoard',
  body: object,
  tenantId: string | undefined,
): void {
  clearTimeout(timers.get(arranged));
  const send = () => void sendCall({ operation, argument: { body } }, tenantId);
  timers.set(arranged, setTimeout(send, delayMilliseconds));
}
