import { createOpenIdProvider } from '@carrara/adapters/identity/openId';
import type { WithTenant } from '@carrara/adapters/postgres';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { LoginUrl } from './concepts/platform/signin.ts';
import { type Configuration, isHttps } from './configuration.ts';
import { openIdPath, serveOpenId } from './http/openId.ts';

export interface SignInWays {
  readonly localAccounts: boolean;
  readonly loginUrls: readonly LoginUrl[];
  /** Adds the addresses that a browser visits on the way to a provider and back, where one is configured. */
  readonly serveProviders: (app: FastifyInstance) => void;
}

/** The ways to sign in that the configuration names. */
export function signInWays(
  configuration: Configuration,
  pool: Pool,
  withTenant: WithTenant,
  now: () => Date,
): SignInWays {
  const {
    LOCAL_ACCOUNTS,
    OPENID_ISSUER,
    OPENID_CLIENT_ID,
    OPENID_CLIENT_SECRET,
    OPENID_NAME,
    OPENID_MFA_ACR,
    PUBLIC_URL,
  } = configuration;
  if (!OPENID_ISSUER || !OPENID_CLIENT_ID || !OPENID_CLIENT_SECRET || !PUBLIC_URL) {
    return { localAccounts: true, loginUrls: [], serveProviders: () => undefined };
  }
  const provider = createOpenIdProvider({
    issuer: OPENID_ISSUER,
    clientId: OPENID_CLIENT_ID,
    clientSecret: OPENID_CLIENT_SECRET,
    redirectUrl: new URL(`${openIdPath}/callback`, PUBLIC_URL).href,
    acrOfMfa: OPENID_MFA_ACR.split(/\s+/).filter(Boolean),
  });
  return {
    localAccounts: LOCAL_ACCOUNTS,
    loginUrls: [{ name: OPENID_NAME, url: openIdPath }],
    serveProviders: (app) =>
      serveOpenId(app, {
        provider,
        issuer: OPENID_ISSUER,
        pool,
        withTenant,
        secureCookies: isHttps(configuration),
        now,
      }),
  };
}
