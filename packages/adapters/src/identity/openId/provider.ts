import { required } from '@carrara/domain/kernel';
import { methodOfProvider, type ProviderClaims, type ProviderMethod } from '@carrara/domain/platform/signIn';
import * as openId from 'openid-client';
import { namedGroups } from './namedGroups.ts';

export interface OpenIdSettings {
  /** Permanent name of the provider, used in addresses and in stored records. */
  readonly name: string;
  /** Label of the button. */
  readonly title: string;
  /**
   * Address of the provider; its `/.well-known/openid-configuration` lists the endpoints. TLS is required except on
   * localhost.
   */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Host names at which the provider is offered and whose firms' people it may identify. Empty means all. */
  readonly hosts: readonly string[];
  readonly scope: string;
  /** Claim that lists a person's groups. Undefined if the provider supplies none. */
  readonly groupsClaim: string | undefined;
  /** Values of `acr` with which the provider reports multi-factor authentication. */
  readonly acrOfMfa: readonly string[];
}

/** Values to check when the browser returns. */
export interface OpenIdChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Identity that the provider reported. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** True if the provider has verified the e-mail address. */
  readonly isEmailVerified: boolean;
  /** Strength of the sign-in at the provider. */
  readonly method: ProviderMethod;
  /** Groups that the provider reported. Undefined if it has no groups claim. */
  readonly groups: readonly string[] | undefined;
  readonly idToken: string;
}

export interface OpenIdProvider {
  readonly settings: OpenIdSettings;
  /**
   * Returns the address to send the browser to, and the values to check when it comes back to `redirectUrl`. Register
   * that address at the provider.
   */
  begin(redirectUrl: string): Promise<{ readonly url: string; readonly checks: OpenIdChecks }>;
  /**
   * Returns the person with whom the browser came back.
   *
   * Throws: an error of the client library if the response doesn't match the request, or the provider refused or can't
   * be reached.
   */
  complete(returned: URL, redirectUrl: string, checks: OpenIdChecks): Promise<ProviderIdentity>;
  /**
   * Returns the address that ends the session at the provider and then returns to `returnUrl`. Undefined if the
   * provider has none.
   */
  signOutUrl(idToken: string, returnUrl: string): Promise<string | undefined>;
}

/**
 * Creates a client for an OpenID Connect provider: code flow with PKCE, state and nonce. The provider's endpoints are
 * discovered at the first sign-in.
 */
export function createOpenIdProvider(settings: OpenIdSettings): OpenIdProvider {
  const { clientId, clientSecret, groupsClaim } = settings;
  let cached: Promise<openId.Configuration> | undefined;
  const configuration = (): Promise<openId.Configuration> => {
    cached ??= openId
      .discovery(new URL(settings.issuer), clientId, clientSecret, undefined, {
        timeout: 10,
        // Checks the signature of each ID token with the provider's published keys, which are fetched with the same
        // timeout.
        execute: [
          openId.enableNonRepudiationChecks,
          ...(isOwnMachine(settings.issuer) ? [openId.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        // Forget the failure, so that the next sign-in discovers again.
        cached = undefined;
        throw error;
      });
    return cached;
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
      const claims = required(tokens.claims(), 'the claims of the ID token');
      // Some providers put these claims into the token; others return them only from the userinfo endpoint.
      const isRequested =
        claims['email'] === undefined || (groupsClaim !== undefined && claims[groupsClaim] === undefined);
      const facts: Readonly<Record<string, unknown>> = isRequested
        ? { ...claims, ...(await openId.fetchUserInfo(provider, tokens.access_token, claims.sub)) }
        : claims;
      const { email, email_verified: isVerified } = facts;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof email === 'string' && email !== '' ? email : undefined,
        isEmailVerified: isVerified === true,
        method: methodOfProvider(claimsOf(claims), settings.acrOfMfa),
        groups: groupsClaim === undefined ? undefined : namedGroups(facts[groupsClaim]),
        idToken: tokens.id_token ?? '',
      };
    },
    async signOutUrl(idToken, returnUrl) {
      const provider = await configuration();
      if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnUrl };
      return openId.buildEndSessionUrl(provider, parameters).href;
    },
  };
}

/** Returns the ID token's claims about the authentication, ignoring values of the wrong type. */
const claimsOf = ({ amr, acr }: openId.IDToken): ProviderClaims => ({
  amr: Array.isArray(amr) ? amr.map(String) : undefined,
  acr: typeof acr === 'string' ? acr : undefined,
});

const isOwnMachine = (address: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
