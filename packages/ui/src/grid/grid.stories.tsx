import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { hasUnsaved } from '../form/useUnsavedGuard.ts';
import { useSaveKey } from '../form/useSaveKey.ts';
import { DataGrid } from './DataGrid.tsx';
import type { GridColumn, GridEdit, GridLocation } from './gridTypes.ts';

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

const cellAt = (canvas: HTMLElement, row: number, fromRight: number) => {
  const box = canvas.getBoundingClientRect();
  return { clientX: box.right - fromRight, clientY: box.top + 32 + row * 31 + 15 };
};

/** Clicks a cell. Its position follows from the widths of the columns before it, and from rows of 31 pixels below a header of 32. */
const clickCell = async (canvas: HTMLElement, row: number, fromRight: number) => {
  const at = cellAt(canvas, row, fromRight);
  await userEvent.pointer([
    { target: canvas, coords: at },
    { keys: '[MouseLeft>]', target: canvas, coords: at },
    { keys: '[/MouseLeft]', target: canvas, coords: at },
  ]);
  // The canvas, or the selected cell in its table for screen readers.
  await waitFor(() => expect(canvas.contains(document.activeElement)).toBe(true));
};

export const Standard: Story = { play: async ({ canvasElement }) => void (await canvasOf(canvasElement)) };

export const TypesAndUndoes: Story = {
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

/** Clicks and types without a pause, as a fast typist does in a grid that has just been drawn. */
export const QueuesFastTypedKeys: Story = {
  play: async ({ canvasElement }) => {
    const canvas = await canvasOf(canvasElement);
    const scroller = canvasElement.querySelector('.dvn-scroller') ?? canvas;
    const at = { ...cellAt(canvas, 0, 330), bubbles: true, button: 0, detail: 1 };
    for (const type of ['mousedown', 'mouseup', 'click']) {
      scroller.dispatchEvent(new MouseEvent(type, at));
      // Between two inputs, the browser runs pending work and draws no frame.
      await Promise.resolve();
    }
    await expect(canvas.contains(document.activeElement)).toBe(true);
    for (const key of '12500') {
      await userEvent.keyboard(key);
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(edited).toHaveBeenCalledWith([{ key: '1', field: 'loan', value: '12500' }]));
  },
};

/** A page with a grid in each section. A key saves it. */
function Sections() {
  const [section, setSection] = useState('First');
  useSaveKey(() => saved(edited.mock.calls.length));
  useEffect(() => {
    const back = () => setSection('Second');
    window.addEventListener('sectionBack', back);
    return () => window.removeEventListener('sectionBack', back);
  }, []);
  return (
    <>
      <button type="button" onClick={() => setSection('Second')}>
        Second
      </button>
      <Example key={section} />
    </>
  );
}
const saved = fn();
const inLoan = [{ key: '1', field: 'loan', value: '80' }];
const typeInLoan = async (canvasElement: HTMLElement) => {
  const canvas = await canvasOf(canvasElement);
  await clickCell(canvas, 0, 330);
  await userEvent.keyboard('8');
  const input = await screen.findByRole('textbox', { name: 'Loan repayment' });
  await waitFor(() => expect(input).toHaveFocus());
  await userEvent.keyboard('0');
};

const press = (target: Element, keys: readonly string[]) => {
  for (const key of keys) target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};

/** On a busy machine, all of this comes before the editor is drawn. */
export const QueuesKeysTypedBeforeTheEditorOpens: Story = {
  render: () => <Sections />,
  play: async ({ canvas: page, canvasElement }) => {
    const canvas = await canvasOf(canvasElement);
    await clickCell(canvas, 0, 330);
    const target = document.activeElement!;
    press(target, ['8', '0', 'Enter', '9']);
    page.getByRole('button', { name: 'Second' }).focus();
    page.getByRole('button', { name: 'Second' }).click();
    await waitFor(() => expect(edited.mock.calls).toEqual([[inLoan], [[{ key: '2', field: 'loan', value: '9' }]]]));
  },
};

export const TypesIntoTheNextCellBeforeTheFirstEditorOpens: Story = {
  play: async ({ canvasElement }) => {
    await clickCell(await canvasOf(canvasElement), 0, 330);
    press(document.activeElement!, ['8', '0', 'Enter', '9', '0', 'Enter', '7', 'Enter']);
    await waitFor(() =>
      expect(edited.mock.calls).toEqual([
        [inLoan],
        [[{ key: '2', field: 'loan', value: '90' }]],
        [[{ key: '3', field: 'loan', value: '7' }]],
      ]),
    );
  },
};

export const WritesAnOpenCellWhenTheGridIsRemoved: Story = {
  render: () => <Sections />,
  play: async ({ canvasElement }) => {
    await typeInLoan(canvasElement);
    await expect(edited).not.toHaveBeenCalled();
    // As with Back in the browser, there is no click and no change of focus before it.
    window.dispatchEvent(new Event('sectionBack'));
    await waitFor(() => expect(edited).toHaveBeenCalledWith(inLoan));
  },
};

export const ConfirmsLeavingAnOpenCell: Story = {
  render: () => <Sections />,
  play: async ({ canvasElement }) => {
    await typeInLoan(canvasElement);
    await expect(hasUnsaved()).toBe(true);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(hasUnsaved()).toBe(false));
    await expect(edited).not.toHaveBeenCalled();
  },
};

export const SavesAnOpenCellByKey: Story = {
  render: () => <Sections />,
  beforeEach: () => void saved.mockClear(),
  play: async ({ canvasElement }) => {
    await typeInLoan(canvasElement);
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(saved).toHaveBeenCalledWith(1));
    await expect(edited).toHaveBeenCalledWith(inLoan);
  },
};

