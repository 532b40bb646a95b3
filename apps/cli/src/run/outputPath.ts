import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The path of a file to save: `out`, or a file in it if `out` is a folder or ends like one. */
export function outputPath(folder: string, out: string | undefined, name: string): string {
  if (out === undefined) return resolve(folder, name);
  const path = resolve(folder, out);
  const isFolder = /[/\\]$/.test(out) || (existsSync(path) && statSync(path).isDirectory());
  return isFolder ? join(path, name) : path;
}
