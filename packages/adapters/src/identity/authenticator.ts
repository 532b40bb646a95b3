import { timeStepOfCode, timedCode, timedCodeWindow } from '@carrara/domain/platform/signIn';
import { randomBytes } from 'node:crypto';

const { digits, algorithm, periodSeconds, secretBytes } = timedCode;

/** Loads the library with the first code, not at startup. */
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

/** Creates the secret that an authenticator app and the product share, with as many random bytes as its hash has. */
export const createSecret = (): Buffer => randomBytes(secretBytes);

/** Data that a person transfers to an authenticator app. */
export interface Enrolment {
  /** Address encoded in the QR code. */
  readonly uri: string;
  /** Secret as text, in groups, for apps without a camera. */
  readonly secret: string;
  /** QR code as SVG. */
  readonly picture: string;
}

export async function createEnrolment(secret: Uint8Array, login: string): Promise<Enrolment> {
  const [authenticator, { renderSVG }] = await Promise.all([authenticatorOf(secret, login), import('uqr')]);
  const uri = authenticator.toString();
  // Dark on light in either theme, with the quiet zone that the QR standard requires. Cameras need both.
  const picture = renderSVG(uri, { border: 4 });
  return { uri, secret: (authenticator.secret.base32.match(/.{1,4}/g) ?? []).join(' '), picture };
}

/** Returns the period that a six-digit code belongs to, if it is within the window. Undefined for a wrong code. */
export async function timeStepOfTyped(secret: Uint8Array, code: string, now: Date): Promise<number | undefined> {
  const authenticator = await authenticatorOf(secret);
  const delta = authenticator.validate({ token: code, timestamp: now.getTime(), window: timedCodeWindow });
  return delta === null ? undefined : timeStepOfCode(now, delta);
}
