import type { ApiFailure } from '@carrara/adapters/http';
import type { Result } from 'neverthrow';
import { CommandStop } from '../run/commandStop.ts';

const unreached: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ECONNRESET: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  ETIMEDOUT: 'it gives no answer',
  UND_ERR_CONNECT_TIMEOUT: 'it gives no answer',
  TIMEOUT: 'it gives no answer in time',
  NO_ANSWER: 'it gives no answer',
  NOT_THE_PRODUCT: 'what answers there is not Carrara',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by nobody that this machine trusts',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by nobody that this machine trusts',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by nobody that this machine trusts',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is that of another host',
};

/** The message and the exit code of a refused call. */
export function failureStop(
  server: string,
  { status, message, errors, errorId, unreached: why }: ApiFailure,
): CommandStop {
  if (why !== undefined) {
    const reason = unreached[why] ?? `it cannot be reached (${why})`;
    return new CommandStop(
      'unreachable',
      `${server}: ${reason}. Is the server running, and is that its address (--server)?`,
    );
  }
  // A failure of the whole call is the message itself; only its code is new.
  const details = errors
    .map(({ code, path, message: detail }) =>
      [code, path, detail === message ? '' : detail].filter(Boolean).join(' · '),
    )
    .concat(errorId ? [`error ${errorId}`] : []);
  if (status === 401) {
    return new CommandStop(
      'notSignedIn',
      `Your session at ${server} has ended. Sign in with carrara login, then do this again.`,
    );
  }
  // Both pass: a batch tries again.
  const isBusy = status === 503 || errors.some(({ code }) => code === 'TOO_MANY_EXPORTS');
  return new CommandStop(isBusy ? 'unreachable' : 'refused', message, details);
}

/** Returns the result of a call. Ends the command if the call was refused. */
export function answered<T>(server: string, result: Result<T, ApiFailure>): T {
  if (result.isErr()) throw failureStop(server, result.error);
  return result.value;
}
