import type { BankAccount } from '@carrara/contract/carry/participant/bankAccount';
import { Feedback } from '@carrara/ui/feedback/Feedback.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, userEvent, within } from 'storybook/test';
import { lists } from 'virtual:contract/tables';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { BankAccounts } from './BankAccounts.tsx';

const id = 'noah';
const account = (number: number, state: BankAccount['state'], more: Partial<BankAccount> = {}): BankAccount => ({
  id: `account ${String(number)}`,
  participantId: id,
  state,
  holderName: 'Noah Okafor',
  bankName: 'First Example Bank',
  bankCode: '021000021',
  ending: '4711',
  reason: 'Signed payment instruction of the participant',
  createdDate: '2026-09-08T14:00:00Z',
  enteredBy: 'Clara Voss',
  enteredById: 'clara',
  answeredDate: null,
  answeredBy: null,
  answerReason: null,
  ...more,
});
const current = account(1, 'Current', { answeredDate: '2026-09-08T15:00:00Z', answeredBy: 'Ada Moreau' });

interface AccountsProps {
  readonly accounts: readonly BankAccount[];
  readonly number: string;
  readonly obstacle?: string | null;
  readonly note?: string | null;
}

function Accounts({ accounts, number, obstacle = null, note = null }: AccountsProps) {
  const { holderName, bankName, bankCode, ending } = accounts.find(({ state }) => state === 'Current') ?? {};
  const inForce = holderName && bankName && bankCode && ending ? { holderName, bankName, bankCode, ending } : null;
  const { defaultSort, pageSize } = lists.listBankAccounts;
  const sort = { sortColumn: defaultSort?.field, sortAsc: String(defaultSort?.ascending) };
  const query = { startPage: 1, pageSize, ...sort, searchQuery: '' };
  return (
    <CachedAnswers
      signedInAs="editor"
      answers={[
        cachedAnswer(
          'listBankAccounts',
          { params: { id }, query } as never,
          { pageData: accounts, totalItemCount: accounts.length, currentPage: 1, pageSize: 25 } as never,
        ),
        ...accounts.map((bankAccount) =>
          cachedAnswer(
            'getBankAccountNumber',
            { params: { id: bankAccount.id } },
            { id: bankAccount.id, accountNumber: bankAccount.ending && number, current: inForce, obstacle, note },
          ),
        ),
      ]}
    >
      <MemoryRouter>
        <Feedback>
          <main>
            <BankAccounts id={id} />
          </main>
        </Feedback>
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = {
  title: 'features/Bank account',
  component: Accounts,
  // The dialogs of the page use the same responses.
  parameters: { drawsDialogs: true },
  args: { number: '0001234988', accounts: [account(2, 'Waiting for confirmation', { ending: '4988' }), current] },
} satisfies Meta<typeof Accounts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const ToConfirm: Story = {
  name: 'A change by another person: the complete number is compared with the account that it replaces',
  args: {
    accounts: [
      account(2, 'Waiting for confirmation', {
        ending: '4988',
        bankName: 'Second Example Bank',
        bankCode: '026009593',
      }),
      current,
    ],
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Confirm' }));
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled();
    const rows = dialog.getAllByRole('row');
    await expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Detail', 'Current account', 'New account'],
      ['Account holder', 'Noah Okafor', 'Noah Okafor'],
      ['Bank', 'First Example Bank', 'Second Example Bank'],
      ['Routing number or BIC', '021000021', '026009593'],
      ['Account number', 'ending in 4711', '0001234988'],
    ]);
  },
};

export const Removal: Story = {
  name: 'A removal: the account that is removed is named before it is confirmed',
  args: {
    accounts: [
      account(2, 'Waiting for confirmation', { holderName: null, bankName: null, bankCode: null, ending: null }),
      current,
    ],
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Removal')).toBeVisible();
    await userEvent.click(await canvas.findByRole('button', { name: 'Confirm' }));
    await expect(await screen.findByText('ending in 4711')).toBeVisible();
    await expect(screen.queryByText('New account')).toBeNull();
  },
};

const note = 'Confirmed by an account that Ada Moreau set up. Nobody else in the firm could confirm it.';

export const SameHand: Story = {
  name: 'A change that only an account of the same origin can confirm: the dialog says so before, the page after',
  args: { note, accounts: [account(2, 'Waiting for confirmation'), { ...current, answerReason: note }] },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(note, { selector: '[role=status] *' })).toBeVisible();
    await userEvent.click(await canvas.findByRole('button', { name: 'Confirm' }));
    await expect(await screen.findByText(/If you confirm, this is recorded: “Confirmed by an account/)).toBeVisible();
  },
};

export const NotIndependent: Story = {
  name: 'A change that somebody else has to confirm: the dialog says why, and who can',
  args: { obstacle: 'You don’t count as a second person. Ask Ben Ito to confirm it.' },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Confirm' }));
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.getByText(/Ask Ben Ito to confirm it/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  },
};

export const Own: Story = {
  name: 'A change of your own: it can be withdrawn, not confirmed',
  args: { accounts: [account(2, 'Waiting for confirmation', { enteredById: 'ada' }), current] },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Withdraw' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Confirm' })).toBeNull();
    // Only one change can wait.
    await expect(canvas.queryByRole('button', { name: /^(Enter|Change|Remove) account$/ })).toBeNull();
  },
};

export const Changeable: Story = {
  name: 'A current account: it can be changed or removed',
  args: { accounts: [current] },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Change account' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Remove account' })).toBeVisible();
  },
};

export const Removed: Story = {
  name: 'After a removal: there is no account, and one can be entered',
  args: {
    accounts: [
      { ...current, state: 'No bank account', holderName: null, bankName: null, bankCode: null, ending: null },
      account(0, 'Earlier'),
    ],
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No bank account')).toBeVisible();
    await expect(canvas.getByText('Removal')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Enter account' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Remove account' })).toBeNull();
  },
};

export const Empty: Story = {
  name: 'No account is stored: one can be entered, none changed or removed',
  args: { accounts: [] },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Enter account' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Remove account' })).toBeNull();
  },
};
