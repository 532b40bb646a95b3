import type { Meta, StoryObj } from '@storybook/react-vite';
import { ProfileHeader } from './ProfileHeader.tsx';

const meta: Meta<typeof ProfileHeader> = {
  title: 'profile/ProfileHeader',
  component: ProfileHeader,
  args: {
    name: 'Alder Ridge Partners I, L.P.',
    facts: ['ARP-I', 'Buyout', 'USD'],
    status: { code: 'ACTIVE', description: 'Active' },
    figures: [
      { label: 'Capital raised', value: '520000000', kind: 'money' },
      { label: 'Investments', value: '3', kind: 'count' },
    ],
  },
};
export default meta;
type Story = StoryObj<typeof ProfileHeader>;

export const Controlled: Story = {};
export const LongName: Story = {
  args: { name: 'Société Générale de Participations Industrielles et Financières de la Région Méditerranée, S.C.Sp.' },
};
