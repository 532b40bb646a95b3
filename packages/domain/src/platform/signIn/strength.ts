/** What a proof of who somebody is rests on: what the person knows, has or is. */
type Ground = 'knowledge' | 'possession' | 'inherence';

/** How somebody can show who it is, and what that rests on. */
const grounds = {
  password: ['knowledge'],
  /** A code of an authenticator app. */
  totp: ['possession'],
  recoveryCode: ['possession'],
  /** It is asked to verify its holder, by a PIN or a finger, before it signs. */
  passkey: ['possession', 'knowledge'],
  /** A provider that does not say how; it is taken for a password. */
  provider: ['knowledge'],
  /** A provider that says it has asked for more than one thing. */
  providerMfa: ['knowledge', 'possession'],
} as const satisfies Readonly<Record<string, readonly Ground[]>>;

export type SignInMethod = keyof typeof grounds;
/** What a sign-in at a provider counts for. */
export type ProviderMethod = Extract<SignInMethod, `provider${string}`>;
export const signInMethods = Object.keys(grounds) as readonly SignInMethod[];

/** How sure a session is of its person: by one ground, or by several that are not lost together. */
export type Strength = 'password' | 'mfa';

/**
 * The strength of a session in which these were shown: `mfa` where they rest on different grounds. Two of one ground are no more than one.
 *
 * Source: design of the platform, section 7; NIST SP 800-63B, section 4.2 (two different factors).
 */
export function strengthOf(shown: readonly SignInMethod[]): Strength {
  return new Set<Ground>(shown.flatMap((method) => grounds[method])).size > 1 ? 'mfa' : 'password';
}

/** What the values of `amr` say that a provider has asked for (RFC 8176, section 2). */
const groundOfAmr: Readonly<Record<string, Ground>> = {
  pwd: 'knowledge',
  pin: 'knowledge',
  kba: 'knowledge',
  otp: 'possession',
  hwk: 'possession',
  swk: 'possession',
  sc: 'possession',
  sms: 'possession',
  tel: 'possession',
  face: 'inherence',
  fpt: 'inherence',
  iris: 'inherence',
  retina: 'inherence',
  vbm: 'inherence',
};

/** What a provider tells of a sign-in. */
export interface ProviderClaims {
  readonly amr?: readonly string[] | undefined;
  readonly acr?: string | undefined;
}

/**
 * What a sign-in at a provider counts for: `providerMfa` where it says so (`amr` mfa, or values that rest on different grounds) or where its `acr` is
 * one that the installation takes for it; everything else, unknown values included, is `provider`.
 */
export function methodOfProvider({ amr = [], acr }: ProviderClaims, acrOfMfa: readonly string[]): ProviderMethod {
  if (amr.includes('mfa') || (acr !== undefined && acrOfMfa.includes(acr))) return 'providerMfa';
  const found = new Set(amr.flatMap((value) => (Object.hasOwn(groundOfAmr, value) ? [groundOfAmr[value]] : [])));
  return found.size > 1 ? 'providerMfa' : 'provider';
}
