import { describe, expect, it } from 'vitest';
import { migrations } from './files.ts';
import { stillToApply } from './migrate.ts';

describe('migrations', () => {
  const files = migrations();
  const [first] = files;
  if (!first) throw new Error('there are no migrations');

  it('are numbered without a gap, and say at their head what they are for', () => {
    expect(files.map((file) => Number(file.name.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
    for (const file of files) expect(file.sql).toMatch(/^-- \S/);
  });
  it('are applied once each, in order', () => {
    expect(stillToApply([], files)).toEqual(files);
    expect(stillToApply([first], files)).toEqual(files.slice(1));
    expect(stillToApply(files, files)).toEqual([]);
  });
  it('are refused when an applied one was changed, or is not known to this version', () => {
    expect(() => stillToApply([{ ...first, checksum: 'other' }], files)).toThrow(/was changed/);
    expect(() => stillToApply([{ name: '9999_later', checksum: 'x' }], files)).toThrow(/newer version/);
  });
});
