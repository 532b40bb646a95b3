import { initialMailChoices } from '@carrara/domain/platform/mail';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect } from 'storybook/test';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { UserProfile } from './UserProfile.tsx';

const id = 'noah';
const invited = {
  id,
  rowVersion: 1,
  firstName: 'Noah',
  lastName: 'Okafor',
  email: 'noah@firm.example',
  username: 'noah@firm.example',
  isInactive: false,
  status: 'Invited',
  roles: [],
  canManage: true,
  canEditPerson: true,
  hasSecondFactor: false,
  mailedUntil: null,
  picture: null,
};
const screen = {
  path: '/user/:id',
  title: 'User',
  views: [{ id: 'access', title: 'Access', load: async () => () => null }],
} as unknown as ScreenProps['screen'];

/** The page of an invited person, in an installation that sends e-mail or doesn't. */
function Invited({ sendsMail }: { readonly sendsMail: boolean }) {
  return (
    <CachedAnswers
      signedInAs="administrator"
      answers={[
        cachedAnswer('getUser', { params: { id } }, invited as never),
        cachedAnswer('getMailChoices', undefined, {
          choices: initialMailChoices,
          address: 'ada@firm.example',
          isOn: sendsMail,
        }),
      ]}
    >
      <MemoryRouter initialEntries={[`/user/${id}/access`]}>
        <main>
          <Routes>
            <Route path="/user/:id/:view" element={<UserProfile screen={screen} />} />
          </Routes>
        </main>
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = { title: 'features/User', component: Invited } satisfies Meta<typeof Invited>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Mailed: Story = {
  name: 'An invitation can be sent by e-mail',
  args: { sendsMail: true },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Send by e-mail' })).toBeVisible();
  },
};
export const NotMailed: Story = {
  name: 'An installation that sends no e-mail offers no way to mail an invitation',
  args: { sendsMail: false },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Cancel invitation' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Send by e-mail' })).toBeNull();
  },
};
