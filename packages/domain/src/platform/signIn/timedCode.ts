/** The parameters that all authenticator apps support: six digits, SHA-1, 30 seconds (RFC 6238, section 4). Apps ignore other values. */
export const timedCode = { digits: 6, algorithm: 'SHA1', periodSeconds: 30, secretBytes: 20 } as const;

/**
 * The number of earlier and later periods whose codes are accepted too, because clocks differ and typing takes time (RFC 6238, section 5.2).
 */
export const timedCodeWindow = 1;

/** Normalizes a typed code, with or without spaces; undefined if it can't be one. */
export function typedTimedCode(text: string): string | undefined {
  const code = text.replaceAll(/\s/g, '');
  return new RegExp(`^[0-9]{${timedCode.digits}}$`).test(code) ? code : undefined;
}

/** Returns the period of a code that was valid `delta` periods from now, counted from 1970 as in authenticators. */
export const timeStepOfCode = (now: Date, delta: number): number =>
  Math.floor(now.getTime() / (timedCode.periodSeconds * 1000)) + delta;

/** Returns the time, in milliseconds since 1970, from which a period's code is no longer accepted. After that, its use need not be remembered. */
export const endOfCode = (period: number): number => (period + timedCodeWindow + 1) * timedCode.periodSeconds * 1000;
