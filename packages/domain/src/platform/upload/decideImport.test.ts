import { describe, expect, it } from 'vitest';
import type { Failures, Result } from '../../kernel/index.ts';
import { decideImport, decideWarnings } from './index.ts';

const change = { kind: 'updated', record: 'Ann', field: 'Name', before: 'Anne', after: 'Ann' };
const checked = { errors: [], warnings: ['Ann is renamed.'], changes: [change], numberOfChanges: 1 };
const detailOf = (decision: Result<unknown, Failures>) =>
  decision.match(
    () => null,
    ([failure]) => failure?.detail,
  );

describe('an import', () => {
  it('of a file with warnings requires their confirmation', () => {
    expect(decideWarnings([], false).isOk()).toBe(true);
    expect(detailOf(decideImport(checked, checked, false))).toBe('Confirm these warnings first: Ann is renamed.');
    expect(decideImport(checked, checked, true).isOk()).toBe(true);
  });

  it('is refused once records have changed since it was confirmed', () => {
    for (const now of [
      { ...checked, numberOfChanges: 2 },
      { ...checked, changes: [{ ...change, before: 'Anna' }] },
      { ...checked, warnings: ['Ann is archived.'] },
    ])
      expect(detailOf(decideImport(now, checked, true))).toContain('Records have been changed since');
    const quiet = { ...checked, warnings: [] };
    expect(decideImport({ ...quiet, numberOfChanges: 2 }, quiet, false).isOk()).toBe(true);
  });

  it('with errors names the first of them', () => {
    const error = { sheet: 'Sheet1', row: 3, column: null, reason: 'Ann is archived.' };
    expect(detailOf(decideImport({ ...checked, errors: [error] }, checked, true))).toBe(
      'The file now has an error at Sheet1, row 3: Ann is archived. Upload it again.',
    );
    expect(detailOf(decideImport({ ...checked, errors: [error, error] }, checked, true))).toBe(
      'The file now has 2 errors, the first at Sheet1, row 3: Ann is archived. Upload it again.',
    );
  });
});
