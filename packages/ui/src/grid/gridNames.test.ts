import { expect, it } from 'vitest';
import { findMarked } from './gridNames.ts';
import type { GridColumn } from './gridTypes.ts';

const columns: readonly GridColumn[] = [
  { field: 'holding', kind: 'text', title: 'Investment' },
  { field: 'security', kind: 'text', title: 'Security' },
  { field: 'value', kind: 'money', title: 'New value' },
];
const rows = [
  { key: '1', row: { holding: 'Steelworks', security: 'Common' } },
  { key: '2', row: { holding: 'Steelworks', security: 'Notes' } },
  { key: '3', row: { holding: 'Oak Mills', security: 'Common' } },
].map((row) => ({ ...row, level: 0, expanded: undefined }));

it('adds the second column to the names of rows with the same name', () => {
  const marked = findMarked(columns, rows, (_row, field) => (field === 'value' ? 'is not a number' : undefined));
  expect(marked.map(({ text }) => text)).toEqual([
    'Steelworks, Common, New value: is not a number',
    'Steelworks, Notes, New value: is not a number',
    'Oak Mills, New value: is not a number',
  ]);
  expect(marked[1]?.location).toEqual({ key: '2', field: 'value' });
});
