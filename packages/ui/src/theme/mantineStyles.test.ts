import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const library = join(root, 'node_modules', '@mantine');

const filesOf = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file));

/** The imports of a file from the library: package and name. */
function namesFrom(file: string): (readonly [pack: string, name: string])[] {
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]@mantine\/(\w+)['"]/g)];
  const whenNeeded = [...text.matchAll(/import\(['"]@mantine\/(\w+)['"]\)\)?\.(\w+)/g)];
  return [
    ...imports.flatMap(([, names = '', pack = '']) =>
      names.split(',').map((name) => [pack, name.trim().split(' as ')[0] ?? ''] as const),
    ),
    ...whenNeeded.map(([, pack = '', name = '']) => [pack, name] as const),
  ];
}

const modules = new Map(
  ['core', 'dates', 'dropzone', 'notifications', 'spotlight'].map((pack) => [
    pack,
    filesOf(join(library, pack, 'esm'), /\.mjs$/),
  ]),
);

/** Returns the style sheets of the core package that these names need, directly or through their dependencies. */
function neededBy(styles: readonly (readonly [pack: string, name: string])[]): Set<string> {
  const sheets = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    const sheet = /[/\\]core[/\\].*?(\w+)\.module\.mjs$/.exec(file)?.[1];
    if (sheet) sheets.add(sheet);
    for (const [, near = ''] of readFileSync(file, 'utf8').matchAll(/from\s*["'](\.[^"']+)["']/g))
      visit(resolve(dirname(file), near));
    find(namesFrom(file));
  };
  const find = (names: readonly (readonly [pack: string, name: string])[]): void => {
    for (const [pack, name] of names)
      for (const file of modules.get(pack) ?? []) if (basename(file) === `${name}.mjs`) visit(file);
  };
  find(styles);
  return sheets;
}

it("includes the library's styles for used components only", () => {
  const sources = ['packages/ui/src', 'apps/web/src'].flatMap((folder) => filesOf(join(root, folder), /\.tsx?$/));
  const needed = neededBy(sources.filter((file) => !/\.(?:test|stories)\.tsx?$/.test(file)).flatMap(namesFrom));
  const brought = readFileSync(join(root, 'packages/ui/src/theme/mantine.css'), 'utf8').matchAll(
    /core\/styles\/([A-Z]\w+)\.layer\.css/g,
  );
  const withStyles = [...needed].filter((name) => existsSync(join(library, 'core', 'styles', `${name}.layer.css`)));
  expect(new Set([...brought].map(([, name]) => name))).toEqual(new Set(withStyles));
});
