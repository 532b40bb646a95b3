import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, sourcesOf } from './sources.ts';

const configuration = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
  readonly rules: { readonly 'id-denylist': readonly string[] };
};
const [, ...words] = configuration.rules['id-denylist'];
const refused = new Set(words);
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
  sourcesOf('packages/contract/src').flatMap(({ path, text }) =>
    [...text.matchAll(/\bfield: '(\w+)'/g)].map((match) => `${path}: ${match[1] ?? ''}`),
  );

const refusedIn = (names: readonly string[]) => [
  ...new Set(names.filter((name) => refused.has(name.slice(name.lastIndexOf(' ') + 1)))),
];

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
