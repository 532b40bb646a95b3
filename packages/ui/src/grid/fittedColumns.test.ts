import { expect, it } from 'vitest';
import { columnsAsWide, hiddenGridColumns } from './fittedColumns.ts';
import type { GridColumn } from './gridTypes.ts';

const columns: readonly GridColumn[] = [
  { field: 'name', kind: 'text', title: 'Participant', width: 100 },
  { field: 'status', kind: 'text', title: 'Status', width: 100, isDetail: true },
  { field: 'gross', kind: 'money', title: 'Gross', width: 100, editable: true },
  { field: 'escrow', kind: 'percent', title: 'Escrow %', width: 100, isDetail: true },
  { field: 'other', kind: 'money', title: 'Other', width: 100 },
  { field: 'net', kind: 'money', title: 'Net', width: 100, isKey: true },
];
const sized = columnsAsWide({ columns, rows: [], totals: undefined }, { usualWidth: 130, margin: 0, widthOf: () => 0 });
const hidden = (room: number) => hiddenGridColumns(sized, room).map(({ field }) => field);

it('hides details first, then the others from the right, and never the name or the main column', () => {
  expect(hidden(600)).toEqual([]);
  expect(hidden(599)).toEqual(['escrow']);
  expect(hidden(499)).toEqual(['status', 'escrow']);
  expect(hidden(399)).toEqual(['status', 'escrow', 'other']);
  expect(hidden(50)).toEqual(['status', 'gross', 'escrow', 'other']);
});

it('hides nothing in a grid without a main column, which scrolls', () => {
  const others = sized.map(({ isKey: _isKey, ...column }) => column);
  expect(hiddenGridColumns(others, 50)).toEqual([]);
});

it('is as wide as its longest figure, be it of a member or a total', () => {
  interface Row {
    readonly net: string;
    readonly members: readonly Row[];
  }
  const rows: readonly Row[] = [{ net: '1.00', members: [{ net: '-1234567890.12', members: [] }] }];
  const widths = columnsAsWide<Row>(
    { columns, rows, childrenOf: ({ members }) => members, totals: { gross: '98765432109.87', other: 'tbd' } },
    { usualWidth: 130, margin: 20, widthOf: (text) => 10 * text.length },
  ).map(({ width }) => width);
  // 98,765,432,109.87 and (1,234,567,890.12)
  expect(widths).toEqual([100, 100, 190, 100, 100, 200]);
});
