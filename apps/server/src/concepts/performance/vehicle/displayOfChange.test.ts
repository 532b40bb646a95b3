import { expect, it } from 'vitest';
import { displayOfChange } from './displayOfChange.ts';

it('displays figures with their titles and kinds, without ids and computation details', () => {
  const figure = (change: string) => displayOfChange({ kind: 'figure', item: change });
  expect(['irr', 'dpi', 'nav'].map(figure)).toEqual([
    { title: 'Net IRR', valueKind: 'return' },
    { title: 'DPI', valueKind: 'multiple' },
    { title: 'NAV', valueKind: 'money' },
  ]);
  expect(['id', 'name', 'currency', 'policy', 'transfers', 'subject', 'constructor'].map(figure)).toEqual(
    Array(7).fill(null),
  );
  const holding = (change: string) => displayOfChange({ kind: 'holding', item: change });
  expect(holding('fairValue')).toEqual({ title: 'Fair value', valueKind: 'money' });
  expect(holding('geoPercentage1')).toEqual({ title: 'Percent of region 1', valueKind: 'percent' });
  const record = (change: string) => displayOfChange({ kind: 'record', item: change });
  expect(['name', 'finalCloseDate', 'totalCapitalRaised'].map(record)).toEqual([
    { title: 'Name', valueKind: 'text' },
    { title: 'Final close', valueKind: 'text' },
    { title: 'Total capital raised', valueKind: 'money' },
  ]);
  const entry = (change: string) => displayOfChange({ kind: 'entry', item: change })?.title;
  expect(entry('CALL-INV 2026-06-01')).toBe('Capital call: investments 06/01/2026');
  // A later version may have other types.
  expect(entry('NEW-TYPE 2026-06-01')).toBe('NEW-TYPE 2026-06-01');
});
