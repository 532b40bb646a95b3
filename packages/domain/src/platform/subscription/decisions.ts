import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { type Schedule, scheduleDays } from './schedule.ts';

/** The maximum number of subscriptions per person. */
export const maxSubscriptions = 50;

/** Decides on a new subscription, or a changed one. Fails: NUMBER_RANGE, TOO_MANY_SUBSCRIPTIONS. */
export function decideSubscription({ kind, day }: Schedule, others: number): Result<true, Failures> {
  const { least, most } = scheduleDays[kind];
  if (day < least || day > most)
    return err([fail('NUMBER_RANGE', ['schedule', 'day'], `Choose a day from ${String(least)} to ${String(most)}.`)]);
  if (others < maxSubscriptions) return ok(true);
  const text = `You already have ${String(maxSubscriptions)} subscriptions. Delete one first.`;
  return err([fail('TOO_MANY_SUBSCRIPTIONS', [], text)]);
}

/** The sentences of notices about subscriptions. */
export const subscriptionReady = (name: string): string => `${name} is ready.`;
export const subscriptionFailed = (name: string, reason: string): string => `${name} wasn’t created. ${reason}`;
/** The message to a subscriber who has lost access. */
export const accessLostText = 'You no longer have access to it. Delete the subscription, or ask an administrator.';

/** Days for which the file of a subscription can be downloaded. */
export const subscriptionFileDays = 30;
