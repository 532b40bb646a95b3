/** Why nothing can be stored, in a sentence that anybody may read: it names no path and no table. */
export class StorageTrouble extends Error {}

const full = 'The disk of the server is full, so nothing can be saved. Everything confirmed earlier is saved.';

/** By the code of the operating system or of PostgreSQL. */
const byCode: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  '53100': full,
  EROFS: 'The disk of the server is read-only, so nothing can be saved. Everything confirmed earlier is saved.',
  // Of a transaction that was opened to write: a standby, or a database whose host has turned writing off. No disk needs to be at fault.
  '25006':
    'The database accepts no writes at the moment, so nothing can be saved. Everything confirmed earlier is saved.',
  EIO: 'The disk of the server fails, so nothing can be saved. Everything confirmed earlier is saved.',
  '58030': 'The disk of the database fails, so nothing can be saved. Everything confirmed earlier is saved.',
};

/** The sentence for an error of a disk or a database that cannot be written; undefined for every other error. */
export function diskTrouble(error: unknown): string | undefined {
  if (error instanceof StorageTrouble) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && Object.hasOwn(byCode, code) ? byCode[code] : undefined;
}
