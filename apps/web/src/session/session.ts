import { dismissDialogs } from '@carrara/ui/feedback/openDialogs.ts';
import type { TenantEntry } from '@carrara/contract/platform/signIn/signin';
import type { FailureCode } from '@carrara/domain/kernel';
import { api } from '../api/api.ts';
import { isFailure } from '../api/failure.ts';
import { tagTypes } from '../api/tags.ts';
import type { Dispatch, State } from './sessionState.ts';
import { forgetStoredInput } from './inputStorage.ts';
import { signByPasskey } from './secondFactor/passkeys.ts';
import { clearTenant, rememberedTenant, rememberPath, rememberTenant } from './lastVisit.ts';
import { phaseChanged, signedOut, tenantChosen, tenantOpened, tenantsLoaded } from './sessionSlice.ts';

const fresh = { forceRefetch: true, subscribe: false } as const;

/** Starts the session of a tab: identifies the person, the tenant and its settings. */
export async function startSession(dispatch: Dispatch): Promise<void> {
  dispatch(phaseChanged('starting'));
  try {
    await enter(dispatch, await dispatch(api.endpoints.listTenants.initiate(undefined, fresh)).unwrap());
  } catch (failure) {
    const status = isFailure(failure) ? failure.status : 0;
    if (status === 401) dispatch(signedOut('signedOut'));
    else if (isRefusedWith(failure, 'SECOND_FACTOR_DUE')) dispatch(phaseChanged('factorDue'));
    else if (isRefusedWith(failure, 'PASSWORD_DUE')) dispatch(phaseChanged('passwordDue'));
    else if (status === 503) dispatch(phaseChanged('unreachable'));
    else await leave(dispatch, 'settingsFailed');
  }
}

const isRefusedWith = (failure: unknown, code: FailureCode): boolean =>
  isFailure(failure) && failure.errors.some((error) => error.code === code);

/** Reads the firms again after an invitation was answered. If there is now a firm and no open invitation, opens it. */
export async function readTenants(dispatch: Dispatch): Promise<void> {
  const [tenants, invitations] = await Promise.all([
    dispatch(api.endpoints.listTenants.initiate(undefined, fresh)).unwrap(),
    dispatch(api.endpoints.listInvitations.initiate(undefined, fresh)).unwrap(),
  ]);
  await enter(dispatch, tenants, invitations.length);
}

/** Reads the firms of the person again, for example after a sample firm was added. */
export async function refreshTenants(dispatch: Dispatch): Promise<void> {
  // Subscribes during the read, because the change itself makes the entry stale.
  const reading = dispatch(api.endpoints.listTenants.initiate(undefined, { forceRefetch: true }));
  try {
    dispatch(tenantsLoaded(await reading.unwrap()));
  } finally {
    reading.unsubscribe();
  }
}

export async function signIn(dispatch: Dispatch, login: string, password: string): Promise<void> {
  const { tenants, invitations, factorDue, passwordDue } = await dispatch(
    api.endpoints.signInLocal.initiate({ body: { login, password } }, { track: false }),
  ).unwrap();
  if (factorDue) dispatch(phaseChanged('factorDue'));
  else if (passwordDue) dispatch(phaseChanged('passwordDue'));
  else await enter(dispatch, tenants, invitations);
}

/** Signs in with any passkey that its owner chooses, without a password. */
export async function signInByPasskey(dispatch: Dispatch): Promise<void> {
  const question = await dispatch(api.endpoints.beginPasskeySignIn.initiate(undefined, { track: false })).unwrap();
  const body = await signByPasskey(question);
  const { tenants, invitations } = await dispatch(
    api.endpoints.signInWithPasskey.initiate({ body }, { track: false }),
  ).unwrap();
  await enter(dispatch, tenants, invitations);
}

/** Reads the invitation of an emailed link. */
export const openInvitation = (dispatch: Dispatch, token: string) =>
  dispatch(api.endpoints.openInvitation.initiate({ body: { token } }, { track: false })).unwrap();

/** Checks that an emailed link can still reset a password. Rejects with the reason if it can't. */
export const openReset = (dispatch: Dispatch, token: string) =>
  dispatch(api.endpoints.openReset.initiate({ body: { token } }, { track: false })).unwrap();

/** Completes a sign-in at a provider: exchanges the one-time code of `#/login/{token}` for a session. */
export async function exchangeCode(dispatch: Dispatch, code: string): Promise<void> {
  const { tenants, invitations, factorDue } = await dispatch(
    api.endpoints.exchangeLoginCode.initiate({ body: { code } }, { track: false }),
  ).unwrap();
  if (factorDue) dispatch(phaseChanged('factorDue'));
  else await enter(dispatch, tenants, invitations);
}

