import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor, within } from 'storybook/test';
import { CachedAnswers } from '../../testing/cachedAnswers.tsx';
import { EntryPage } from '../signIn/EntryPage.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';

const refused = {
  status: 422,
  message: 'Refused.',
  errors: [{ path: 'code', code: 'CODE_USED', message: 'has already been used. Wait for the next one.' }],
};
const send = fn((code: string) => (code === '123456' ? Promise.resolve() : Promise.reject(refused)));
const onDone = fn();

const meta = {
  title: 'features/Second factor',
  parameters: { frameless: true },
  beforeEach: () => {
    send.mockClear();
    onDone.mockClear();
  },
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const cancelProps = { cancelLabel: 'Sign out', onCancel: () => undefined };

export const Requested: Story = {
  name: 'Asks for a code; a refused one stays as typed, with the reason',
  render: () => (
    <EntryPage title="Use your second factor">
      <SecondFactorForm send={send} onDone={onDone} {...cancelProps} />
    </EntryPage>
  ),
  play: async ({ canvasElement, userEvent }) => {
    const page = within(canvasElement);
    await userEvent.click(page.getByRole('button', { name: 'Continue' }));
    await expect(page.getByText('is required')).toBeVisible();
    await expect(send).not.toHaveBeenCalled();
    await userEvent.type(page.getByLabelText('Code'), '654321');
    await userEvent.click(page.getByRole('button', { name: 'Continue' }));
    await expect(await page.findByText('has already been used. Wait for the next one.')).toBeVisible();
    await expect(page.getByLabelText('Code')).toHaveValue('654321');
    await userEvent.clear(page.getByLabelText('Code'));
    await userEvent.type(page.getByLabelText('Code'), '123456{Enter}');
    await expect(onDone).toHaveBeenCalledOnce();
  },
};

export const ByPasskey: Story = {
  name: 'A passkey is offered first; where none is shown a recovery code is typed',
  render: () => (
    <EntryPage title="Use your second factor">
      <SecondFactorForm
        send={send}
        onDone={onDone}
        codes="recovery"
        showPasskey={() => Promise.reject({ status: 422, message: 'No passkey was used.', errors: [] })}
        {...cancelProps}
      />
    </EntryPage>
  ),
  play: async ({ canvasElement, userEvent }) => {
    const page = within(canvasElement);
    await userEvent.click(page.getByRole('button', { name: 'Use a passkey' }));
    await expect(await page.findByText('No passkey was used.')).toBeVisible();
    await expect(onDone).not.toHaveBeenCalled();
    await userEvent.type(page.getByLabelText('Code'), '123456{Enter}');
    await expect(onDone).toHaveBeenCalledOnce();
  },
};

export const SetUp: Story = {
  name: 'Setting up begins with the password',
  render: () => (
    <CachedAnswers answers={[]}>
      <EntryPage title="This firm requires a second factor">
        <SecondFactorSetup hasPassword onDone={onDone} {...cancelProps} />
      </EntryPage>
    </CachedAnswers>
  ),
  play: async ({ canvasElement, userEvent }) => {
    const page = within(canvasElement);
    await userEvent.click(page.getByRole('button', { name: 'Continue' }));
    await expect(page.getByText('is required')).toBeVisible();
  },
};

const codes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'j', 'k'].map((sign) => `${sign}bcd-efgh-jkmn-pqrs`);

export const Recovery: Story = {
  name: 'The recovery codes are displayed once, and can be saved as a file',
  render: () => (
    <EntryPage title="Set up a second factor">
      <RecoveryCodes codes={codes} onDone={onDone} />
    </EntryPage>
  ),
  play: async ({ canvasElement, userEvent }) => {
    const page = within(canvasElement);
    await expect(page.getAllByRole('listitem')).toHaveLength(10);
    const file = page.getByRole('link', { name: 'Save as a file' });
    await expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain('kbcd-efgh-jkmn-pqrs');
    await userEvent.click(page.getByRole('button', { name: 'I saved them' }));
    await expect(onDone).toHaveBeenCalledOnce();
  },
};

export const RecoveryRequested: Story = {
  name: 'Escape asks before unsaved recovery codes are lost',
  render: () => (
    <button
      type="button"
      onClick={() =>
        void openDialog<void>((close) => (
          <DialogFrame title="Set up a second factor" onClose={() => close()}>
            <RecoveryCodes codes={codes} onDone={() => close()} />
          </DialogFrame>
        ))
      }
    >
      Set up
    </button>
  ),
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Set up' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.keyboard('{Escape}');
    await expect(await dialog.findByText('These codes won’t be shown again. Leave without saving them?')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Stay' }));
    await expect(dialog.getAllByRole('listitem')).toHaveLength(10);
    await userEvent.click(dialog.getByRole('button', { name: 'I saved them' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};
