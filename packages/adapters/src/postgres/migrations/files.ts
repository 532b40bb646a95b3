import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}

const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * Number of baseline files, one per area. They describe the schema of the first release and may be edited until 0.1.0 is
 * released. Numbered changes follow them. A released file is never edited again, which its checksum ensures.
 */
export const baselineFiles = 7;

/** True if the file is a baseline file, including those of unreleased versions that have other names here. */
export const isBaseline = (name: string): boolean => Number(name.slice(0, 4)) <= baselineFiles;

/** Returns all migrations in order: the baseline, then the numbered changes. */
export function migrations(): readonly Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
      return { name: file.replace('.sql', ''), checksum: createHash('sha256').update(sql).digest('hex'), sql };
    });
}
