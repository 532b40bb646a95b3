/** A short name for a text; no secret is made of it. */
export const hash = (text: string) =>
  Buffer.from(text)
    .reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7)
    .toString(36);
