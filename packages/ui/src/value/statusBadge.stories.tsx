import type { Meta, StoryObj } from '@storybook/react-vite';
import { StatusBadge } from './StatusBadge.tsx';

const meta: Meta<typeof StatusBadge> = {
  title: 'value/StatusBadge',
  component: StatusBadge,
  args: { code: 'SUB', label: 'Submitted', tone: 'warn' },
  argTypes: { tone: { control: 'inline-radio', options: ['ok', 'info', 'warn', 'bad', 'neutral'] } },
};
export default meta;
type Story = StoryObj<typeof StatusBadge>;

export const Controlled: Story = {};
