import type { EndedAtProvider, SecretSeal } from '@carrara/adapters/identity';
import { createOpenIdProvider, openIdToken, type OpenIdSettings } from '@carrara/adapters/identity/openId';
import type { WithTenant } from '@carrara/adapters/postgres';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { LoginUrl } from './concepts/platform/signin.ts';
import { type Configuration, isHttps } from './configuration.ts';
import { openIdPath, serveOpenId } from './http/openId.ts';

export interface SignInWays {
  readonly localAccounts: boolean;
  /** Those of all hosts. */
  readonly loginUrls: readonly LoginUrl[];
  /** Where the browser at a host goes to end the session at the provider as well; undefined where that is not to be had. */
  readonly signOutUrl: (ended: EndedAtProvider, host: string) => Promise<string | undefined>;
  /** Adds the addresses that a browser visits on the way to a provider and back, where one is configured. */
  readonly serveProviders: (app: FastifyInstance) => void;
}

export interface SignInPorts {
  readonly pool: Pool;
  readonly withTenant: WithTenant;
  readonly seal: SecretSeal;
  readonly now: () => Date;
}

/** The single provider of OPENID_ISSUER has the path without a name. */
const single = '';
const pathOf = (name: string): string => (name === single ? openIdPath : `${openIdPath}/${name}`);

/** The ways to sign in that the configuration names. */
export function signInWays(configuration: Configuration, { pool, withTenant, seal, now }: SignInPorts): SignInWays {
  const { LOCAL_ACCOUNTS, PUBLIC_URL } = configuration;
  const settings = providersOf(configuration);
  if (settings.length === 0 || !PUBLIC_URL) {
    return {
      localAccounts: true,
      loginUrls: [],
      signOutUrl: async () => undefined,
      serveProviders: () => undefined,
    };
  }
  /** An address of the installation under the name by which the browser came, where the provider is of that name. */
  const addressAt = (path: string, { hosts }: OpenIdSettings, host: string): string => {
    const address = new URL(path, PUBLIC_URL);
    if (hosts.includes(host)) address.hostname = host;
    return address.href;
  };
  const providers = settings.map(createOpenIdProvider);
  return {
    localAccounts: LOCAL_ACCOUNTS,
    loginUrls: settings.map(({ name, title, hosts }) => ({ name: title, url: pathOf(name), hosts })),
    async signOutUrl({ personId, provider: name, idToken }, host) {
      const provider = providers.find((one) => one.settings.name === name);
      return provider?.signOutUrl(openIdToken(seal, personId, idToken), addressAt('/', provider.settings, host));
    },
    serveProviders(app) {
      for (const provider of providers) {
        serveOpenId(app, {
          provider,
          path: pathOf(provider.settings.name),
          redirectUrlAt: (host) => addressAt(`${pathOf(provider.settings.name)}/callback`, provider.settings, host),
          pool,
          withTenant,
          seal,
          secureCookies: isHttps(configuration),
          now,
        });
      }
    },
  };
}

/** The single provider of the settings, then those of the list. */
function providersOf({
  OPENID_ISSUER,
  OPENID_CLIENT_ID,
  OPENID_CLIENT_SECRET,
  OPENID_NAME,
  OPENID_MFA_ACR,
  OPENID_PROVIDERS,
}: Configuration): readonly OpenIdSettings[] {
  const listed = OPENID_PROVIDERS.map(({ mfaAcr, groupsClaim, ...rest }) => ({
    ...rest,
    groupsClaim,
    acrOfMfa: mfaAcr,
  }));
  if (!OPENID_ISSUER || !OPENID_CLIENT_ID || !OPENID_CLIENT_SECRET) return listed;
  const first = {
    name: single,
    title: OPENID_NAME,
    issuer: OPENID_ISSUER,
    clientId: OPENID_CLIENT_ID,
    clientSecret: OPENID_CLIENT_SECRET,
    hosts: [],
    scope: 'openid email profile',
    groupsClaim: undefined,
    acrOfMfa: OPENID_MFA_ACR.split(/\s+/).filter(Boolean),
  };
  return [first, ...listed];
}
