import { createHash } from 'node:crypto';

/** Derives the id of a row that isn't a record of its own. Equal inputs give equal ids. */
export function derivedId(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join('\n')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
