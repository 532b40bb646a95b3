/** What authenticator apps agree on: six digits, SHA-1, half a minute (RFC 6238, section 4; apps disregard other values). */
export const timedCode = { digits: 6, algorithm: 'SHA1', periodSeconds: 30, secretBytes: 20 } as const;

/** Periods before and after the present one whose code is taken too, as clocks differ and typing takes time (RFC 6238, section 5.2). */
export const timedCodeWindow = 1;

/** A code as it was typed, in groups or in one; undefined where it cannot be one. */
export function typedTimedCode(text: string): string | undefined {
  const code = text.replaceAll(/\s/g, '');
  return new RegExp(`^[0-9]{${timedCode.digits}}$`).test(code) ? code : undefined;
}

/** The period of a code, counted from 1970 as authenticators do, of a code that was valid `delta` periods from now. */
export const periodOfCode = (now: Date, delta: number): number =>
  Math.floor(now.getTime() / (timedCode.periodSeconds * 1000)) + delta;

/** From this instant on, in milliseconds from 1970, a code of a period is taken no more, so that nobody need remember that it was used. */
export const endOfCode = (period: number): number => (period + timedCodeWindow + 1) * timedCode.periodSeconds * 1000;