export const OpensOnlyOnDoubleClick: Story = {
  play: async ({ canvasElement }) => {
    const canvas = await canvasOf(canvasElement);
    await clickCell(canvas, 0, 330);
    // Later than a double click.
    await new Promise((later) => setTimeout(later, 600));
    await clickCell(canvas, 0, 330);
    await expect(screen.queryByRole('textbox', { name: 'Loan repayment' })).toBeNull();
    paste('4\n5');
    await waitFor(() =>
      expect(edited).toHaveBeenCalledWith([
        { key: '1', field: 'loan', value: '4' },
        { key: '2', field: 'loan', value: '5' },
      ]),
    );
  },
};

export const SelectsByFirstLetters: Story = {
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

export const UnreadableTextIsMarked: Story = {
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

const paste = (text: string) => {
  // Reading the clipboard would ask the person first. Without it, the grid uses the data of the event.
  for (const method of ['read', 'readText'])
    Object.defineProperty(navigator.clipboard, method, { value: undefined, configurable: true });
  const data = new DataTransfer();
  data.setData('text/plain', text);
  window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
};

export const PastedCommaIsRefused: Story = {
  play: async ({ canvas, canvasElement }) => {
    const grid = await canvasOf(canvasElement);
    await clickCell(grid, 0, 330);
    paste('1,5\n1,250.50');
    await expect(
      await canvas.findByText(
        'Amelia Hartmann, Loan repayment: is not a number. Use commas for thousands (1,234) and a point for decimals (1.5)',
      ),
    ).toBeVisible();
    await expect(edited).toHaveBeenCalledWith([{ key: '2', field: 'loan', value: '1250.5' }]);
  },
};

export const UnreadableTextIsUndone: Story = {
  play: async ({ canvas, canvasElement }) => {
    const grid = await canvasOf(canvasElement);
    await clickCell(grid, 1, 330);
    await userEvent.keyboard('x');
    await screen.findByRole('textbox', { name: 'Loan repayment' });
    await userEvent.keyboard('yz{Tab}');
    await canvas.findByText('Noah Okafor, Loan repayment: is not a number');
    grid.focus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(canvas.queryByText('Noah Okafor, Loan repayment: is not a number')).toBeNull());
    await userEvent.keyboard('{Control>}y{/Control}');
    await canvas.findByText('Noah Okafor, Loan repayment: is not a number');
  },
};

interface Source {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
  readonly profile: { readonly id: string; readonly name: string } | null;
}

/** A grid of sources, as in the editor of a distribution. Unreadable text stays in the rows of the caller. */
function Sources() {
  const [goTo, setGoTo] = useState<GridLocation>();
  const [rows, setRows] = useState<readonly Source[]>([
    { id: 'a', name: 'Fund I', amount: '18450333.37', profile: null },
    { id: 'b', name: 'Tranche 1 (Fund II)', amount: 'about 5', profile: { id: 'v2', name: 'v2 · from 02/15/2013' } },
  ]);
  return (
    <>
      <DataGrid<Source>
        label="Sources"
        columns={[
          { field: 'name', kind: 'text', title: 'Source', width: 220, grow: true },
          { field: 'amount', kind: 'money', title: 'Net distributable', width: 150, editable: true },
          { field: 'profile', kind: 'reference', title: 'Profile', width: 220, editable: true },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        goTo={goTo}
        typed={({ amount }, field) =>
          field === 'amount' && amount.includes('about') ? { text: amount, reason: 'is not a number' } : undefined
        }
        optionsOf={({ id }, field) =>
          field === 'profile' ? [{ id: `${id}9`, name: `v9 of ${id === 'a' ? 'Fund I' : 'Fund II'}` }] : undefined
        }
        onEdit={(edits) => {
          edited(edits);
          setRows((before) =>
            before.map((row) =>
              edits
                .filter(({ key }) => key === row.id)
                .reduce((source, { field, value, unread }) => ({ ...source, [field]: unread?.text ?? value }), row),
            ),
          );
        }}
      />
      <button type="button" onClick={() => setGoTo({ key: 'b', field: 'amount' })}>
        Go to the amount of Tranche 1
      </button>
    </>
  );
}

export const GoesToACell: Story = {
  render: () => <Sources />,
  play: async ({ canvas, canvasElement }) => {
    const grid = await canvasOf(canvasElement);
    await expect(await canvas.findByText('Tranche 1 (Fund II), Net distributable: is not a number')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Go to the amount of Tranche 1' }));
    await waitFor(() => expect(canvasElement.querySelector('#glide-cell-1-1[aria-selected=true]')).not.toBeNull());
    grid.focus();
    await userEvent.keyboard('7');
    const input = await screen.findByRole('textbox', { name: 'Net distributable' });
    await waitFor(() => expect(input).toHaveFocus());
    await userEvent.keyboard('y{Enter}');
    await waitFor(() =>
      expect(edited).toHaveBeenCalledWith([
        expect.objectContaining({ key: 'b', field: 'amount', unread: expect.objectContaining({ text: '7y' }) }),
      ]),
    );
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

export const Keys: Story = {
  play: async ({ canvas, userEvent }) => {
    const hint = await canvas.findByText(/^Keys: Enter edits, Ctrl\+V pastes/);
    await expect(hint).toBeVisible();
    await userEvent.click(hint);
    await expect(await canvas.findByText('fills down, fills to the right')).toBeVisible();
  },
};
