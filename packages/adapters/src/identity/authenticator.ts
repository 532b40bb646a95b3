import { periodOfCode, timedCode, timedCodeWindow } from '@carrara/domain/platform/signIn';
import { randomBytes } from 'node:crypto';

const { digits, algorithm, periodSeconds, secretBytes } = timedCode;

/** Loaded with the first code that is asked for, not with the server. */
const authenticatorOf = async (secret: Uint8Array, login = '') => {
  const { Secret, TOTP } = await import('otpauth');
  const bytes = new Uint8Array(secret).buffer;
  return new TOTP({
    issuer: 'Carrara',
    label: login,
    secret: new Secret({ buffer: bytes }),
    algorithm,
    digits,
    period: periodSeconds,
  });
};

/** What an authenticator app and the product share: as many random bytes as its hash has. */
export const createSecret = (): Buffer => randomBytes(secretBytes);

/** What a person takes over into an authenticator app. */
export interface Enrolment {
  /** The address that the picture holds. */
  readonly uri: string;
  /** The secret as text, in groups, for an app without a camera. */
  readonly secret: string;
  /** A drawing (SVG) that an app reads. */
  readonly picture: string;
}

export async function enrolmentOf(secret: Uint8Array, login: string): Promise<Enrolment> {
  const [authenticator, { renderSVG }] = await Promise.all([authenticatorOf(secret, login), import('uqr')]);
  const uri = authenticator.toString();
  // Dark on light in either theme, with the margin that the standard of such pictures asks for: cameras want both.
  const picture = renderSVG(uri, { border: 4 });
  return { uri, secret: (authenticator.secret.base32.match(/.{1,4}/g) ?? []).join(' '), picture };
}

/** The period that a code of six digits is of, within the window; undefined for a wrong one. */
export async function periodOfTyped(secret: Uint8Array, code: string, now: Date): Promise<number | undefined> {
  const authenticator = await authenticatorOf(secret);
  const delta = authenticator.validate({ token: code, timestamp: now.getTime(), window: timedCodeWindow });
  return delta === null ? undefined : periodOfCode(now, delta);
}
