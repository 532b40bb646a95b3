import type { Meta, StoryObj } from '@storybook/react-vite';
import { kinds } from '@carrara/contract/core/kinds';
import { Value } from './Value.tsx';

const meta: Meta<typeof Value> = {
  title: 'value/Value of a kind',
  component: Value,
  args: { kind: 'money', value: '-940.45' },
  argTypes: { kind: { control: 'select', options: Object.keys(kinds) } },
};
export default meta;
type Story = StoryObj<typeof Value>;

export const Controlled: Story = {};
export const NotDetermined: Story = { args: { value: null, nullIs: 'not determined' } };
