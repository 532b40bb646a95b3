import { StorageTrouble } from '../storage/storageTrouble.ts';

const nothing = 'so files can be neither opened nor stored. Everything confirmed earlier is saved.';
const trouble = {
  away: `The file store cannot be reached, ${nothing}`,
  slow: `The file store does not answer in time, ${nothing}`,
  cut: `The file store broke off its answer, ${nothing}`,
  noBucket: `The file store does not have the configured bucket, ${nothing}`,
  // For requests without a response body, a store doesn't report which of the two it was.
  keys: `The file store does not take the server’s keys, or does not let them do this, ${nothing}`,
  region: `The bucket of the file store is in another region than the server’s configuration says, ${nothing}`,
  clock: `The clocks of the server and of the file store differ, ${nothing}`,
  other: `The file store fails, ${nothing}`,
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
  return troubleOf(kind ?? byStatus[status ?? 0] ?? 'other', {
    // Leaves out the error's text: some stores repeat the key in it, and the cause goes to the log.
    cause: new Error([name, code, status, $metadata.requestId].filter(Boolean).join(' ')),
  });
}

export const troubleOf = (kind: S3Trouble, options?: ErrorOptions): StorageTrouble =>
  new StorageTrouble(trouble[kind], options);

/** True if a response says that there is no file under the key. */
export function isNoFile(error: unknown): boolean {
  const { name, $metadata } = error as Thrown;
  return name === 'NoSuchKey' || (name === 'NotFound' && $metadata?.httpStatusCode === 404);
}
