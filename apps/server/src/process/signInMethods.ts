import type { EndedAtProvider } from '@carrara/adapters/identity/sessions';
import type { SecretSeal } from '@carrara/adapters/identity/sealedSecret';
import { createOpenIdProvider, type OpenIdSettings } from '@carrara/adapters/identity/openId/provider';
import { openIdToken } from '@carrara/adapters/identity/openId/pendingSignIn';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { LoginUrl } from '../concepts/platform/signIn/signin.ts';
import { type Configuration, isHttps } from '../core/configuration.ts';
import { openIdPath, serveOpenId } from '../http/openId.ts';

export interface SignInMethods {
  readonly localAccounts: boolean;
  /** Includes the providers of all hosts. */
  readonly loginUrls: readonly LoginUrl[];
  /** Returns the address where a browser also ends the session at the provider. Undefined if there is none. */
  readonly signOutUrl: (ended: EndedAtProvider, host: string) => Promise<string | undefined>;
  /** Adds the addresses for sign-ins at a provider, if one is configured. */
  readonly serveProviders: (app: FastifyInstance) => void;
}

export interface SignInPorts {
  readonly pool: Pool;
  readonly withTenant: WithTenant;
  readonly seal: SecretSeal;
  readonly now: () => Date;
}

/** Name of the provider in OPENID_ISSUER, whose path contains no name. */
const single = '';
const pathOf = (name: string): string => (name === single ? openIdPath : `${openIdPath}/${name}`);

/** Creates the configured ways to sign in. */
export function signInMethods(
  configuration: Configuration,
  { pool, withTenant, seal, now }: SignInPorts,
): SignInMethods {
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
  /** Returns an address of the installation, with the browser's host name if the provider is for that host. */
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
      const provider = providers.find((candidate) => candidate.settings.name === name);
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

/** Returns the provider in the single settings, then those of the list. */
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
