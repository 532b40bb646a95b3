import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, userEvent, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { UserList } from './UserList.tsx';

const userOf = (id: string, firstName: string, lastName: string, more: object = {}) => ({
  id,
  rowVersion: 1,
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@example.test`,
  username: firstName.toLowerCase(),
  isInactive: false,
  status: 'Active',
  modules: ['carry'],
  ...more,
});
// The signed-in person of stories is `ada`, an administrator of carry.
const users = [
  userOf('ada', 'Ada', 'Example'),
  userOf('u1', 'Amelia', 'Hartmann'),
  userOf('u2', 'Noah', 'Okafor', { modules: ['carry', 'comp'] }),
  userOf('u3', 'Viktor', 'Petrov', { status: 'Invited' }),
];
const query = {
  startPage: 1,
  pageSize: 20,
  sortColumn: 'lastName',
  sortAsc: 'true',
  searchQuery: '',
  includeInactive: 'false',
};
const answers = [cachedAnswer('listUsers', { query } as never, { pageData: users, totalItemCount: 4 } as never)];

const meta = {
  title: 'platform/Users',
  render: () => (
    <CachedAnswers answers={answers} signedInAs="administrator">
      <MemoryRouter>
        <main>
          <UserList />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  ),
} satisfies Meta;
export default meta;

export const Selected: StoryObj<typeof meta> = {
  name: 'Selected users are archived, without the own account, invitations and people of other modules',
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Select all rows on this page' }));
    await expect(canvas.queryByRole('button', { name: /^Restore/ })).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Archive 1 of 4' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Archive 1 of 4' }));
    await expect(dialog.getByText('Ada Example: This is your own account.')).toBeVisible();
    await expect(
      dialog.getByText('Noah Okafor: This person has a role in comp, which you don’t administer.'),
    ).toBeVisible();
    await expect(
      dialog.getByText('Viktor Petrov: The invitation is open. Cancel it on the user’s page.'),
    ).toBeVisible();
  },
};
