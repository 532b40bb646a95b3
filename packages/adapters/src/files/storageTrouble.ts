/** Reason why nothing can be stored. The message is safe to display: it names no path and no table. */
export class StorageTrouble extends Error {}

const full = 'The server’s disk is full, so nothing can be saved. Everything confirmed earlier is saved.';

/** Messages by the error code of the operating system or of PostgreSQL. */
const byCode: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  '53100': full,
  EROFS: 'The server’s disk is read-only, so nothing can be saved. Everything confirmed earlier is saved.',
  // A write transaction was opened on a standby, or on a database that its host has made read-only. The disk may be
  // fine.
  '25006': 'The database is currently read-only, so nothing can be saved. Everything confirmed earlier is saved.',
  EIO: 'The server’s disk has failed, so nothing can be saved. Everything confirmed earlier is saved.',
  '58030': 'The database’s disk has failed, so nothing can be saved. Everything confirmed earlier is saved.',
};

/** Returns the message for an error of a disk or database that can't be written. Undefined for other errors. */
export function diskTrouble(error: unknown): string | undefined {
  if (error instanceof StorageTrouble) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && Object.hasOwn(byCode, code) ? byCode[code] : undefined;
}
