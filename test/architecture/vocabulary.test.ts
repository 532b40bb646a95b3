import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
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
const functionsOfPostgres = new Set(['left', 'make_interval']);
const declared = /\b(?:const|let|function\*?|class|interface|type|enum|readonly|async|static)\s+([A-Za-z_]\w*)/g;
const isComment = (line: string) => /^\s*(?:\*|\/\/|\/\*)/.test(line);
const partsOfName = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _.-]/);
const hasPrivatePart = (name: string) =>
  !exceptions.has(name) && partsOfName(name).some((part) => privateParts.has(part));

it('no variable, function, type, property or file has a private word in its name', () => {
  const sources = ['packages', 'apps', 'test', 'scripts'].flatMap((folder) => readSources(folder));
  const names = sources.flatMap(({ path, text }) => [
    `${path}: ${basename(path).replace(/\.tsx?$/, '')}`,
    ...text
      .split('\n')
      .filter((line) => !isComment(line))
      .flatMap((line) => [...line.matchAll(declared)].map((match) => `${path}: ${match[1] ?? ''}`)),
  ]);
  expect(names.length).toBeGreaterThan(20_000);
  expect(names.filter((name) => hasPrivatePart(lastWord(name)))).toEqual([]);
});

it('no name of the schema contains a private word', () => {
  const own = schemaNames().filter((name) => !functionsOfPostgres.has(lastWord(name)));
  expect(own.filter((name) => hasPrivatePart(lastWord(name)))).toEqual([]);
});
