import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}

/** The compiler leaves .sql files where they are, so the built program reads those of the sources. */
function folder(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const source = here.replace(`${sep}dist${sep}`, `${sep}src${sep}`);
  return existsSync(join(here, '0001_platform.sql')) ? here : source;
}

/** All migrations, in order. A file that was applied is never changed again; the checksum finds out. */
export function migrations(): readonly Migration[] {
  const from = folder();
  return readdirSync(from)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(from, file), 'utf8').replaceAll('\r\n', '\n');
      return { name: file.replace('.sql', ''), checksum: createHash('sha256').update(sql).digest('hex'), sql };
    });
}
