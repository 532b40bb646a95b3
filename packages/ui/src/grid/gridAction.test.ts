import { afterEach, expect, it } from 'vitest';
import { showFormats } from '../value/personalFormats.ts';
import { type ActionCell, checkGridAction } from './gridAction.ts';
import type { GridColumn, GridEdit, GridRow } from './gridTypes.ts';

interface Row {
  readonly name: string;
  readonly loan: string | null;
}
const columns: readonly GridColumn[] = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'loan', kind: 'money', title: 'Loan repayment', editable: true },
];
const rows = ['Ada', 'Holdings', 'Ben'].map(
  (name): GridRow<Row> => ({ row: { name, loan: '0.00' }, key: name, level: 0, expanded: undefined }),
);
const read = (
  cells: readonly ActionCell[],
  closed = ({ row }: GridRow<Row>, { field }: GridColumn, _action: readonly GridEdit[]): string | undefined =>
    field === 'name' || row.name === 'Holdings' ? 'takes nothing' : undefined,
) =>
  checkGridAction(cells, {
    columnAt: (at) => columns[at],
    rowAt: (at) => rows[at],
    typedIn: () => undefined,
    closed,
    nameOf: ({ row }, { title }) => `${row.name}, ${title}`,
  });
const down = (...texts: string[]) => texts.map((text, row) => ({ column: 1, row, text }));

it('applies cells that fit, and reports the others with their row and text', () => {
  const { after, refused } = read(down('1', '2', '3', '4', ''));
  expect(after).toEqual([
    { key: 'Ada', field: 'loan', value: '1' },
    { key: 'Ben', field: 'loan', value: '3' },
  ]);
  expect(refused).toEqual([
    {
      location: { key: 'Holdings', field: 'loan' },
      text: "Holdings, Loan repayment: takes nothing; '2' was not applied",
    },
    { text: "Below the last row: '4' was not applied" },
  ]);
  expect(read([{ column: 2, row: 0, text: '9' }]).refused).toEqual([
    { text: "Beyond the last column: '9' was not applied" },
  ]);
});

it('reports nothing for unchanged cells and blanks', () => {
  const same = [
    { column: 0, row: 0, text: 'Ada' },
    { column: 1, row: 1, text: '0.00' },
    { column: 1, row: 1, text: ' ' },
  ];
  expect(read(same)).toEqual({ before: [], after: [], refused: [] });
});

it('closes a cell because of an earlier edit of the same action', () => {
  const { after, refused } = read(down('5', '6'), (_row, _column, action) =>
    action.length > 0 ? 'given above' : undefined,
  );
  expect(after).toHaveLength(1);
  expect(refused.map(({ text }) => text)).toEqual(["Holdings, Loan repayment: given above; '6' was not applied"]);
});

afterEach(() => showFormats());
it('refuses a pasted number that another cell makes unclear, and keeps the value', () => {
  showFormats({ dateFormat: 'DD.MM.YYYY', numberFormat: '1.234,56' });
  const open = () => undefined;
  expect(read(down('1.234', '2.500,5'), open).after.map(({ value }) => value)).toEqual(['1234', '2500.5']);
  const { after, refused } = read(down('1.234', '2500.5'), open);
  expect(refused).toMatchObject([
    {
      location: { key: 'Ada', field: 'loan' },
      text: "Ada, Loan repayment: '1.234' is unclear, because other pasted numbers are in another format. Use points for thousands (1.234) and a comma for decimals (1,5)",
    },
  ]);
  // The text that can't be read is stored with the signs of the API, which no rule reads as a number either.
  expect(after).toMatchObject([{ key: 'Holdings', unread: { text: '2500,5' } }]);
});
