import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const markOf = (dataDir: string): string => join(dataDir, 'restore.unfinished');

/** Marks the data folder as being restored, so that a restore cut short is never taken for an installation. */
export function markRestore(dataDir: string): void {
  writeFileSync(markOf(dataDir), 'A restore into this folder has started but not finished.\n', {
    mode: 0o600,
    flush: true,
  });
}

/** Removes the mark once the restore is complete. */
export function restoreIsDone(dataDir: string): void {
  rmSync(markOf(dataDir));
}

/** Refuses a folder with an unfinished restore. Fails: throws with a sentence if a restore into it was cut short. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(markOf(dataDir))) {
    throw new Error(
      `A restore into ${dataDir} didn’t finish. Empty the folder (and, if set, the database in DATABASE_URL and the location in FILES_URL), then restore again.`,
    );
  }
}
