import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { openTokenDialog } from './tokenDialogs.tsx';

const token = 'carrara_4Ej0m1wQ2sT7bXr9LkVd3nHc8YpFzGuAiOq5MxBeCvI';
const create = fn(async ({ name }: { readonly name: string }) => Promise.resolve({ token, apiToken: { name } }));
const programs = [{ id: 'bridge', name: 'Ledger bridge' }];

const meta: Meta<{ readonly isAdministrator: boolean }> = {
  title: 'features/API tokens',
  beforeEach: () => {
    sessionStorage.clear();
    create.mockClear();
  },
  render: ({ isAdministrator }) => (
    <button
      type="button"
      onClick={() =>
        void openTokenDialog({ programs: isAdministrator ? programs : [], mayReadPay: isAdministrator, create })
      }
    >
      Create token…
    </button>
  ),
};
export default meta;
type Story = StoryObj<typeof meta>;

const openForm = async (canvasElement: HTMLElement) => {
  await userEvent.click(within(canvasElement).getByRole('button', { name: 'Create token…' }));
  return within(await screen.findByRole('dialog', { name: 'Create token' }));
};

export const Created: Story = {
  name: 'A token is displayed once, when it is created',
  args: { isAdministrator: false },
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement);
    await expect(form.queryByLabelText(/Acts as/)).toBeNull();
    await expect(form.queryByLabelText(/Pay/)).toBeNull();
    await userEvent.type(form.getByLabelText(/^Name/), 'Nightly load');
    await userEvent.type(form.getByLabelText(/^Last day/), '2027-09-30');
    await userEvent.tab();
    await expect(form.getByLabelText(/^Last day/)).toHaveValue('09/30/2027');
    await userEvent.click(form.getByRole('button', { name: 'Create' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Token Nightly load' }));
    await expect(dialog.getByLabelText('Token')).toHaveTextContent(token);
    await expect(create).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'Nightly load', programId: null, access: 'READ', withPay: false }),
    );
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await dialog.findByRole('button', { name: 'Stay' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(token)).toBeNull());
  },
};

export const ForPrograms: Story = {
  name: 'Who administers makes tokens for programs too, and with pay',
  args: { isAdministrator: true },
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement);
    await expect(form.getByLabelText(/^Acts as/)).toBeVisible();
    await expect(form.getByLabelText(/^Pay/)).toBeInTheDocument();
    await userEvent.click(form.getByRole('button', { name: 'Create' }));
    await expect(create).not.toHaveBeenCalled();
  },
};
