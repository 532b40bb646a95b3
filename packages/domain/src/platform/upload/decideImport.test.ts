import { describe, expect, it } from 'vitest';
import type { Failures, Result } from '../../kernel/index.ts';
import { decideImport, decideWarnings } from './index.ts';

const change = { kind: 'Awards', record: 'Ann 01/15/2026', field: 'Amount', before: '10.00', after: '20.00' };
const reversal = { vehicle: 'Fund One', date: '2024-03-31', type: 'Fees', currency: 'USD', amount: '9' };
const effect = { kind: 'Awards', created: 0, updated: 1, unchanged: 0, newVersions: 0 };
const checked = {
  errors: [],
  effects: [effect],
  notes: ['The file pays 1 person.'],
  warnings: ['Ann left.'],
  changes: [change],
  numberOfChanges: 1,
  conflict: { changed: 1, missing: 1, reversals: [reversal] },
  digest: 'a',
};
const failureOf = (decision: Result<unknown, Failures>) =>
  decision.match(
    () => undefined,
    ([failure]) => failure,
  );
const detailOf = (decision: Result<unknown, Failures>) => failureOf(decision)?.detail;
const quiet = { ...checked, warnings: [] };

describe('an import', () => {
  it('of a file with warnings requires their confirmation', () => {
    expect(decideWarnings([], false).isOk()).toBe(true);
    expect(detailOf(decideImport(checked, checked, false, true))).toBe('Confirm these warnings first: Ann left.');
    expect(decideImport(checked, checked, true, true).isOk()).toBe(true);
    const many = Array.from({ length: 1_007 }, (_, i) => `Warning ${String(i + 1)}.`);
    expect(detailOf(decideWarnings(many, false))).toBe(
      'Confirm these warnings first: Warning 1. Warning 2. Warning 3. Warning 4. Warning 5. The check lists 1,002 more.',
    );
  });

  it('is refused if it would change anything that the check did not display', () => {
    const other = { ...change, record: 'Ben 01/15/2026' };
    for (const [now, text] of [
      [
        { changes: [{ ...change, before: '15.00' }] },
        'Ann 01/15/2026, Amount was 10.00 when the file was checked and is 15.00 now.',
      ],
      [
        { changes: [{ ...change, before: null }] },
        'Ann 01/15/2026, Amount was 10.00 when the file was checked and is empty now.',
      ],
      [
        { changes: [change, other], numberOfChanges: 2 },
        'Ben 01/15/2026, Amount is 10.00 now, and the file would change it to 20.00. The check didn’t list this change.',
      ],
      [
        { changes: [], numberOfChanges: 0 },
        'The check listed a change of Ann 01/15/2026, Amount from 10.00 to 20.00, which the file no longer makes.',
      ],
      [{ numberOfChanges: 2 }, 'Changes: 1 when the file was checked, 2 now.'],
      [{ effects: [{ ...effect, created: 2 }] }, 'Awards to create: 0 when the file was checked, 2 now.'],
      [
        { conflict: { changed: 1, missing: 2, reversals: [reversal] } },
        'Existing records that aren’t in the file: 1 when the file was checked, 2 now.',
      ],
      [
        { conflict: { ...quiet.conflict, reversals: [{ ...reversal, amount: '1250' }] } },
        'Overwrite would now also reverse Fund One, Fees of USD 1,250.00 on 03/31/2024.',
      ],
      [{ warnings: ['Ben left.'] }, 'The check didn’t list this: Ben left.'],
      [{ notes: [] }, 'This no longer applies: The file pays 1 person.'],
      [{}, 'Somebody edited records that the file would change.'],
    ] as const)
      for (const isConfirmed of [true, false])
        expect(failureOf(decideImport({ ...quiet, ...now, digest: 'b' }, quiet, isConfirmed, true))).toMatchObject({
          code: 'CHECK_OUTDATED',
          detail: `Records have changed since the file was checked. ${text} Nothing was imported. Check the file again and review it.`,
        });
  });

  it('is not refused if the findings are the same in another order', () => {
    const [first, second] = [change, { ...change, record: 'Ben 01/15/2026' }];
    const [both, turned] = [
      { ...quiet, changes: [first, second], digest: null },
      { ...quiet, changes: [second, first], digest: 'b' },
    ];
    expect(decideImport(turned, both, false, true).isOk()).toBe(true);
    expect(detailOf(decideImport({ ...turned, changes: [first, first] }, both, false, true))).toContain(
      'didn’t list this change',
    );
  });

  it('without Overwrite isn’t refused for other records that aren’t in the file', () => {
    const more = { ...quiet, conflict: { changed: 1, missing: 2, reversals: [] } };
    expect(decideImport(more, quiet, false, false).isOk()).toBe(true);
    expect(decideImport(more, quiet, false, true).isOk()).toBe(false);
  });

  it('with errors names the first of them', () => {
    const error = { sheet: 'Sheet1', row: 3, column: null, reason: 'Ann is archived.' };
    expect(detailOf(decideImport({ ...checked, errors: [error] }, checked, true, true))).toBe(
      'The file now has an error at Sheet1, row 3: Ann is archived. Upload it again.',
    );
    expect(detailOf(decideImport({ ...checked, errors: [error, error] }, checked, true, true))).toBe(
      'The file now has 2 errors, the first at Sheet1, row 3: Ann is archived. Upload it again.',
    );
  });
});
