import type { Meta, StoryObj } from '@storybook/react-vite';
import { Banner } from './Banner.tsx';

const meta: Meta<typeof Banner> = {
  title: 'feedback/Banner',
  component: Banner,
  args: { tone: 'warn', children: 'The members of Birch Street Partners have changed since this profile was created.' },
  argTypes: { tone: { control: 'inline-radio', options: ['info', 'ok', 'warn', 'bad'] } },
};
export default meta;
type Story = StoryObj<typeof Banner>;

export const Controlled: Story = {};
export const Refusal: Story = { args: { tone: 'bad', children: 'Choose at least one source.' } };
