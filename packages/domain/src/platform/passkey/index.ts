/** The number of minutes within which a passkey must be used or created. The challenge is valid that long, and only once. */
export const passkeyMinutes = 5;
/** The maximum number of passkeys per person. Each is a device or a key. */
export const passkeysAtMost = 20;
/** The accepted signature algorithms by COSE number, best first: EdDSA, ECDSA with P-256, RSA with SHA-256. */
export const passkeyAlgorithms = [-8, -7, -257] as const;
/** The number of minutes after which changing one's own factors requires a factor again, regardless of the firms' rules. */
export const ownFactorMinutes = 10;

/** Returns true if a host can have passkeys. It needs a name, such as localhost; browsers don't create passkeys for a bare address. */
export const isHostOfPasskeys = (host: string): boolean => host !== '' && !/^(\d+(\.\d+){3}|\[.*\])$/.test(host);
