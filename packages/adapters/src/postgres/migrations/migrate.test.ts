import { describe, expect, it } from 'vitest';
import { baselineFiles, migrations } from './files.ts';
import { pendingMigrations } from './migrate.ts';

describe('migrations', () => {
  const files = migrations();
  const [first] = files;
  if (!first) throw new Error('there are no migrations');
  const later = { name: '0101_later', checksum: 'a', sql: '-- A change after the first release.' };

  it('are numbered without a gap, and state their purpose at the top', () => {
    expect(files.map((file) => Number(file.name.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
    for (const file of files) expect(file.sql).toMatch(/^-- \S/);
  });
  it('are applied once each, in order', () => {
    expect(pendingMigrations([], files)).toEqual(files);
    expect(pendingMigrations([first], files)).toEqual(files.slice(1));
    expect(pendingMigrations(files, files)).toEqual([]);
  });
  it('start with a file for each area, in the order in which the areas refer to each other', () => {
    const areas = ['platform', 'portfolio', 'people', 'carry', 'performance', 'compensation', 'attachments'];
    expect(files.slice(0, baselineFiles).map(({ name }) => name.slice(5))).toEqual(areas);
    for (const { sql } of files.slice(0, baselineFiles)) expect(sql).not.toMatch(/\bDROP\b/);
  });
  it('are refused if an applied one was changed, or is unknown to this version', () => {
    expect(() => pendingMigrations([...files, { ...later, checksum: 'b' }], [...files, later])).toThrow(/was changed/);
    expect(() => pendingMigrations([...files, { name: '9999_later', checksum: 'x' }], files)).toThrow(/newer version/);
  });
  it.each([
    ['an edited baseline file', [{ ...first, checksum: 'other' }]],
    ['the previous numbered files', [first, { name: '0002_carry_records', checksum: 'x' }]],
  ])('are refused with instructions if the database is of an unreleased version: %s', (_, applied) => {
    expect(() => pendingMigrations(applied, files)).toThrow(/unreleased version .*new data folder/);
  });
});