/**
 * Opens a firm, or lets the person choose if there are invitations. When a tab starts (undefined), invitations are read only if there is no firm to
 * open.
 */
async function enter(dispatch: Dispatch, tenants: readonly TenantEntry[], invitations?: number): Promise<void> {
  dispatch(tenantsLoaded(tenants));
  const [first, second] = tenants;
  const open = invitations ?? (first ? 0 : await countInvitations(dispatch));
  if (open > 0) {
    dispatch(phaseChanged('choosing'));
    return;
  }
  if (!first) return leave(dispatch, 'noApplications');
  const remembered = tenants.find(({ id }) => id === rememberedTenant());
  const chosen = remembered ?? (second ? undefined : first);
  if (!chosen) {
    dispatch(phaseChanged('choosing'));
    return;
  }
  await openTenant(dispatch, chosen.id);
}

const countInvitations = async (dispatch: Dispatch): Promise<number> =>
  (await dispatch(api.endpoints.listInvitations.initiate(undefined, fresh)).unwrap()).length;

/** Opens a tenant in this tab only. */
async function openTenant(dispatch: Dispatch, tenantId: string): Promise<void> {
  dispatch(tenantChosen(tenantId));
  return showTenant(dispatch, tenantId);
}

/** Switches to a chosen tenant. The session gets another token. */
export async function switchTenant(dispatch: Dispatch, tenantId: string): Promise<void> {
  dispatch(tenantChosen(tenantId));
  // If this fails, opening the tenant reports the reason.
  await dispatch(api.endpoints.switchTenant.initiate(undefined, { track: false }))
    .unwrap()
    .catch(() => undefined);
  return showTenant(dispatch, tenantId);
}

async function showTenant(dispatch: Dispatch, tenantId: string): Promise<void> {
  dispatch(phaseChanged('starting'));
  rememberTenant(tenantId);
  dispatch(api.util.resetApiState());
  try {
    const [user, settings] = await Promise.all([
      dispatch(api.endpoints.getSignedInUser.initiate(undefined, fresh)).unwrap(),
      dispatch(api.endpoints.getTenantSettings.initiate(undefined, fresh)).unwrap(),
    ]);
    if (user.applications.length === 0) await leave(dispatch, 'noApplications');
    else dispatch(tenantOpened({ user, settings }));
  } catch (failure) {
    const status = isFailure(failure) ? failure.status : 0;
    if (status === 503) dispatch(phaseChanged('unreachable'));
    else if (isRefusedWith(failure, 'SECOND_FACTOR_REQUIRED')) dispatch(phaseChanged('factorRequired'));
    else if (status !== 401) await leave(dispatch, 'settingsFailed');
  }
}

/** Reads the person's permissions and the firm's settings again behind the open pages. Input stays. */
export async function readRights(dispatch: Dispatch): Promise<void> {
  // Subscribes during the read. Without a subscription, an entry is dropped from the cache as soon as something else makes it stale.
  const options = { forceRefetch: true } as const;
  const me = dispatch(api.endpoints.getSignedInUser.initiate(undefined, options));
  const firm = dispatch(api.endpoints.getTenantSettings.initiate(undefined, options));
  try {
    const [user, settings] = await Promise.all([me.unwrap(), firm.unwrap()]);
    if (user.applications.length === 0) return await startSession(dispatch);
    dispatch(tenantOpened({ user, settings }));
    dispatch(api.util.invalidateTags([...tagTypes]));
  } catch (failure) {
    if (isFailure(failure) && failure.status === 403) await startSession(dispatch);
  } finally {
    me.unsubscribe();
    firm.unsubscribe();
  }
}

/** Opens the choice of tenants. The current address is forgotten, because it has no meaning in another tenant. */
export function leaveTenant(dispatch: Dispatch): void {
  clearTenant();
  rememberPath('/');
  dispatch(phaseChanged('choosing'));
}

const personHere =
  () =>
  (_dispatch: Dispatch, getState: () => State): string | undefined =>
    getState().session.user?.id;

/** Ends the session on the server and deletes its data here. */
export async function leave(
  dispatch: Dispatch,
  why: 'signedOut' | 'noApplications' | 'settingsFailed' = 'signedOut',
): Promise<void> {
  if (why === 'signedOut') forgetStoredInput(dispatch(personHere()));
  const ended = await dispatch(api.endpoints.signOut.initiate(undefined, fresh))
    .unwrap()
    .catch(() => undefined);
  dismissDialogs();
  clearTenant();
  dispatch(signedOut(why));
  dispatch(api.util.resetApiState());
  // The provider ends its session, too, and redirects back. After a refusal, the person stays here to read the reason.
  if (why === 'signedOut' && ended?.providerUrl) window.location.assign(ended.providerUrl);
}
