import { methodOfProvider, type ProviderClaims, type ProviderMethod } from '@carrara/domain/platform/signIn';
import * as openId from 'openid-client';
import { namedGroups } from './namedGroups.ts';

export interface OpenIdSettings {
  /** What it is called in addresses here, and in what it gives: it stays. */
  readonly name: string;
  /** What the button says. */
  readonly title: string;
  /** The provider's address, whose `/.well-known/openid-configuration` says the rest. Without TLS only on the own machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The host names at which it is offered, and of whose firms it vouches for people; none: all. */
  readonly hosts: readonly string[];
  readonly scope: string;
  /** The claim that names the groups of a person; without one it gives none. */
  readonly groupsClaim: string | undefined;
  /** Values of `acr` with which the provider says that it asked for more than one thing. */
  readonly acrOfMfa: readonly string[];
}

/** What must be known again when the browser comes back. */
export interface OpenIdChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** What the provider says about a person. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider has made sure that the e-mail address is the person's. */
  readonly isEmailVerified: boolean;
  /** How sure it was of the person. */
  readonly method: ProviderMethod;
  /** The groups that it names; undefined where it is not asked for any. */
  readonly groups: readonly string[] | undefined;
  readonly idToken: string;
}

export interface OpenIdProvider {
  readonly settings: OpenIdSettings;
  /** The address to send a browser to, and what to check when it returns to `redirectUrl`, which has to be registered at the provider. */
  begin(redirectUrl: string): Promise<{ readonly url: string; readonly checks: OpenIdChecks }>;
  /**
   * The person with whom the browser returned.
   *
   * Throws: an error of the client library when the answer is not that to our question, the provider refused, or cannot be reached.
   */
  complete(returned: URL, redirectUrl: string, checks: OpenIdChecks): Promise<ProviderIdentity>;
  /** Where a browser goes to end its session at the provider, which sends it back to `returnUrl`; undefined where it knows no such place. */
  signOutUrl(idToken: string, returnUrl: string): Promise<string | undefined>;
}

/** An OpenID Connect provider: code flow with PKCE, state and nonce. The provider is asked for its addresses at the first sign-in. */
export function createOpenIdProvider(settings: OpenIdSettings): OpenIdProvider {
  const { clientId, clientSecret, groupsClaim } = settings;
  let known: Promise<openId.Configuration> | undefined;
  const configuration = (): Promise<openId.Configuration> => {
    known ??= openId
      .discovery(new URL(settings.issuer), clientId, clientSecret, undefined, {
        timeout: 10,
        // The signature of each ID token is checked by the keys that the provider publishes, which are read with the same limit.
        execute: [
          openId.enableNonRepudiationChecks,
          ...(isOwnMachine(settings.issuer) ? [openId.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        // Asked again at the next sign-in.
        known = undefined;
        throw error;
      });
    return known;
  };
  return {
    settings,
    async begin(redirectUrl) {
      const checks = {
        state: openId.randomState(),
        nonce: openId.randomNonce(),
        codeVerifier: openId.randomPKCECodeVerifier(),
      };
      const url = openId.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUrl,
        scope: settings.scope,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },
    async complete(returned, redirectUrl, { state, nonce, codeVerifier }) {
      const at = new URL(redirectUrl);
      at.search = returned.search;
      const provider = await configuration();
      const tokens = await openId.authorizationCodeGrant(provider, at, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      // Some providers put these into the token, others answer them only when they are asked.
      const isAsked = claims['email'] === undefined || (groupsClaim !== undefined && claims[groupsClaim] === undefined);
      const told: Readonly<Record<string, unknown>> = isAsked
        ? { ...claims, ...(await openId.fetchUserInfo(provider, tokens.access_token, claims.sub)) }
        : claims;
      const { email, email_verified: isVerified } = told;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof email === 'string' && email !== '' ? email : undefined,
        isEmailVerified: isVerified === true,
        method: methodOfProvider(claimsOf(claims), settings.acrOfMfa),
        groups: groupsClaim === undefined ? undefined : namedGroups(told[groupsClaim]),
        idToken: tokens.id_token ?? '',
      };
    },
    async signOutUrl(idToken, returnUrl) {
      const provider = await configuration();
      if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
      const asked = { id_token_hint: idToken, post_logout_redirect_uri: returnUrl };
      return openId.buildEndSessionUrl(provider, asked).href;
    },
  };
}

/** What an ID token says of the sign-in, where that is of the kind which the standard asks for. */
const claimsOf = ({ amr, acr }: openId.IDToken): ProviderClaims => ({
  amr: Array.isArray(amr) ? amr.map(String) : undefined,
  acr: typeof acr === 'string' ? acr : undefined,
});

const isOwnMachine = (address: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
