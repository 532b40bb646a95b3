import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { alreadyText } from './bulkTexts.ts';
import { SelectionActions } from './SelectionActions.tsx';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly isInactive: boolean;
}

const rows: readonly Row[] = [
  { id: 'a', name: 'US federal', isInactive: false },
  { id: 'b', name: 'United Kingdom', isInactive: true },
  { id: 'c', name: 'Germany', isInactive: false },
];
const run = fn(async (_rows: readonly Row[]) => '2 records archived');
const clear = fn();
const onExport = fn();

const actionOf = (isInactive: boolean) => ({
  label: isInactive ? 'Archive' : 'Restore',
  nameOf: ({ name }: Row) => name,
  whyNot: (row: Row) => (row.isInactive === isInactive ? alreadyText(isInactive) : undefined),
  text: 'Archived profiles can’t be assigned.',
  run,
});

const Example = ({ chosen = rows }: { readonly chosen?: readonly Row[] }) => (
  <SelectionActions
    rows={chosen}
    clear={clear}
    total={400}
    bulkActions={[actionOf(true), actionOf(false)]}
    formats={['excel', 'pdf']}
    onExport={onExport}
  />
);

const meta: Meta<typeof Example> = { title: 'record/Actions for selected rows', component: Example };
export default meta;
type Story = StoryObj<typeof meta>;

export const LeavesOutRows: Story = {
  name: 'An action names the rows that it leaves out before it begins',
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Archive 2 of 3' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Archive 2 of 3' }));
    await expect(dialog.getByText('United Kingdom: It is already archived.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(run).toHaveBeenCalledWith([rows[0], rows[2]]));
    await expect(clear).toHaveBeenCalled();
  },
};

export const OnlyWhatApplies: Story = {
  name: 'An action that applies to none of the rows isn’t offered',
  args: { chosen: rows.filter(({ isInactive }) => !isInactive) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Archive 2' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /^Restore/ })).toBeNull();
  },
};

export const TooManyForAFile: Story = {
  name: 'More rows than fit an address are exported only if all match',
  args: {
    chosen: Array.from({ length: 151 }, (_row, at) => ({ id: String(at), name: String(at), isInactive: false })),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Select up to 150 rows/)).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Export selected' })).toBeNull();
  },
};
