import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { CachedAnswers } from '../../testing/cachedAnswers.tsx';
import { PortalNote } from './PortalNote.tsx';

const meta = {
  title: 'record/Portal note',
  component: PortalNote,
  render: ({ day }) => (
    <CachedAnswers answers={[]}>
      <main>
        <PortalNote day={day} />
      </main>
    </CachedAnswers>
  ),
} satisfies Meta<typeof PortalNote>;
export default meta;
type Story = StoryObj<typeof meta>;

const text = 'If this person uses the portal, they see this date there at once.';

export const Ahead: Story = {
  args: { day: '2999-12-31' },
  play: async ({ canvas }) => expect(await canvas.findByText(text)).toBeVisible(),
};

export const Past: Story = {
  args: { day: '2020-12-31' },
  play: async ({ canvas }) => expect(canvas.queryByText(text)).toBeNull(),
};
