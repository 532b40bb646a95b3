import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Fields } from '@carrara/contract/core/fields';
import { describe, expect, it } from 'vitest';
import { fieldLabel, innerLabel } from './activityTexts.ts';
import { formTitle } from './fieldTitles.ts';

const packages = new URL('../../../../packages/', import.meta.url);
const filesIn = (folder: string, ending: string): readonly URL[] => {
  const root = new URL(folder, packages);
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap((file) =>
    file.endsWith(ending) && !file.includes('.test.') ? [new URL(file, root)] : [],
  );
};

/** The fields of every record in the contract. */
async function everyField(): Promise<readonly (readonly [name: string, title: string])[]> {
  const modules = await Promise.all(
    filesIn('contract/src/', '.ts')
      .filter((file) => readFileSync(file, 'utf8').includes('defineFields('))
      .map(async (file) => (await import(pathToFileURL(file.pathname).href)) as Readonly<Record<string, unknown>>),
  );
  return modules
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, value]) => (/^(?!bulk).*Fields$/.test(name) ? Object.entries(value as Fields) : []))
    .map(([name, { title }]) => [name, title] as const);
}

/** The columns of every table, spelled as in the audit log. */
const everyColumn = (): readonly string[] => {
  const column = /^\s+([a-z]\w*)\s+(?:text|uuid|numeric|date|boolean|integer|bigint|smallint|jsonb|timestamptz)\b/gm;
  const names = filesIn('adapters/src/postgres/migrations/', '.sql').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(column)].map(([, name = '']) => name),
  );
  return [...new Set(names)].map((name) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
};

describe('the label of a changed field', () => {
  it('is its title in the form, for each field of each record', async () => {
    const fields = await everyField();
    expect(fields.length).toBeGreaterThan(250);
    const titlesOf = (fieldName: string) => fields.flatMap(([name, title]) => (name === fieldName ? [title] : []));
    const isAmbiguous = (name: string) => new Set(titlesOf(name)).size > 1;
    const raw = fields.filter(([name, title]) => fieldLabel(name) !== title && !isAmbiguous(name));
    expect(raw).toEqual([]);
  });

  it('is plain language, for each column of each table', () => {
    const columns = everyColumn();
    expect(columns.length).toBeGreaterThan(500);
    const internal = /[a-z][A-Z\d]|^[a-z]|^Is |\bids?\b|\b(?:irr|moic|nav|dpi|tvpi|gp|lp|url|pdf)\b|_/;
    const raw = columns.filter((name) => formTitle(name) === undefined && internal.test(fieldLabel(name)));
    expect(raw.map((name) => `${name}: ${fieldLabel(name)}`)).toEqual([]);
  });

  it('starts in lower case within a title, except for an acronym', () => {
    expect(innerLabel(fieldLabel('isPayRestricted'))).toBe('pay restricted');
    expect(innerLabel(fieldLabel('irrMedian'))).toBe('IRR, median');
  });
});
