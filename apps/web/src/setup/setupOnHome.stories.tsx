import type { Setup } from '@carrara/contract/platform/setupStep/setupStep';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import type { Role } from '@carrara/contract/core/permissions';
import { cachedAnswer, CachedAnswers } from '../testing/cachedAnswers.tsx';
import { SetupOnHome } from './SetupOnHome.tsx';

interface HomeProps {
  readonly role: Role;
  readonly state?: Partial<Setup>;
}

const setup: Setup = {
  isFinished: false,
  isDismissed: false,
  steps: [
    {
      id: 'fund',
      state: 'open',
      after: [],
      missing: [],
      recordId: null,
      doneDate: null,
      doneBy: null,
      people: ['Elena Sorkin'],
    },
  ],
};

/** Home of a firm that is being set up. */
const Home = ({ role, state = {} }: HomeProps) => (
  <CachedAnswers signedInAs={role} answers={[cachedAnswer('listSetupSteps', undefined, { ...setup, ...state })]}>
    <SetupOnHome />
  </CachedAnswers>
);

const meta = { title: 'setup/Setup on Home', component: Home } satisfies Meta<typeof Home>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Administrator: Story = {
  name: 'An administrator can dismiss the steps',
  args: { role: 'administrator' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Dismiss for everyone' })).toBeVisible();
  },
};
export const Editor: Story = {
  name: 'Others can’t',
  args: { role: 'editor' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Upload a carry plan' })).toBeVisible();
    await expect(canvas.queryByRole('button')).toBeNull();
  },
};
export const Finished: Story = {
  name: 'A firm at work has no steps on Home',
  args: { role: 'administrator', state: { isFinished: true } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText('Getting started')).toBeNull();
  },
};
export const Dismissed: Story = {
  ...Finished,
  name: 'Nor has a firm that dismissed them',
  args: { role: 'administrator', state: { isDismissed: true } },
};
