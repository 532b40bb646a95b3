import { StorageTrouble } from './storageTrouble.ts';

const nothing = 'so files can’t be opened or stored. Everything confirmed earlier is saved.';
const trouble = {
  away: `The file store can’t be reached, ${nothing}`,
  slow: `The file store doesn’t respond in time, ${nothing}`,
  cut: `The file store’s response was incomplete, ${nothing}`,
  noBucket: `The file store doesn’t have the configured bucket, ${nothing}`,
  // For requests without a response body, a store doesn't report which of the two it was.
  keys: `The server’s keys for the file store are invalid or lack permission, ${nothing}`,
  region: `The bucket of the file store isn’t in the configured region, ${nothing}`,
  clock: `The clocks of the server and the file store differ, ${nothing}`,
  other: `The file store reports an error, ${nothing}`,
} as const;
export type S3Trouble = keyof typeof trouble;

/** Troubles by the error name that the store returned, or by the network error code. */
const byName: Readonly<Record<string, S3Trouble>> = {
  NoSuchBucket: 'noBucket',
  InvalidAccessKeyId: 'keys',
  SignatureDoesNotMatch: 'keys',
  InvalidToken: 'keys',
  ExpiredToken: 'keys',
  TokenRefreshRequired: 'keys',
  CredentialsProviderError: 'keys',
  AccessDenied: 'keys',
  AllAccessDisabled: 'keys',
  PermanentRedirect: 'region',
  AuthorizationHeaderMalformed: 'region',
  IllegalLocationConstraintException: 'region',
  RequestTimeTooSkewed: 'clock',
  AbortError: 'slow',
  TimeoutError: 'slow',
  RequestTimeout: 'slow',
  ECONNREFUSED: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ECONNRESET: 'cut',
  EPIPE: 'cut',
};
/** Troubles by status. Responses without a body carry nothing else. */
const byStatus: Readonly<Record<number, S3Trouble>> = { 301: 'region', 401: 'keys', 403: 'keys', 404: 'noBucket' };

interface Thrown {
  readonly name?: string;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly requestId?: string };
}

/** Translates an error of the store into a sentence that is safe to display. */
export function s3Trouble(error: unknown): StorageTrouble {
  if (error instanceof StorageTrouble) return error;
  const { name = '', code, $metadata = {} } = error as Thrown;
  const status = $metadata.httpStatusCode;
  const kind = [String(code), name].map((text) => byName[text]).find((found) => found !== undefined);
  return createTrouble(kind ?? byStatus[status ?? 0] ?? 'other', {
    // Leaves out the error's text: some stores repeat the key in it, and the cause goes to the log.
    cause: new Error([name, code, status, $metadata.requestId].filter(Boolean).join(' ')),
  });
}

export const createTrouble = (kind: S3Trouble, options?: ErrorOptions): StorageTrouble =>
  new StorageTrouble(trouble[kind], options);

/** True if a response says that there is no file under the key. */
export function isNoFile(error: unknown): boolean {
  const { name, $metadata } = error as Thrown;
  return name === 'NoSuchKey' || (name === 'NotFound' && $metadata?.httpStatusCode === 404);
}
