import { describe, expect, it } from 'vitest';
import { sendWhenAdmitted } from './admission.ts';
import type { Outcome } from './outcome.ts';

const sensitive = { path: '', code: 'STEP_UP_REQUIRED', message: 'Show it again.' };
const refusal: Outcome = { error: { status: 403, message: 'Show it again.', errors: [sensitive] } };

/** Simulates a server that requires a second factor until it has been presented. `answer` is the person's action. */
function sendPrompted(answer: boolean) {
  const server = { isVisible: false, sent: 0 };
  const send = (): Promise<Outcome> => {
    server.sent += 1;
    return Promise.resolve(server.isVisible ? { data: 'saved' } : refusal);
  };
  const admission = {
    mayCall: () => true,
    onSignedOut: () => Promise.resolve(false),
    onStepUp: () => {
      server.isVisible = answer;
      return Promise.resolve(answer);
    },
  };
  return { server, outcome: sendWhenAdmitted(send, true, admission) };
}

describe('a call that requires a second factor', () => {
  it('is sent again after the factor is used', async () => {
    const { server, outcome } = sendPrompted(true);
    expect(await outcome).toEqual({ data: 'saved' });
    expect(server.sent).toBe(2);
  });

  it('is refused with the reason if it is not used', async () => {
    const { server, outcome } = sendPrompted(false);
    expect(await outcome).toEqual(refusal);
    expect(server.sent).toBe(1);
  });

  it('is not sent while nobody is signed in', async () => {
    const admission = {
      mayCall: () => false,
      onSignedOut: () => Promise.resolve(false),
      onStepUp: () => Promise.resolve(false),
    };
    const outcome = await sendWhenAdmitted(() => Promise.reject(new Error('sent')), true, admission);
    expect(outcome).toMatchObject({ error: { status: 401 } });
  });
});
