/** Why nothing can be stored, in a sentence that anybody may read: it names no path and no table. */
export class StorageTrouble extends Error {}

const full = 'The disk of the server is full, so nothing can be stored. What was confirmed before is kept.';
const readOnly = 'The disk of the server is read-only, so nothing can be stored. What was confirmed before is kept.';

/** By the code of the operating system or of PostgreSQL. */
const byCode: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  '53100': full,
  EROFS: readOnly,
  '25006': readOnly,
  EIO: 'The disk of the server fails, so nothing can be stored. What was confirmed before is kept.',
  '58030': 'The disk of the database fails, so nothing can be stored. What was confirmed before is kept.',
};

/** The sentence for an error of a disk that cannot be written, be it ours or the database's; undefined for every other error. */
export function diskTrouble(error: unknown): string | undefined {
  if (error instanceof StorageTrouble) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && Object.hasOwn(byCode, code) ? byCode[code] : undefined;
}
