import type { ApiFailure } from '@carrara/adapters/http/failure';
import type { Result } from 'neverthrow';
import { CommandStop } from '../run/commandStop.ts';

const unreached: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server is listening there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name can’t be looked up right now',
  ECONNRESET: 'the connection was lost',
  UND_ERR_SOCKET: 'the connection was lost',
  ETIMEDOUT: 'it doesn’t respond',
  UND_ERR_CONNECT_TIMEOUT: 'it doesn’t respond',
  TIMEOUT: 'it didn’t respond in time',
  NO_ANSWER: 'it doesn’t respond',
  NOT_THE_PRODUCT: 'the server there isn’t Carrara',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'this machine doesn’t trust its certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'this machine doesn’t trust its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'this machine doesn’t trust its certificate',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate belongs to another host',
};

/** The message and the exit code of a refused call. */
export function failureStop(
  server: string,
  { status, message, errors, errorId, unreached: why }: ApiFailure,
): CommandStop {
  if (why !== undefined) {
    const reason = unreached[why] ?? `it can’t be reached (${why})`;
    return new CommandStop(
      'unreachable',
      `${server}: ${reason}. Is the server running, and is that its address (--server)?`,
    );
  }
  // A failure of the whole call has the same message, so only its code is added.
  const details = errors
    .map(({ code, path, message: detail }) =>
      [code, path, detail === message ? '' : detail].filter(Boolean).join(' · '),
    )
    .concat(errorId ? [`error ${errorId}`] : []);
  if (status === 401) {
    return new CommandStop(
      'notSignedIn',
      `Your session at ${server} has ended. Sign in with carrara login, then try again.`,
    );
  }
  // Both are temporary, so a batch tries again.
  const isBusy = status === 503 || errors.some(({ code }) => code === 'TOO_MANY_EXPORTS');
  return new CommandStop(isBusy ? 'unreachable' : 'refused', message, details);
}

/** Returns the result of a call. Ends the command if the call was refused. */
export function valueOrStop<T>(server: string, result: Result<T, ApiFailure>): T {
  if (result.isErr()) throw failureStop(server, result.error);
  return result.value;
}
