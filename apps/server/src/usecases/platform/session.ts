import { openSession, revokeSession, rotateSession } from '@carrara/adapters/identity/sessions';
import { signInLocally } from '@carrara/adapters/identity/accounts';
import { strengthenSession } from '@carrara/adapters/identity/secondFactors';
import { redeemSignInCode } from '@carrara/adapters/identity/openId/pendingSignIn';
import { err, fail, ok } from '@carrara/domain/kernel';
import { type SignInMethod, refuseAttempts } from '@carrara/domain/platform/signIn';
import type { Client, PublicContext, SignedInContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';
import { joinHome } from './invitation.ts';
import type { PasswordPorts } from './password.ts';
import { setGroupsOfProvider } from './providerGroups.ts';

export interface SessionPorts extends PasswordPorts {
  /** Called after a session has ended, so that its live connections end at once. */
  readonly onSessionEnded: () => void;
}

/** A session that was opened. Until its person is complete, nothing can be done with it. */
export interface OpenedSession {
  readonly personId: string;
  readonly token: string;
  readonly passwordDue: boolean;
  readonly factorDue: boolean;
}

export const wrongCredentials = (detail = 'The account or the password is wrong.') =>
  err([fail('WRONG_CREDENTIALS', [], detail)]);

const clientOf = ({ client: { address, userAgent, sessionToken }, now }: PublicContext) => ({
  address,
  userAgent,
  now,
  replaces: sessionToken,
});

/** Signs in with a password. Fails: TOO_MANY_ATTEMPTS, WRONG_CREDENTIALS. */
export async function signInLocal(
  ports: SessionPorts,
  context: PublicContext,
  credentials: { readonly login: string; readonly password: string },
): Outcome<OpenedSession> {
  const outcome = await signInLocally(ports.pool, ports.passwords, { ...credentials, ...clientOf(context) });
  if (outcome.kind === 'throttled') return err(refuseAttempts(outcome.waitSeconds));
  if (outcome.kind === 'wrong') return wrongCredentials();
  if (!outcome.passwordDue && !outcome.factorDue) await joinHome(ports, { ...outcome, now: context.now });
  return ok(outcome);
}

/** Completes a sign-in at a provider. Fails: WRONG_CREDENTIALS. */
export async function signInByProvider(
  ports: SessionPorts,
  context: PublicContext,
  code: string,
): Outcome<OpenedSession> {
  const { client, now } = context;
  const { pool } = ports;
  const token = client.pendingSignIn;
  const vouched = token && (await redeemSignInCode(pool, { token, code }, now));
  if (!vouched) return wrongCredentials();
  const { personId, method, idToken } = vouched;
  const provider = { name: vouched.provider, idToken };
  const opened = await openSession(pool, { personId, methods: [method], provider, ...clientOf(context) });
  if (!opened.factorDue) await joinHome(ports, { personId, now });
  // Not earlier, because a person who is only invited is in no group yet.
  await setGroupsOfProvider(ports, vouched, now);
  return ok({ ...opened, personId, passwordDue: false });
}

/** Signs in a person who was identified by a passkey. */
export async function signInIdentified(
  ports: SessionPorts,
  context: PublicContext,
  personId: string,
): Promise<OpenedSession> {
  const opened = await openSession(ports.pool, { personId, methods: ['passkey'], ...clientOf(context) });
  await joinHome(ports, { personId, now: context.now });
  return { ...opened, personId, passwordDue: false };
}

/** Ends a session, and returns the session to end at its provider, if there is one. */
export async function endSession(ports: SessionPorts, token: string, now: Date) {
  const ended = await revokeSession(ports.pool, token, now);
  ports.onSessionEnded();
  return ended;
}

/** Continues a browser's session under another token. A program keeps its own. */
export async function renewCookie({ pool }: Pick<SessionPorts, 'pool'>, client: Client, now: Date): Promise<void> {
  const next = client.cookieToken === undefined ? undefined : await rotateSession(pool, client.cookieToken, now);
  if (next !== undefined) client.storeSession(next);
}

/** Records a factor in the session. */
export async function recordFactor(
  ports: Pick<SessionPorts, 'pool'>,
  { sessionId, now, client }: SignedInContext,
  method: SignInMethod,
) {
  const done = await strengthenSession(ports.pool, { sessionId, method, now });
  await renewCookie(ports, client, now);
  return done;
}

/** Records a factor in the session. A sign-in that waited for it is complete from here on. */
export async function completeSession(
  ports: PasswordPorts,
  context: SignedInContext,
  method: SignInMethod,
): Promise<void> {
  const done = await recordFactor(ports, context, method);
  if (done?.wasDue && !done.passwordDue) await joinHome(ports, { personId: context.person.id, now: context.now });
}
