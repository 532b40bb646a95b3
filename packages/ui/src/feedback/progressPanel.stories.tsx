import type { Meta, StoryObj } from '@storybook/react-vite';
import { ProgressPanel } from './ProgressPanel.tsx';

const meta: Meta<typeof ProgressPanel> = {
  title: 'feedback/ProgressPanel',
  component: ProgressPanel,
  args: { title: 'Letters of 2026 Q3', done: 12, total: 41, detail: 'Letter 12 of 41' },
  argTypes: { outcome: { control: 'inline-radio', options: ['running', 'finished', 'failed'] } },
};
export default meta;
type Story = StoryObj<typeof ProgressPanel>;

export const Controlled: Story = {};
export const Failed: Story = { args: { outcome: 'failed', detail: 'Error uploading data.' } };
