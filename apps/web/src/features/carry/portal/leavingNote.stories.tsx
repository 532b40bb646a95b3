import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { LeavingNote } from './LeavingNote.tsx';
import type { PortalHome } from './portalHome.ts';

const holder = {
  holder: 0,
  name: 'Viktor Petrov',
  leavingDate: '2026-06-30',
  rehireDate: null,
} as PortalHome['holders'][number];
const vesting = { byCurrency: [{ currency: 'USD', forfeitedCarryAmount: '1200.50' }] } as Answer<'getPortalVesting'>;

const meta = {
  title: 'features/Portal after leaving',
  component: LeavingNote,
  args: { holder },
  decorators: [
    (Story) => (
      <CachedAnswers
        signedInAs="viewer"
        application="participant-portal"
        answers={[cachedAnswer('getPortalVesting', { query: { holder: 0 } }, vesting)]}
      >
        <Story />
      </CachedAnswers>
    ),
  ],
} satisfies Meta<typeof LeavingNote>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Terminated: Story = {
  name: 'The leaving date, and the carry that is not vested',
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText(
        'You left on 06/30/2026. Your carry doesn’t vest after that day. Not vested: 1,200.50 USD.',
      ),
    ).toBeVisible();
  },
};

export const Returns: Story = {
  name: 'A planned return is named',
  args: { holder: { ...holder, rehireDate: '2026-12-15' } },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText(
        'You left on 06/30/2026 and return on 12/15/2026. Your carry doesn’t vest until you return. Not vested: 1,200.50 USD.',
      ),
    ).toBeVisible();
  },
};

export const Employed: Story = {
  name: 'Nothing for somebody who is employed',
  args: { holder: { ...holder, leavingDate: null } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/You left/)).toBeNull();
  },
};
