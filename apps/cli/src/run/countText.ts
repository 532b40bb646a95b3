/** Returns a count with separators and its noun: `1 row`, `12,345 rows`. */
export const countText = (count: number, noun: string, plural = `${noun}s`): string =>
  `${numberText(count)} ${count === 1 ? noun : plural}`;

/** Returns a count with separators, as the messages of the server have it: `12,345`. */
export const numberText = (count: number): string => count.toLocaleString('en');
