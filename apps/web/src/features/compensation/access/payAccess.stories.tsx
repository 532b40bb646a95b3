import type { AccessObstacle, PayAccessKind } from '@carrara/domain/compensation/access';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, userEvent, within } from 'storybook/test';
import { lists } from 'virtual:contract/tables';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { PayAccessList } from './PayAccessList.tsx';

const meta: Meta = { title: 'compensation/Pay access' };
export default meta;
type Story = StoryObj;

const all: PayAccessKind[] = ['ALL', 'ALL_BUT_RESTRICTED', 'REPORTS', 'SELECTED'];
const accessOptions = (holders: number, more: Partial<Answer<'getPayAccessOptions'>> = {}) => ({
  personId: 'ada',
  canViewAllPay: false,
  isAdministrator: true,
  holders,
  kinds: [] as PayAccessKind[],
  obstacle: null as AccessObstacle | null,
  ...more,
});
const request = (id: string, person: string, requestedById: string) => ({
  id,
  rowVersion: 1,
  person,
  personId: person,
  kind: 'ALL',
  selection: '',
  reason: 'Runs payroll',
  endsOn: null,
  status: { code: 'REQUESTED', description: 'Requested' },
  requestedBy: requestedById === 'ada' ? 'Ada Moss' : 'Bea Lund',
  requestedById,
  createdDate: '2026-11-02T09:00:00.000Z',
  answeredBy: null,
});
const { defaultSort, pageSize } = lists.listPayAccess;
const query = { startPage: 1, pageSize, sortColumn: defaultSort?.field, sortAsc: String(defaultSort?.ascending) };
const page = (own: Answer<'getPayAccessOptions'>, rows: readonly object[] = []) => (
  <CachedAnswers
    signedInAs="administrator"
    application="comp"
    answers={[
      cachedAnswer('getPayAccessOptions', undefined, own),
      cachedAnswer(
        'listPayAccess',
        { query: { ...query, searchQuery: '' } } as never,
        { pageData: rows, totalItemCount: rows.length, currentPage: 1, pageSize } as never,
      ),
    ]}
  >
    <MemoryRouter>
      <main>
        <PayAccessList />
      </main>
    </MemoryRouter>
  </CachedAnswers>
);

export const Empty: Story = {
  name: 'Nobody has access yet: an administrator is asked to name the first person',
  render: () => page(accessOptions(0, { kinds: ['ALL'] })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Name the first person; another compensation administrator/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Name a person' }));
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.queryByText('Selected employees')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  },
};

export const FirstRequest: Story = {
  name: 'Requests for a first holder: confirmed by another administrator, never by the one who asked',
  render: () =>
    page(accessOptions(0, { kinds: ['ALL'] }), [
      request('own', 'Hana Ito', 'ada'),
      request('other', 'Ida Berg', 'bea'),
    ]),
  play: async ({ canvas }) => {
    const row = async (name: RegExp) => within(await canvas.findByRole('row', { name }));
    await expect((await row(/Ida Berg/)).getByRole('button', { name: /^Confirm/ })).toBeVisible();
    await expect((await row(/Hana Ito/)).queryByRole('button', { name: /^Confirm/ })).toBeNull();
    await expect((await row(/Hana Ito/)).getByRole('button', { name: /^Refuse/ })).toBeVisible();
  },
};

export const SingleAdministrator: Story = {
  name: 'One administrator: the screen names the command, and offers no request',
  render: () => page(accessOptions(0, { obstacle: 'ONE_ADMINISTRATOR' })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('carrara admin pay-access')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /Name a person|Request access/ })).toBeNull();
  },
};

export const SingleHolder: Story = {
  name: 'One holder: a message says that requests need a second one, and none is offered',
  render: () => page(accessOptions(1, { canViewAllPay: true, obstacle: 'ONE_HOLDER' })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Requests need two: one person asks, the other confirms/)).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Request access' })).toBeNull();
  },
};

export const TwoHolders: Story = {
  name: 'Two holders: requests of all kinds',
  render: () => page(accessOptions(2, { canViewAllPay: true, kinds: all }), [request('other', 'Ida Berg', 'bea')]),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Request access' })).toBeVisible();
    await expect(canvas.queryByRole('status')).toBeNull();
  },
};
