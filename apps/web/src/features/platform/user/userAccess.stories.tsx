import { Feedback } from '@carrara/ui/feedback/Feedback.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { UserAccess } from './UserViews.tsx';

const id = 'noah';

function Access({ isInactive }: { readonly isInactive: boolean }) {
  const user = {
    id,
    isInactive,
    roles: [],
    hasSecondFactor: false,
    access: { roles: [{ application: 'carry', role: 'editor', groups: [] }], employee: null, payAccess: null },
  };
  return (
    <CachedAnswers
      signedInAs="administrator"
      answers={[
        cachedAnswer('getUser', { params: { id } }, user as never),
        cachedAnswer('listGroupsOfUser', { params: { id } }, [] as never),
      ]}
    >
      <MemoryRouter>
        <Feedback>
          <main>
            <UserAccess id={id} />
          </main>
        </Feedback>
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = { title: 'features/User access', component: Access } satisfies Meta<typeof Access>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Archived: Story = {
  name: 'An archived user has no access, whatever roles the user has',
  args: { isInactive: true },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/archived and has no access/)).toBeVisible();
    await expect(canvas.queryByText('Own role')).toBeNull();
    await expect(canvas.queryByText('Permissions')).toBeNull();
  },
};
export const Active: Story = {
  name: 'What each role allows, and how it was given',
  args: { isInactive: false },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Own role')).toBeVisible();
    await expect(canvas.getByText(/prepares, submits and disburses distributions/)).toBeVisible();
    await expect(canvas.getByText(/^Second factor: /)).toBeVisible();
    const changes = canvas.getByText('Add and change').nextElementSibling;
    await expect(changes).toHaveTextContent(/Distributions/);
    await expect(changes).not.toHaveTextContent(/Users/);
  },
};
