import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { DataGrid, type GridColumn, type GridEdit } from './index.ts';

interface Line {
  readonly id: string;
  readonly name: string;
  readonly type: { readonly id: string; readonly name: string } | null;
  readonly effective: string;
  readonly gross: string;
  readonly loan: string | null;
  readonly other: string | null;
  readonly net: string;
  readonly exempt: boolean;
  readonly members?: readonly Line[];
}

const partner = { id: 'p', name: 'Partner' };
const options = [partner, { id: 'r', name: 'Principal' }];
const lines: readonly Line[] = [
  {
    id: '1',
    name: 'Amelia Hartmann',
    type: partner,
    effective: '21.7306',
    gross: '10776418.20',
    loan: null,
    other: null,
    net: '5959359.27',
    exempt: false,
  },
  {
    id: '2',
    name: 'Noah Okafor',
    type: partner,
    effective: '17.3845',
    gross: '8621134.55',
    loan: '12500.00',
    other: null,
    net: '4754987.40',
    exempt: false,
  },
  {
    id: '3',
    name: 'ARP Founders Holdings LP',
    type: null,
    effective: '5.418',
    gross: '2686840.02',
    loan: null,
    other: null,
    net: '1789435.45',
    exempt: true,
    members: [
      {
        id: '3a',
        name: 'Okafor Family Dynasty Trust',
        type: null,
        effective: '50',
        gross: '1343420.01',
        loan: null,
        other: null,
        net: '889344.05',
        exempt: false,
      },
    ],
  },
  {
    id: '4',
    name: 'Mateo Alvarez',
    type: partner,
    effective: '10.1409',
    gross: '5028993.11',
    loan: '40000.00',
    other: '-1250.55',
    net: '2490834.08',
    exempt: false,
  },
];

const columns: readonly GridColumn[] = [
  { field: 'name', kind: 'text', title: 'Participant', width: 230, grow: true },
  { field: 'type', kind: 'reference', title: 'Class', editable: true, options, width: 110 },
  { field: 'exempt', kind: 'boolean', title: 'Exempt', editable: true, width: 80 },
  { field: 'effective', kind: 'percent', title: 'Effective %', width: 110 },
  { field: 'gross', kind: 'money', title: 'Gross' },
  { field: 'loan', kind: 'money', title: 'Loan repayment', editable: true },
  { field: 'other', kind: 'money', title: 'Other adjustment', editable: true, negative: true },
  { field: 'net', kind: 'money', title: 'Net' },
];

const edited = fn();
const withEdits = (rows: readonly Line[], edits: readonly GridEdit[]): readonly Line[] =>
  rows.map((row) =>
    edits.filter(({ key }) => key === row.id).reduce((line, { field, value }) => ({ ...line, [field]: value }), row),
  );

function Example({ problem }: { readonly problem?: (row: Line, field: string) => string | undefined }) {
  const [rows, setRows] = useState(lines);
  return (
    <DataGrid
      label="Adjustments"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      childrenOf={(row) => row.members ?? []}
      totals={{ effective: '100', gross: '49590981.21', loan: '52500.00', other: '-940.45', net: '27237369.92' }}
      totalsLabel="Total, 41 participants"
      problem={problem}
      onEdit={(edits) => {
        edited(edits);
        setRows((before) => withEdits(before, edits));
      }}
    />
  );
}

const meta: Meta<typeof Example> = {
  title: 'grid/DataGrid',
  component: Example,
  beforeEach: () => void edited.mockClear(),
};
export default meta;
type Story = StoryObj<typeof Example>;

/** The grid's own focus target, once it is drawn. */
const canvasOf = async (root: HTMLElement) => {
  const canvas = await waitFor(
    () => {
      const found = root.querySelector<HTMLElement>('canvas[data-testid=data-grid-canvas]');
      if (!found || found.getBoundingClientRect().width < 300) throw new Error('the grid is not drawn yet');
      return found;
    },
    { timeout: 10_000 },
  );
  return canvas;
};

/** Clicks a cell: columns before it take their widths, rows 31 pixels under a header of 32. */
const clickCell = async (canvas: HTMLElement, row: number, fromRight: number) => {
  const box = canvas.getBoundingClientRect();
  const at = { clientX: box.right - fromRight, clientY: box.top + 32 + row * 31 + 15 };
  await userEvent.pointer([
    { target: canvas, coords: at },
    { keys: '[MouseLeft>]', target: canvas, coords: at },
    { keys: '[/MouseLeft]', target: canvas, coords: at },
  ]);
  // It takes the focus a frame later; what is typed before would be lost.
  await waitFor(() => expect(canvas).toHaveFocus());
};

export const Standard: Story = { play: async ({ canvasElement }) => void (await canvasOf(canvasElement)) };

export const TypesEntersAndTakesBack: Story = {
  play: async ({ canvasElement }) => {
    const canvas = await canvasOf(canvasElement);
    await clickCell(canvas, 0, 330);
    await userEvent.keyboard('1');
    const input = await screen.findByRole('textbox', { name: 'Loan repayment' });
    await waitFor(() => expect(input).toHaveFocus());
    await userEvent.keyboard('50.25{Enter}');
    await waitFor(() => expect(edited).toHaveBeenCalledWith([{ key: '1', field: 'loan', value: '150.25' }]));
    canvas.focus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(edited).toHaveBeenLastCalledWith([{ key: '1', field: 'loan', value: null }]));
    await userEvent.keyboard('{Control>}y{/Control}');
    await waitFor(() => expect(edited).toHaveBeenLastCalledWith([{ key: '1', field: 'loan', value: '150.25' }]));
  },
};

export const ChoosesByTheLettersTyped: Story = {
  play: async ({ canvasElement }) => {
    const grid = await canvasOf(canvasElement);
    await clickCell(grid, 0, 330);
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await userEvent.keyboard('pri');
    const list = await screen.findByRole('combobox', { name: 'Class' });
    await waitFor(() => expect(list).toHaveValue('Principal'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(edited).toHaveBeenCalledWith([{ key: '1', field: 'type', value: { id: 'r', name: 'Principal' } }]),
    );
  },
};

export const UnreadableIsKeptAndMarked: Story = {
  play: async ({ canvas, canvasElement }) => {
    const grid = await canvasOf(canvasElement);
    await clickCell(grid, 1, 330);
    await userEvent.keyboard('x');
    await screen.findByRole('textbox', { name: 'Loan repayment' });
    await userEvent.keyboard('yz{Tab}');
    await expect(await canvas.findByText('Noah Okafor, Loan repayment: is not a number')).toBeVisible();
    await expect(edited).not.toHaveBeenCalled();
  },
};

export const MarkedByTheCaller: Story = {
  args: { problem: (row, field) => (row.id === '4' && field === 'loan' ? 'is more than the gross' : undefined) },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('Mateo Alvarez, Loan repayment: is more than the gross', {}, { timeout: 10_000 }),
    ).toBeVisible();
  },
};

export const ReadAsATable: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Read as a table' }));
    await expect(canvas.getByRole('cell', { name: '8,621,134.55' })).toBeVisible();
    await expect(canvas.getByText('Total, 41 participants')).toBeVisible();
  },
};
