import { toWire } from '@carrara/contract/core/wireNames';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, spyOn, waitFor, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, printAnswers } from '../../../testing/cachedAnswers.tsx';
import { fund, Ledger, quarter, quarters } from './ledger.fixture.tsx';

const meta = {
  title: 'features/Commitments of a ledger',
  component: Ledger,
  parameters: { drawsDialogs: true },
} satisfies Meta<typeof Ledger>;
export default meta;
type Story = StoryObj<typeof meta>;

type Commitment = Answer<'listCommitments'>[number];
const committed = (name: string, at: number): Commitment => ({
  id: `c${String(at)}`,
  investor: { id: `i${String(at)}`, code: null, name },
  isGp: false,
  amount: '25000000.00',
  unfunded: '11250000.50',
  paysFee: true,
  paysCarry: true,
  events: [
    {
      id: `e${String(at)}`,
      kind: 'CLOSE',
      date: '2020-01-01',
      bookedPeriod: '2020-03-31',
      isLate: false,
      amount: '25000000.00',
      paysFee: null,
      paysCarry: null,
      holdingId: null,
      description: null,
      reversesId: null,
      reversedById: null,
      source: null,
      splitBefore: null,
      unmovedCarry: null,
    },
  ],
});

const partners = Array.from({ length: 40 }, (_, at) =>
  committed(`Teachers’ Retirement System of the Northern Provinces, Series ${String(at + 1)}`, at),
);

/** An explained entry links to its row, which is marked and scrolled into view. */
export const Long: Story = {
  name: 'A long part, with the row that an address leads to',
  args: { quarters, commitments: partners, at: '?part=commitments&entry=e31' },
  play: async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByRole('radio', { name: 'Commitments' })).toBeChecked();
    const marked = canvasElement.querySelector('tr[data-current="true"]');
    await expect(marked).toHaveTextContent('Series 32');
  },
};

/** A notice before the save says that the date is in a locked quarter. */
export const Late: Story = {
  name: 'A commitment dated into a locked quarter says beforehand which quarter shows it',
  args: { quarters, at: '?part=commitments' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add commitment' }));
    const dialog = within(await screen.findByRole('dialog'));
    const date = dialog.getByRole('textbox', { name: /^Date/ });
    await userEvent.type(date, '02/15/2026');
    const late =
      'The quarter of this date is locked. This will appear in the quarter ending 06/30/2026, marked as late.';
    await expect(await dialog.findByText(late)).toBeVisible();
    await userEvent.clear(date);
    await userEvent.type(date, '05/15/2026');
    await waitFor(() => expect(dialog.queryByText(late)).toBeNull());
  },
};

/** The dialog reacts when somebody else locks the quarter meanwhile. */
export const LockedMeanwhile: Story = {
  name: 'An open form says that the quarter of its day was locked, and keeps the input',
  args: { quarters, at: '?part=commitments' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add commitment' }));
    const dialog = within(await screen.findByRole('dialog'));
    const date = dialog.getByRole('textbox', { name: /^Date/ });
    const amount = dialog.getByRole('textbox', { name: /^Amount/ });
    await userEvent.type(date, '05/15/2026');
    await userEvent.type(amount, '1200000');
    printAnswers(
      cachedAnswer('listPeriods', { params: { vehicleId: fund } }, [
        quarter('2026-09-30', 'OPEN', null),
        quarter('2026-06-30', 'LOCKED', 1),
      ]),
    );
    const late =
      'The quarter of this date is locked. This will appear in the quarter ending 09/30/2026, marked as late.';
    await expect(await dialog.findByText(late)).toBeVisible();
    await expect(date).toHaveValue('05/15/2026');
    await expect(amount).toHaveValue('1200000');
  },
};

const splitBefore: NonNullable<Answer<'previewTransfer'>['splitBefore']> = {
  count: 2,
  from: '2026-08-15',
  to: '2026-09-30',
  kinds: [{ type: 'CALL-INV', title: 'Capital call: investments', count: 2, amount: '1250000.00' }],
  message: '2 entries dated 08/15/2026 to 09/30/2026 are already divided by the shares from before this transfer.',
};

const unmovedCarry: NonNullable<Answer<'previewTransfer'>['unmovedCarry']> = {
  accrued: '400.00',
  passing: '200.00',
  message: 'The seller’s accrued carry of 400.00 stays with the seller.',
};

const seller = committed('Acme Pension', 1);
/** A backdated transfer changes no entry. A notice says so before the save and next to the stored transfer. */
export const TransferDatedBack: Story = {
  name: 'A transfer dated back says which entries stay split on the shares before it, and that accrued carry stays',
  args: {
    quarters,
    commitments: [
      {
        ...seller,
        events: [
          ...seller.events,
          { ...seller.events[0]!, id: 'out', kind: 'TRANSFER_OUT', date: '2026-08-01', splitBefore, unmovedCarry },
        ],
      },
    ],
    at: '?part=commitments',
  },
  beforeEach: () => {
    const fetched = spyOn(window, 'fetch').mockImplementation(async () =>
      Response.json(toWire({ splitBefore, unmovedCarry })),
    );
    return () => fetched.mockRestore();
  },
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText(`Transfer of 08/01/2026: ${splitBefore.message}`)).toBeVisible();
    await expect(canvas.getByText(`Transfer of 08/01/2026: ${unmovedCarry.message}`)).toBeVisible();
    await expect(canvas.getByText('Later entries use old shares')).toBeVisible();
    await expect(canvas.getByText('Accrued carry stays')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Change Acme Pension' }));
    const dialog = within(await screen.findByRole('dialog'));
    const date = dialog.getByRole('textbox', { name: /^Date/ });
    await userEvent.type(date, '08/01/2026');
    await expect(dialog.queryByText(splitBefore.message)).toBeNull();
    await userEvent.click(dialog.getByRole('combobox', { name: /^What/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Transfer out' }));
    await expect(await dialog.findByText(splitBefore.message)).toBeVisible();
    await expect(dialog.getByText(unmovedCarry.message)).toBeVisible();
  },
};
