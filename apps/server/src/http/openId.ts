import {
  keepPendingSignIn,
  keepSignInCode,
  type OpenIdProvider,
  pendingMinutes,
  personOfProvider,
  takeChecks,
} from '@carrara/adapters/identity/openId';
import type { WithTenant } from '@carrara/adapters/postgres';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from 'pg';

/** The cookie of a sign-in that is under way at a provider. */
export const pendingCookie = 'FVAT';
export const openIdPath = '/api/signin/openid';

export interface OpenIdRoutes {
  readonly provider: OpenIdProvider;
  readonly issuer: string;
  readonly pool: Pool;
  readonly withTenant: WithTenant;
  readonly secureCookies: boolean;
  readonly now: () => Date;
}

/**
 * The two addresses that a browser visits for a sign-in at a provider: the way there and the way back. They answer redirections, not data,
 * and so are not among the calls of the contract.
 *
 * The way back ends at `#/login/{code}`; at `#/user-not-found` when the provider vouches for somebody who is nobody here; and at
 * `#/login?refused` for everything else, with the reason in the log.
 */
export function serveOpenId(
  app: FastifyInstance,
  { provider, issuer, pool, withTenant, secureCookies, now }: OpenIdRoutes,
): void {
  const options = { path: '/api/signin', httpOnly: true, sameSite: 'lax', secure: secureCookies } as const;
  const keep = (reply: FastifyReply, token: string) =>
    reply.setCookie(pendingCookie, token, { ...options, maxAge: 60 * pendingMinutes });
  app.get(openIdPath, async (request, reply) => {
    try {
      const { url, checks } = await provider.begin();
      keep(reply, await keepPendingSignIn(pool, checks, issuer, now()));
      return reply.redirect(url);
    } catch (error) {
      request.log.warn({ reason: reasonOf(error) }, 'the identity provider cannot be asked');
      return reply.redirect('/#/login?refused');
    }
  });
  app.get(`${openIdPath}/callback`, async (request, reply) => {
    const token = request.cookies[pendingCookie];
    reply.clearCookie(pendingCookie, options);
    try {
      const checks = token === undefined ? undefined : await takeChecks(pool, token, now());
      if (!checks) return reply.redirect('/#/login?refused');
      const identity = await provider.complete(new URL(request.url, 'http://localhost'), checks);
      const personId = await personOfProvider({ pool, withTenant, now: now() }, identity);
      if (personId === undefined) return reply.redirect('/#/user-not-found');
      const { code, token: own } = await keepSignInCode(pool, { personId, method: identity.method }, issuer, now());
      keep(reply, own);
      return reply.redirect(`/#/login/${code}`);
    } catch (error) {
      request.log.warn({ reason: reasonOf(error) }, 'sign-in at the identity provider failed');
      return reply.redirect('/#/login?refused');
    }
  });
}

/** The message alone: what else such an error carries may hold the code of the sign-in. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
