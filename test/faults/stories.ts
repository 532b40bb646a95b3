import { keysIn } from '@carrara/server/testing/plantCarryPlan';
import { randomUUID } from 'node:crypto';
import { type Caller, send } from './product.ts';

/** The steps of a distribution in order, with the status that each leads to. */
export const steps = ['saveDistribution', 'submitDistribution', 'approveDistribution', 'disburseDistribution'] as const;
export const states = ['DRAFT', 'SUB', 'APP', 'DISB'] as const;

interface Displayed {
  readonly Id: string;
  readonly RowVersion: number;
  readonly Status: { readonly Code: string };
}

/** The state of a story: the acknowledged steps, and the request that was under way when the response failed to arrive. */
export interface Story {
  readonly name: string;
  /** Number of acknowledged steps. */
  done: number;
  displayed: Displayed | undefined;
  /** The Idempotency-Key of the next step. A repeated step uses the same key. */
  key: string;
}

export interface Cast {
  readonly accountant: Caller;
  readonly approver: Caller;
  readonly body: Record<string, unknown>;
}

export const newStory = (): Story => ({
  name: `Run ${randomUUID()}`,
  done: 0,
  displayed: undefined,
  key: randomUUID(),
});

/** Sends the next step of a story. Returns true if it was acknowledged. The response has to contain the status that the step leads to. */
export async function next(baseUrl: string, cast: Cast, story: Story): Promise<boolean> {
  const { caller, path, body } = requestOf(cast, story);
  const answer = await send<Displayed>(baseUrl, caller, `/api/carry/distribution${path}`, body, {
    'idempotency-key': story.key,
  }).catch(() => undefined);
  // Without a response, or if the database is reported as unavailable, the outcome of the step is unknown.
  if (!answer || answer.status >= 500) return false;
  const expected = states[story.done];
  if (answer.status !== 200 || answer.body.Status.Code !== expected) {
    throw new Error(`step ${steps[story.done]} of ${story.name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  story.displayed = answer.body;
  story.done += 1;
  story.key = randomUUID();
  return true;
}

function requestOf({ accountant, approver, body }: Cast, { name, done, displayed }: Story) {
  const RowVersion = displayed?.RowVersion;
  const at = `/${displayed?.Id}`;
  if (done === 0) return { caller: accountant, path: '/save-distribution', body: { ...body, Name: name } };
  if (done === 1) {
    const noted = { RowVersion, Acknowledged: keysIn(displayed ?? {}) };
    return { caller: accountant, path: `${at}/submit-for-approval`, body: noted };
  }
  if (done === 3) return { caller: accountant, path: `${at}/disburse`, body: { RowVersion } };
  const decision = {
    DistributionId: displayed?.Id,
    RowVersion,
    ApprovalDecision: 'APP',
    Acknowledged: keysIn(displayed ?? {}),
  };
  return { caller: approver, path: '/save-approval', body: decision };
}
