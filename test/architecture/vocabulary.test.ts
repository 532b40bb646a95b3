import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { declaredNames } from './declaredNames.ts';
import { root, readSources } from './sources.ts';

const configuration = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
  readonly rules: { readonly 'id-denylist': readonly string[] };
};
const [, ...refusedNames] = configuration.rules['id-denylist'];
const refused = new Set(refusedNames);
const migrations = 'packages/adapters/src/postgres/migrations';
/** Keywords of SQL, which migrations write in capitals. */
const isKeyword = (word: string) => word === word.toUpperCase();

/** Names of tables, columns, functions, parameters and policies in the schema. Comments and texts aren't names. */
function schemaNames(): readonly string[] {
  const files = readdirSync(join(root, migrations)).filter((file) => file.endsWith('.sql'));
  return files.flatMap((file) => {
    const sql = readFileSync(join(root, migrations, file), 'utf8')
      .replace(/--.*$/gm, '')
      .replace(/'(?:[^']|'')*'/g, "''");
    return (sql.match(/[A-Za-z_]\w*/g) ?? []).filter((word) => !isKeyword(word)).map((word) => `${file}: ${word}`);
  });
}

/** Fields that the contract names as text: the columns of lists and reports. */
const contractFields = () =>
  readSources('packages/contract/src').flatMap(({ path, text }) =>
    [...text.matchAll(/\bfield: '(\w+)'/g)].map((match) => `${path}: ${match[1] ?? ''}`),
  );

const lastWord = (name: string) => name.slice(name.lastIndexOf(' ') + 1);
const refusedIn = (names: readonly string[]) => [...new Set(names.filter((name) => refused.has(lastWord(name))))];

// The linter refuses these words in TypeScript. It doesn't read SQL, or names in texts.
it('the schema has no private words as names', () => {
  const names = schemaNames();
  expect(names.length).toBeGreaterThan(1_000);
  expect(refusedIn(names)).toEqual([]);
});

it('the fields of lists and reports have no private words as names', () => {
  const names = contractFields();
  expect(names.length).toBeGreaterThan(100);
  expect(refusedIn(names)).toEqual([]);
});

/** Words that a compound name must not contain either. Names of the field, and of libraries, are the exceptions. */
const privateParts = new Set(
  (
    'kept unkept told untold asked unasked asking askings asks ask given gives give gave held hold shown taken takes take took made makes make ' +
    'beside said unsaid says say tell sight deed deeds stands whom whose anew keeper keepers keeps keeping wants wanted gone ' +
    'known left none places words'
  ).split(' '),
);
/** The specification's parameter. */
const exceptions = new Set(['asKnownOn']);
/** Names of browsers, CSS and libraries, by the folders that use them. */
const libraryNames = new Map([
  ['left', /^(?:packages\/ui|apps\/web|packages\/adapters\/src\/word)\//],
  ['ArrowLeft', /^packages\/ui\//],
  ['paddingLeft', /^packages\/ui\//],
]);
const functionsOfPostgres = new Set(['left', 'make_interval']);
const isComment = (line: string) => /^\s*(?:\*|\/\/|\/\*)/.test(line);
const partsOfName = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _.-]/);
const hasPrivatePart = (name: string) =>
  !exceptions.has(name) && partsOfName(name).some((part) => privateParts.has(part));

const privateWord = new RegExp(
  `(?:(?<![A-Za-z])|(?<=[a-z0-9]))(?:${[...privateParts].map((part) => `[${part.charAt(0)}${part.charAt(0).toUpperCase()}]${part.slice(1)}`).join('|')})(?![a-z])`,
);
/** Parsing takes long, so files without a private word outside of comments are skipped. */
const mayHavePrivateName = (text: string) =>
  text.split('\n').some((line) => privateWord.test(line) && !isComment(line));

it('no variable, function, type, member, parameter, destructured name or file has a private word in its name', () => {
  const wrong = ['packages', 'apps', 'test', 'scripts']
    .flatMap((folder) => readSources(folder))
    .flatMap(({ path, text }) =>
      [basename(path).replace(/\.tsx?$/, ''), ...(mayHavePrivateName(text) ? declaredNames(path, text) : [])]
        .filter((name) => hasPrivatePart(name) && libraryNames.get(name)?.test(path) !== true)
        .map((name) => `${path}: ${name}`),
    );
  expect(wrong).toEqual([]);
});

it.each([
  ['variables', 'const kept = 1;'],
  ['functions', 'export async function keptRows() {}'],
  ['types', 'type Kept = string;'],
  ['type members', 'interface Row { readonly keptSince: string; kept(): void }'],
  ['class members', 'class Row { #kept = 1; static keptRows() {} }'],
  ['enum members', 'enum Row { kept }'],
  ['keys of objects', 'const row = { kept: 1 };'],
  ['parameters', 'const read = (kept: string) => 1;'],
  ['parameters with a default', 'function read(kept = 1) {}'],
  ['parameters of methods', 'const row = { read({ kept }: Row) {} };'],
  ['destructured names', 'const { row: kept } = list;'],
  ['rest names', 'const [first, ...keptRows] = list;'],
  ['nested names', 'for (const { row: [{ kept = 1 }] } of lists) read(row);'],
  ['caught errors', 'try { read(); } catch (kept) { throw row; }'],
  ['renamed imports', "import { rows as keptRows } from 'rows';"],
])('a private word is found in %s', (_, text) => {
  expect(mayHavePrivateName(text)).toBe(true);
  expect(declaredNames('rows.ts', text).filter(hasPrivatePart)).toHaveLength(text.match(/kept/gi)?.length ?? 0);
});

it('a private word is not found in strings, and in names that others declare', () => {
  const text = "import { kept } from 'rows'; const { kept: row } = list; read(kept.kept, 'kept');";
  expect(declaredNames('rows.ts', text)).toEqual(['row']);
});

it('no name of the schema contains a private word', () => {
  const own = schemaNames().filter((name) => !functionsOfPostgres.has(lastWord(name)));
  expect(own.filter((name) => hasPrivatePart(lastWord(name)))).toEqual([]);
});
