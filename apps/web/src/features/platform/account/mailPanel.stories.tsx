import { initialMailChoices } from '@carrara/domain/platform/mail';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { MailPanel } from './MailPanel.tsx';

const meta = { title: 'features/Mail choices' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const panel = (isOn: boolean, address: string) => () => (
  <CachedAnswers
    answers={[cachedAnswer('getMailChoices', undefined, { choices: initialMailChoices, address, isOn })]}
    signedInAs="viewer"
  >
    <MailPanel />
  </CachedAnswers>
);

export const Choices: Story = {
  name: 'The time of a mail, by kind of message',
  render: panel(true, 'ada@firm.example'),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByText(/Choose when you also get an e-mail/)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Approvals' })).toHaveValue('Immediately');
    await expect(page.getByRole('combobox', { name: 'Background jobs' })).toHaveValue('Never');
  },
};

export const NoAddress: Story = { name: 'The account has no address', render: panel(true, '') };
export const NoMails: Story = {
  name: 'The installation sends no mails',
  render: panel(false, 'ada@firm.example'),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByText(/doesn’t send e-mail/)).toBeVisible();
    await expect(page.queryByText(/Choose when you also get an e-mail/)).toBeNull();
    for (const choice of page.getAllByRole('combobox')) await expect(choice).toBeDisabled();
  },
};
