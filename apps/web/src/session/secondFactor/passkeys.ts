import type { NewPasskey, PasskeyProof, PasskeyQuestion } from '@carrara/contract/platform/passkey/passkey';
import { isHostOfPasskeys, passkeyAlgorithms, passkeyMinutes } from '@carrara/domain/platform/passkey';
import type { ApiFailure } from '../../api/failure.ts';

/** True if this browser supports passkeys on this page. */
export const supportsPasskeys = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && isHostOfPasskeys(window.location.hostname);

const timeout = passkeyMinutes * 60_000;
const refused = (message: string): ApiFailure => ({
  status: 422,
  message,
  errors: [{ path: '', code: 'PASSKEY_REFUSED', message }],
});

/** The message if the browser returned no passkey. It does not reveal if the person declined or the device has none. */
const nothing = 'No passkey was used. Try again, or use another method.';
const messageBy: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey of yours for this address.',
  SecurityError: 'This browser can’t create passkeys on this page.',
};
const failureOf = (error: unknown): ApiFailure =>
  refused((error instanceof Error ? messageBy[error.name] : undefined) ?? nothing);

/** Loaded with the first passkey. */
const browser = () => import('@simplewebauthn/browser');

/** Signs a challenge with a passkey. Throws an `ApiFailure` with the reason if that fails. */
export async function signByPasskey({ challenge, host, passkeys }: PasskeyQuestion): Promise<PasskeyProof> {
  const { startAuthentication } = await browser();
  try {
    const { id, response } = await startAuthentication({
      optionsJSON: {
        challenge,
        rpId: host,
        timeout,
        userVerification: 'required',
        allowCredentials: passkeys.map((passkey) => ({ ...passkey, type: 'public-key' as const })),
      },
    });
    const { clientDataJSON: clientData, authenticatorData, signature } = response;
    return { id, clientData, authenticatorData, signature };
  } catch (error) {
    // oxlint-disable-next-line only-throw-error
    throw failureOf(error);
  }
}

export interface CreatedPasskey {
  readonly id: string;
  readonly clientData: string;
  readonly attestation: string;
  readonly transports: string[];
}

/** Creates a passkey on a device. Throws like `signByPasskey`. */
export async function createPasskey({
  challenge,
  host,
  handle,
  login,
  name,
  passkeys,
}: NewPasskey): Promise<CreatedPasskey> {
  const { startRegistration } = await browser();
  try {
    const { id, response } = await startRegistration({
      optionsJSON: {
        challenge,
        timeout,
        rp: { id: host, name: 'Carrara' },
        user: { id: handle, name: login, displayName: name },
        pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' as const })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        excludeCredentials: passkeys.map((passkey) => ({ ...passkey, type: 'public-key' as const })),
        attestation: 'none',
      },
    });
    const { clientDataJSON: clientData, attestationObject: attestation, transports = [] } = response;
    return { id, clientData, attestation, transports };
  } catch (error) {
    // oxlint-disable-next-line only-throw-error
    throw failureOf(error);
  }
}
