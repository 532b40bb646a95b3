import type { SecretSeal } from '@carrara/adapters/identity/sealedSecret';
import {
  storePendingSignIn,
  storeSignInCode,
  pendingMinutes,
  personOfProvider,
  sealIdToken,
  consumeChecks,
} from '@carrara/adapters/identity/openId/pendingSignIn';
import type { OpenIdProvider } from '@carrara/adapters/identity/openId/provider';
import { refusalOfFault } from '@carrara/adapters/identity/openId/signInFault';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { SignInRefusal } from '@carrara/contract/platform/signIn/signInRefusals';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from 'pg';

/** Cookie of a pending sign-in at a provider. */
export const pendingCookie = 'FVAT';
export const openIdPath = '/api/signin/openid';

export interface OpenIdRoutes {
  readonly provider: OpenIdProvider;
  /** Path where the sign-in begins. The callback is below it. */
  readonly path: string;
  /** Returns the callback address for a browser that used this host name. */
  readonly redirectUrlAt: (host: string) => string;
  readonly pool: Pool;
  readonly withTenant: WithTenant;
  readonly seal: SecretSeal;
  readonly secureCookies: boolean;
  readonly now: () => Date;
}

const refusedAt = (refusal: SignInRefusal) => `/#/login?refused=${refusal}`;

/**
 * Serves the two addresses that a browser visits for a sign-in at a provider: the start and the callback. They respond
 * with redirects instead of data, so they aren't endpoints of the contract.
 *
 * The callback redirects to `#/login/{code}`, to `#/user-not-found` if the provider identified an unknown person, and
 * otherwise to `#/login?refused=...`, with the reason in the log.
 */
export function serveOpenId(
  app: FastifyInstance,
  { provider, path, redirectUrlAt, pool, withTenant, seal, secureCookies, now }: OpenIdRoutes,
): void {
  const { name, hosts } = provider.settings;
  const options = { path: '/api/signin', httpOnly: true, sameSite: 'lax', secure: secureCookies } as const;
  const setCookie = (reply: FastifyReply, token: string) =>
    reply.setCookie(pendingCookie, token, { ...options, maxAge: 60 * pendingMinutes });
  const isOffered = (host: string) => hosts.length === 0 || hosts.includes(host);
  app.get(path, async (request, reply) => {
    if (!isOffered(request.hostname)) return reply.redirect(refusedAt('refused'));
    try {
      const { url, checks } = await provider.begin(redirectUrlAt(request.hostname));
      setCookie(reply, await storePendingSignIn(pool, checks, name, now()));
      return reply.redirect(url);
    } catch (error) {
      request.log.warn({ reason: reasonOf(error) }, 'the identity provider can’t be reached');
      return reply.redirect(refusedAt('unreachable'));
    }
  });
  app.get(`${path}/callback`, async (request, reply) => {
    const token = request.cookies[pendingCookie];
    reply.clearCookie(pendingCookie, options);
    try {
      const checks = token === undefined ? undefined : await consumeChecks(pool, token, name, now());
      if (!checks) return reply.redirect(refusedAt('late'));
      const returned = new URL(request.url, 'http://localhost');
      // The response belongs to an older sign-in in another window of this browser.
      if (returned.searchParams.get('state') !== checks.state) return reply.redirect(refusedAt('late'));
      const identity = await provider.complete(returned, redirectUrlAt(request.hostname), checks);
      const vouched = await personOfProvider({ pool, withTenant, now: now() }, provider.settings, identity);
      if (vouched.kind === 'noEmail') return reply.redirect(refusedAt('noEmail'));
      if (vouched.kind === 'nobody') return reply.redirect('/#/user-not-found');
      const { personId } = vouched;
      const idToken = sealIdToken(seal, personId, identity.idToken);
      const signIn = { personId, method: identity.method, provider: name, idToken, groups: identity.groups ?? null };
      const { code, token: own } = await storeSignInCode(pool, signIn, now());
      setCookie(reply, own);
      return reply.redirect(`/#/login/${code}`);
    } catch (error) {
      request.log.warn({ reason: reasonOf(error) }, 'sign-in at the identity provider failed');
      return reply.redirect(refusedAt(refusalOfFault(error)));
    }
  });
}

/** Returns only the message, because other fields of such an error may contain the code of the sign-in. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
