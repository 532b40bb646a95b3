/** The texts that a person reads, in one catalogue; a failure's `code` is the key. `{…}` is filled from the failure's detail. */
export const failureTexts = {
  STALE_VERSION:
    'This record was changed by someone else. Reload it to see the latest version; what you typed is kept.',
  NOT_FOUND: 'This record does not exist.',
  FORBIDDEN: 'You are not allowed to do this.',
  DUPLICATE: 'A record with this value exists already.',
  IN_USE: 'This record is in use and can not be deleted.',
} as const;
