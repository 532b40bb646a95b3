/** Shortens a text to a name. Not a cryptographic hash. */
export const hash = (text: string) =>
  Buffer.from(text)
    .reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7)
    .toString(36);
