import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface Source {
  /** The path from the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const skipped = new Set(['node_modules', 'dist', 'dist-web', 'dist-types', 'coverage']);
const importPattern = /(?:\bfrom\s+|\bimport\s*\(\s*|^\s*import\s+)'([^']+)'/gm;

function* files(folder: string, extension: RegExp): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path, extension);
    else if (extension.test(entry.name)) yield path;
  }
}

/** Returns every file below a folder of the project that has the extension, otherwise every TypeScript file, with its imports. */
export function readSources(folder: string, extension = /\.tsx?$/): Source[] {
  return [...files(join(root, folder), extension)].map((path) => {
    const text = readFileSync(path, 'utf8');
    return {
      path: relative(root, path).split('\\').join('/'),
      text,
      imports: [...text.matchAll(importPattern)].map((match) => match[1] ?? ''),
    };
  });
}
