import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { ProposedCarry } from './useBookCarry.tsx';

const meta: Meta = { title: 'features/Proposed carry' };
export default meta;
type Story = StoryObj;

const carry = (earned: string, accrued: string) => ({ earned, accrued });
const proposal: NonNullable<Answer<'getCarryProposal'>['proposal']> = {
  terms: { id: 't', effectiveDate: '2020-01-01', summary: 'Return of capital, 8% preferred return, 20% carry' },
  policies: [{ title: 'Basis', value: 'European (whole fund)' }],
  atNav: '75.00',
  proposed: carry('10.00', '-5.00'),
  booked: carry('0.00', '0.00'),
  difference: carry('10.00', '-5.00'),
  causes: [
    'No carry is booked in this quarter yet.',
    'The books had 80.00 of accrued carry on 03/31/2026, but the terms give 50.00. The proposal corrects that.',
  ],
  partners: [
    { id: 'a', name: 'Pension A', proposed: carry('10.00', '-10.00'), booked: carry('0.00', '0.00') },
    { id: 'b', name: 'Pension B', proposed: carry('0.00', '5.00'), booked: carry('0.00', '0.00') },
  ],
};

export const NotBooked: Story = {
  name: 'The proposed carry by partner, with the causes of the difference',
  render: () => <ProposedCarry proposal={proposal} currency="EUR" />,
  play: async () => {
    await expect(await screen.findByRole('row', { name: 'Pension A 10.00 0.00 (10.00) 0.00' })).toBeVisible();
    await expect(screen.getByText(/The proposal corrects that/)).toBeVisible();
    await expect(screen.getByText('Proposed less booked: 10.00 earned, (5.00) accrued.')).toBeVisible();
    await expect(screen.getByText(/^Terms from 01\/01\/2020: .* Basis: European \(whole fund\)$/)).toBeVisible();
  },
};
