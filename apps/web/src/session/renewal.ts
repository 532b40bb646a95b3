import { dismissDialogs } from '@carrara/ui/feedback';
import type { SignedInUser } from '@carrara/contract/platform/signin';
import type { TenantSettings } from '@carrara/contract/platform/tenant';
import { api } from '../api/api.ts';
import { sendCall } from '../api/baseQuery.ts';
import type { ApiFailure } from '../api/failure.ts';
import type { Operation } from '../api/operations.ts';
import { tagTypes } from '../api/tags.ts';
import type { Dispatch, State } from '../frame/store.ts';
import { rememberPath } from './remembered.ts';
import { startSession } from './session.ts';
import { phaseChanged, signedOut, tenantOpened } from './sessionSlice.ts';

/** Calls that wait for the person to sign in again; each hears whether that came to pass. */
let waiting: ((again: boolean) => void)[] = [];

function settle(again: boolean): void {
  const all = waiting;
  waiting = [];
  for (const tell of all) tell(again);
}

const untilSettled = () => new Promise<boolean>((tell) => waiting.push(tell));

/** Whether a call may go out now. While somebody else may have signed in, nothing of this page is sent under that name. */
export const mayCallNow = (state: State): boolean | Promise<boolean> =>
  state.session.phase === 'expired' ? untilSettled() : true;

/** A call was answered 401: at work the sign-in comes over the page and the call waits; before that there is nothing to keep. */
export function sessionEnded(dispatch: Dispatch, state: State): Promise<boolean> {
  const { phase } = state.session;
  if (phase !== 'ready' && phase !== 'expired') {
    dispatch(signedOut('signedOut'));
    return Promise.resolve(false);
  }
  const settled = untilSettled();
  if (phase === 'ready') dispatch(phaseChanged('expired'));
  return settled;
}

export type Renewal =
  /** The same person: everything goes on. */
  | { readonly kind: 'goesOn' }
  /** Another person has signed in, whose page this is not. */
  | { readonly kind: 'other'; readonly name: string }
  /** The second factor is still to be shown. */
  | { readonly kind: 'factorDue' }
  | { readonly kind: 'refused'; readonly failure: ApiFailure };

async function ask<T>(operation: Operation, tenantId?: string, argument?: object): Promise<T> {
  const outcome = await sendCall({ operation, argument }, tenantId);
  if ('error' in outcome) throw Object.assign(new Error(outcome.error.message), { failure: outcome.error });
  return outcome.data as T;
}

const refusedBy = (error: unknown): Renewal => {
  if (!(error instanceof Error && 'failure' in error)) throw error;
  const failure = error.failure as ApiFailure;
  const isDue = failure.errors.some(({ code }) => code === 'SECOND_FACTOR_DUE');
  return isDue ? { kind: 'factorDue' } : { kind: 'refused', failure };
};

/** Signs in over the page that is open. */
export async function signInAgain(
  dispatch: Dispatch,
  session: State['session'],
  body: { readonly login: string; readonly password: string },
): Promise<Renewal> {
  try {
    await ask('signInLocal', undefined, { body });
  } catch (error) {
    return refusedBy(error);
  }
  return goOn(dispatch, session);
}

/** Shows the second factor in the session that has begun over the page; throws the `ApiFailure` that it was refused with. */
export async function confirmAgain(code: string): Promise<void> {
  const outcome = await sendCall({ operation: 'confirmSecondFactor', argument: { body: { code } } }, undefined);
  // oxlint-disable-next-line only-throw-error
  if ('error' in outcome) throw outcome.error;
}

/** Goes on with the session that the browser has now, as after a sign-in in another tab. */
export async function goOn(dispatch: Dispatch, session: State['session']): Promise<Renewal> {
  try {
    const who = await ask<SignedInUser>('getSignedInUser');
    if (who.id !== session.user?.id) return { kind: 'other', name: `${who.firstName} ${who.lastName}`.trim() };
    const tenantId = session.tenantId ?? undefined;
    const [user, settings] = await Promise.all([
      ask<SignedInUser>('getSignedInUser', tenantId),
      ask<TenantSettings>('getTenantSettings', tenantId),
    ]);
    dispatch(tenantOpened({ user, settings }));
  } catch (error) {
    return refusedBy(error);
  }
  settle(true);
  // What changed meanwhile is read again behind the open page; forms keep what they were opened with.
  dispatch(api.util.invalidateTags([...tagTypes]));
  return { kind: 'goesOn' };
}

/** Gives the page up: for somebody else who goes on here, or for nobody. What was typed stays kept for who typed it. */
export async function giveUpPage(dispatch: Dispatch, next: 'other' | 'nobody'): Promise<void> {
  settle(false);
  dismissDialogs();
  if (next === 'other') rememberPath('/');
  dispatch(signedOut('signedOut'));
  dispatch(api.util.resetApiState());
  if (next === 'other') await startSession(dispatch);
}
