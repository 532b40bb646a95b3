/**
 * The texts that a person reads, in one catalogue; a failure's `code` is the key, and what is particular to the case follows it. A rule
 * whose detail is a whole sentence of its own needs no entry.
 */
export const failureTexts = {
  STALE_VERSION:
    'This record was changed by someone else. Reload it to see the latest version; what you typed is kept.',
  NOT_FOUND: 'This record does not exist.',
  FORBIDDEN: 'You are not allowed to do this.',
  DUPLICATE: 'A record with this value exists already.',
  IN_USE: 'This record is in use and can not be deleted.',
  CONFLICT: 'Someone else changed the same records at this moment. Please try again.',
  INVALID_VALUE: 'A value cannot be kept as it is.',
  INVALID_TEXT: 'A text holds a character that cannot be kept.',
  OUT_OF_RANGE: 'A number is larger than can be kept.',
  WRONG_STATE: 'This is not possible in the present state.',
  CONDITION_NOT_MET: 'This is not possible yet.',
  NO_APPROVERS: 'Please specify Approvers',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another request.',
  FILE_TOO_LARGE: 'The file is too large.',
  TOO_LARGE: 'The request is too large.',
} as const;
