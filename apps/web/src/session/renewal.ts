import { dismissDialogs } from '@carrara/ui/feedback/openDialogs.ts';
import type { PasskeyQuestion } from '@carrara/contract/platform/passkey/passkey';
import type { SignedInUser } from '@carrara/contract/platform/signIn/signin';
import type { TenantSettings } from '@carrara/contract/platform/tenant/tenant';
import { api } from '../api/api.ts';
import { sendCall } from '../api/baseQuery.ts';
import { type ApiFailure, isFailure } from '../api/failure.ts';
import type { Answer, Operation } from '../api/operations.ts';
import { tagTypes } from '../api/tags.ts';
import type { Dispatch, State } from './sessionState.ts';
import { signByPasskey } from './secondFactor/passkeys.ts';
import { rememberPath } from './lastVisit.ts';
import { startSession } from './session.ts';
import { phaseChanged, signedOut, tenantOpened } from './sessionSlice.ts';

/** Calls that wait for the person to sign in again. Each receives true if that happened. */
let waiting: ((isSignedIn: boolean) => void)[] = [];

function settle(isSignedIn: boolean): void {
  const all = waiting;
  waiting = [];
  for (const resolve of all) resolve(isSignedIn);
}

const untilSettled = () => new Promise<boolean>((resolve) => waiting.push(resolve));

/** True if a call may be sent now. While somebody else may have signed in, nothing from this page is sent in their name. */
export const mayCallNow = (state: State): boolean | Promise<boolean> =>
  state.session.phase === 'expired' ? untilSettled() : true;

/** Handles a 401. During work, the sign-in appears over the page and the call waits. Before that, there is nothing to preserve. */
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
  /** The same person has signed in, and everything continues. */
  | { readonly kind: 'continues' }
  /** Another person has signed in, who must not see this page. */
  | { readonly kind: 'other'; readonly name: string }
  /** The second factor is still required. */
  | { readonly kind: 'factorDue' }
  | { readonly kind: 'refused'; readonly failure: ApiFailure };

async function request<T>(operation: Operation, tenantId?: string, argument?: object): Promise<T> {
  const outcome = await sendCall({ operation, argument }, tenantId);
  if ('error' in outcome) throw Object.assign(new Error(outcome.error.message), { failure: outcome.error });
  return outcome.data as T;
}

const refusedBy = (error: unknown): Renewal => {
  if (isFailure(error)) return { kind: 'refused', failure: error };
  if (!(error instanceof Error && 'failure' in error)) throw error;
  const failure = error.failure as ApiFailure;
  const isDue = failure.errors.some(({ code }) => code === 'SECOND_FACTOR_DUE');
  return isDue ? { kind: 'factorDue' } : { kind: 'refused', failure };
};

/** Signs in over the open page, with a password or a passkey. */
export async function signInAgain(
  dispatch: Dispatch,
  session: State['session'],
  by: { readonly login: string; readonly password: string } | 'passkey',
): Promise<Renewal> {
  try {
    if (by === 'passkey') {
      const question = await request<PasskeyQuestion>('beginPasskeySignIn');
      await request('signInWithPasskey', undefined, { body: await signByPasskey(question) });
    } else await request('signInLocal', undefined, { body: by });
  } catch (error) {
    return refusedBy(error);
  }
  return resumeSession(dispatch, session);
}

/** Calls of a session that has begun over the page and still lacks its second factor. Each throws the `ApiFailure` of a refusal. */
export const renewalCalls = {
  factors: () => insist<Answer<'getOwnFactors'>>('getOwnFactors'),
  confirm: (code: string) => insist('confirmSecondFactor', { body: { code } }),
  confirmByPasskey: async () => {
    const question = await insist<PasskeyQuestion>('requestPasskey');
    await insist('confirmPasskey', { body: await signByPasskey(question) });
  },
} as const;

async function insist<T>(operation: Operation, argument?: object): Promise<T> {
  const outcome = await sendCall({ operation, argument }, undefined);
  // oxlint-disable-next-line only-throw-error
  if ('error' in outcome) throw outcome.error;
  return outcome.data as T;
}

/** Continues with the current session of the browser, for example after a sign-in in another tab. */
export async function resumeSession(dispatch: Dispatch, session: State['session']): Promise<Renewal> {
  try {
    const signedIn = await request<SignedInUser>('getSignedInUser');
    if (signedIn.id !== session.user?.id)
      return { kind: 'other', name: `${signedIn.firstName} ${signedIn.lastName}`.trim() };
    const tenantId = session.tenantId ?? undefined;
    const [user, settings] = await Promise.all([
      request<SignedInUser>('getSignedInUser', tenantId),
      request<TenantSettings>('getTenantSettings', tenantId),
    ]);
    dispatch(tenantOpened({ user, settings }));
  } catch (error) {
    return refusedBy(error);
  }
  settle(true);
  // Data that has changed meanwhile is loaded again behind the open page. Forms keep their initial values.
  dispatch(api.util.invalidateTags([...tagTypes]));
  return { kind: 'continues' };
}

/** Leaves the page, because somebody else continues or nobody does. The input stays stored for its author. */
export async function discardPage(dispatch: Dispatch, next: 'other' | 'nobody'): Promise<void> {
  settle(false);
  dismissDialogs();
  if (next === 'other') rememberPath('/');
  dispatch(signedOut('signedOut'));
  dispatch(api.util.resetApiState());
  if (next === 'other') await startSession(dispatch);
}
