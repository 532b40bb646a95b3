import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect } from 'storybook/test';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { GroupMembers } from './GroupMembers.tsx';
import { GroupProfile } from './GroupProfile.tsx';

const group = {
  id: 'g1',
  rowVersion: 1,
  name: 'Pay readers',
  isInactive: false,
  roles: [{ application: 'comp', role: 'viewer' }],
  groupMembers: [{ user: { id: 'u1', name: 'Amelia Hartmann' }, isInactive: false, canDelete: true }],
  canManage: true,
  archiveRefusal: null as string | null,
};
const screen = {
  path: '/group/:id',
  title: 'Group',
  views: [{ id: 'members', title: 'Members', load: async () => GroupMembers }],
} as unknown as ScreenProps['screen'];

const profileOf = (changed: Partial<typeof group>) => (
  <CachedAnswers
    answers={[cachedAnswer('getGroup', { params: { id: 'g1' } }, { ...group, ...changed } as never)]}
    signedInAs="administrator"
  >
    <MemoryRouter initialEntries={['/group/g1/members']}>
      <main>
        <Routes>
          <Route path="/group/:id/:view" element={<GroupProfile screen={screen} />} />
        </Routes>
      </main>
    </MemoryRouter>
  </CachedAnswers>
);

const meta = { title: 'platform/Group' } satisfies Meta;
export default meta;

export const Archivable: StoryObj<typeof meta> = {
  name: 'A group can be archived and deleted',
  render: () => profileOf({}),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Archive' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Delete' })).toBeVisible();
  },
};

export const OfOtherAdministrators: StoryObj<typeof meta> = {
  name: 'A group with roles of other administrators says why it can’t be changed',
  render: () => profileOf({ canManage: false, archiveRefusal: 'You don’t administer comp.' }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/roles in applications that you don’t administer/)).toBeVisible();
    for (const name of ['Archive', 'Delete', 'Add users', 'Remove'])
      await expect(canvas.queryByRole('button', { name })).toBeNull();
  },
};

export const OfLastAdministrator: StoryObj<typeof meta> = {
  name: 'The group of the last administrator says why it can’t be archived',
  render: () => profileOf({ archiveRefusal: 'It has the last administrator of comp. Assign another one first.' }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/You can’t archive this group. It has the last administrator/)).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Archive' })).toBeNull();
    await expect(canvas.getByRole('button', { name: 'Add users' })).toBeVisible();
  },
};
