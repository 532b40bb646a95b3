import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { SelectUsersDialog } from './SelectUsersDialog.tsx';

const chosen = fn();
const userOf = (id: string, firstName: string, lastName: string, status = 'Active') => ({
  id,
  rowVersion: 1,
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@example.test`,
  username: firstName.toLowerCase(),
  status,
});
const users = [
  userOf('u1', 'Amelia', 'Hartmann'),
  userOf('u2', 'Noah', 'Okafor'),
  userOf('u3', 'Priya', 'Raman'),
  userOf('u4', 'Viktor', 'Petrov', 'Invited'),
];
const answers = [
  cachedAnswer('listUsers', { query: { pageSize: 500 } }, { pageData: users, totalItemCount: 4 } as never),
];

const meta: Meta = {
  title: 'features/Select users',
  beforeEach: () => void chosen.mockClear(),
  render: () => (
    <CachedAnswers answers={answers} signedInAs="administrator">
      <SelectUsersDialog existing={new Set(['u3'])} onClose={chosen} />
    </CachedAnswers>
  ),
};
export default meta;
type Story = StoryObj;

export const AtLeastOne: Story = {
  name: 'At least one user is selected, of those who are not there yet [U-T-075]',
  play: async () => {
    await expect(await screen.findByRole('checkbox', { name: /Noah Okafor/ })).toBeVisible();
    await expect(screen.queryByRole('checkbox', { name: /Priya Raman/ })).toBeNull();
    // Invited people are listed, with the reason why they can’t be chosen yet.
    await expect(screen.getByRole('checkbox', { name: /Viktor Petrov/ })).toBeDisabled();
    await expect(screen.getByText('Invited. Can be added after accepting.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Add/ }));
    await expect(await screen.findByText('Select at least one user.')).toBeVisible();
    await expect(chosen).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('checkbox', { name: /Noah Okafor/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Add 1' }));
    await expect(chosen).toHaveBeenCalledWith([{ id: 'u2', name: 'Noah Okafor' }]);
  },
};
