/** The factor that a proof of identity is based on: knowledge, possession or inherence. */
type Ground = 'knowledge' | 'possession' | 'inherence';

/** The sign-in methods with the factors they are based on. */
const grounds = {
  password: ['knowledge'],
  /** A code of an authenticator app. */
  totp: ['possession'],
  recoveryCode: ['possession'],
  /** A passkey verifies its holder by a PIN or a finger before it signs. */
  passkey: ['possession', 'knowledge'],
  /** A provider that doesn't report its method. Counts as a password. */
  provider: ['knowledge'],
  /** A provider that reports more than one factor. */
  providerMfa: ['knowledge', 'possession'],
} as const satisfies Readonly<Record<string, readonly Ground[]>>;

export type SignInMethod = keyof typeof grounds;
/** The method that a provider sign-in counts as. */
export type ProviderMethod = Extract<SignInMethod, `provider${string}`>;
export const signInMethods = Object.keys(grounds) as readonly SignInMethod[];

/** The strength of a session: one factor, or several factors that aren't lost together. */
export type Strength = 'password' | 'mfa';

/**
 * Returns the strength of a session with these methods: `mfa` if they are based on different factors. Two methods with the same factor count as one.
 *
 * Source: NIST SP 800-63B, section 4.2 (two different factors).
 */
export function signInStrength(methods: readonly SignInMethod[]): Strength {
  return new Set<Ground>(methods.flatMap((method) => grounds[method])).size > 1 ? 'mfa' : 'password';
}

/** The factor that each `amr` value means (RFC 8176, section 2). */
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

/** A provider's claims about a sign-in. */
export interface ProviderClaims {
  readonly amr?: readonly string[] | undefined;
  readonly acr?: string | undefined;
}

/**
 * Returns the method of a provider sign-in. It is `providerMfa` if the provider reports it in `amr` (mfa, or values with different factors), or in
 * an `acr` that the installation accepts. Everything else, including unknown values, is `provider`.
 */
export function methodOfProvider({ amr = [], acr }: ProviderClaims, acrOfMfa: readonly string[]): ProviderMethod {
  if (amr.includes('mfa') || (acr !== undefined && acrOfMfa.includes(acr))) return 'providerMfa';
  const found = new Set(amr.flatMap((value) => (Object.hasOwn(groundOfAmr, value) ? [groundOfAmr[value]] : [])));
  return found.size > 1 ? 'providerMfa' : 'provider';
}
