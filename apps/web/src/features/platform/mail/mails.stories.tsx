import type { MailRow } from '@carrara/contract/platform/mail/mail';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, within } from 'storybook/test';
import { lists } from 'virtual:contract/tables';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { MailsPage } from './MailsPage.tsx';

const mail = (number: number, more: Partial<MailRow>): MailRow => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  createdDate: '2026-10-01T08:30:00.000Z',
  address: 'noah@firm.example',
  kind: 'notification',
  status: 'SENT',
  refusals: 0,
  dueDate: null,
  answer: '250 2.0.0 Ok: queued as 4Tq1',
  canRetry: false,
  ...more,
});
const mails = [
  mail(1, {
    kind: 'invitation',
    address: 'lena@firm.example',
    status: 'WAITING',
    answer: '',
    dueDate: '2026-10-01T08:31:00.000Z',
  }),
  mail(2, {}),
  mail(3, { kind: 'reset', status: 'FAILED', refusals: 6, answer: '550 5.1.1 No such user here', canRetry: true }),
];

const { pageSize, defaultSort } = lists.listMails;
const first = {
  query: {
    startPage: 1,
    pageSize,
    sortColumn: defaultSort?.field,
    sortAsc: String(defaultSort?.ascending),
    searchQuery: '',
  },
} as never;
const page = (isOn: boolean, rows: readonly MailRow[]) => () => (
  <CachedAnswers
    answers={[
      cachedAnswer('getMailServer', undefined, { isOn, from: isOn ? 'Carrara <carrara@firm.example>' : '' }),
      cachedAnswer('listMails', first, {
        pageData: [...rows],
        totalItemCount: rows.length,
        pageCount: 1,
        pageSize,
        currentPage: 1,
      } as never),
    ]}
    signedInAs="administrator"
  >
    <MemoryRouter>
      <MailsPage />
    </MemoryRouter>
  </CachedAnswers>
);

const meta = { title: 'features/Mails' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const Sent: Story = {
  name: 'What became of each mail; one that has failed is tried again',
  render: page(true, mails),
  play: async ({ canvasElement }) => {
    const screenArea = within(canvasElement);
    await expect(screenArea.getByText(/^E-mails are sent from Carrara/)).toBeVisible();
    await expect(screenArea.getByRole('button', { name: 'Send a test e-mail' })).toBeVisible();
    await expect(screenArea.getAllByRole('button', { name: /^Retry the e-mail to/ })).toHaveLength(1);
    await expect(screenArea.getByText('550 5.1.1 No such user here')).toBeVisible();
  },
};

export const NoServer: Story = {
  name: 'An installation without a mail server says what to do',
  render: page(false, []),
  play: async ({ canvasElement }) => {
    const screenArea = within(canvasElement);
    await expect(screenArea.getByText(/^This installation doesn’t send e-mail\./)).toBeVisible();
    await expect(screenArea.queryByRole('button', { name: 'Send a test e-mail' })).toBeNull();
  },
};
