/** Minutes that a person may take to show a passkey or to make one: so long what was asked of it is good, and once. */
export const passkeyMinutes = 5;
/** So many a person may have; each is a device or a key. */
export const passkeysAtMost = 20;
/** How passkeys may sign, the best first, as COSE counts them: EdDSA, ECDSA with P-256, RSA with SHA-256. */
export const passkeyAlgorithms = [-8, -7, -257] as const;
/** Minutes after which a change of the own factors asks for a factor again, whatever the firms ask. */
export const ownFactorMinutes = 10;

/** Whether a host can have passkeys: a name, such as localhost. Browsers make none for a bare address. */
export const isHostOfPasskeys = (host: string): boolean => host !== '' && !/^(\d+(\.\d+){3}|\[.*\])$/.test(host);
