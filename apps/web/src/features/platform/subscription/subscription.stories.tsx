import type { Subscription } from '@carrara/contract/platform/subscription/subscription';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, screen, userEvent, within } from 'storybook/test';
import { SubscribeDialog } from '../../../record/subscription/SubscribeDialog.tsx';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { SubscriptionPage } from './SubscriptionPage.tsx';

const meta = { title: 'features/Subscriptions' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const at = '2026-10-05T11:00:00.000Z';
const subscription = (id: string, more: Partial<Subscription>): Subscription => ({
  id,
  rowVersion: 1,
  name: 'Funds on Monday',
  subject: 'Funds',
  format: 'excel',
  schedule: { kind: 'WEEKLY', day: 1 },
  dates: 'FIXED',
  hasDates: false,
  isPaused: false,
  nextDate: '2026-10-12',
  last: { createdDate: at, result: 'CREATED', remark: '', taskId: 't1', expiresDate: '2026-11-04T11:00:00.000Z' },
  ...more,
});
const page = (address: string, subscriptions: readonly Subscription[]) => () => (
  <MemoryRouter initialEntries={[address]}>
    <CachedAnswers
      answers={[
        cachedAnswer('listSubscriptions', undefined, [...subscriptions]),
        cachedAnswer(
          'getTask',
          { params: { id: 't1' } },
          {
            id: 't1',
            kind: 'subscription',
            title: 'Funds on Monday',
            status: 'DONE',
            done: 1,
            total: 1,
            remarks: [],
            stopRequested: false,
            fileName: 'Funds.xlsx',
            objectId: null,
            createdDate: at,
            endedDate: at,
          },
        ),
      ]}
      signedInAs="viewer"
    >
      <SubscriptionPage />
    </CachedAnswers>
  </MemoryRouter>
);

export const Several: Story = {
  name: 'Each with its schedule and its last file; a link leads to its file',
  render: page('/subscription?file=t1', [
    subscription('1', {}),
    subscription('2', {
      name: 'Fund performance',
      subject: 'Fund performance',
      schedule: { kind: 'QUARTERLY', day: 15 },
      nextDate: null,
      isPaused: true,
      last: null,
    }),
    subscription('3', {
      name: 'Investors',
      last: {
        createdDate: at,
        result: 'REFUSED',
        remark: 'You no longer have access to it. Delete the subscription, or ask an administrator.',
        taskId: null,
        expiresDate: null,
      },
    }),
  ]),
  play: async ({ canvas }) => {
    const linked = within(canvas.getByRole('region', { name: 'Your file' }));
    await expect(linked.getByRole('button', { name: 'Download' })).toBeVisible();
    await expect(canvas.getByText('15 days after every quarter end')).toBeVisible();
    await expect(canvas.getByText('Paused')).toBeVisible();
    await expect(canvas.getByText(/You no longer have access to it/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Download Funds on Monday' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Download Investors' })).toBeNull();
  },
};

export const Empty: Story = {
  render: page('/subscription', []),
  play: async ({ canvas }) => expect(canvas.getByText('You have no subscriptions.')).toBeVisible(),
};

export const Subscribing: Story = {
  name: 'A weekly, monthly or quarterly file, with the date of its report',
  render: () => (
    <CachedAnswers answers={[]} signedInAs="viewer">
      <SubscribeDialog
        subject={{ operation: 'listFunds', argument: { query: {} }, name: 'Funds', hasDates: true }}
        onClose={fn()}
      />
    </CachedAnswers>
  ),
  play: async () => {
    const form = within(await screen.findByRole('form', { name: 'Subscribe' }));
    await expect(form.getByRole('combobox', { name: 'Day of the week' })).toHaveValue('Monday');
    await userEvent.click(form.getByRole('combobox', { name: 'Schedule' }));
    await userEvent.click(await screen.findByRole('option', { name: 'After every quarter end' }));
    await expect(form.getByRole('textbox', { name: 'Days after the quarter end' })).toHaveValue('15');
    await expect(form.getByRole('combobox', { name: 'Date of the report' })).toHaveValue('The last quarter end');
  },
};
