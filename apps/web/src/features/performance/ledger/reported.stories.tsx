import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { Ledger, quarter } from './ledger.fixture.tsx';

const report = (id: string, title: string, value: string, more: Partial<Reported> = {}): Reported => ({
  id,
  commitmentId: null,
  investor: null,
  figure: 'nav',
  title,
  kind: 'money',
  date: '2026-06-30',
  value,
  bookedPeriod: '2026-06-30',
  isLate: false,
  counts: true,
  reversesId: null,
  reversedById: null,
  description: null,
  source: null,
  enteredDate: '2026-07-05T15:00:00Z',
  ...more,
});
type Reported = Answer<'listReported'>[number];

const meta = {
  title: 'features/Reported figures of a ledger',
  component: Ledger,
  args: {
    quarters: [quarter('2026-06-30', 'OPEN', null)],
    at: '?part=reported',
    reported: [
      report('r1', 'NAV', '400000'),
      report('r2', 'Net IRR', '13.4', { figure: 'irr', kind: 'return' }),
      report('r3', 'Unfunded', '250000', {
        figure: 'unfunded',
        commitmentId: 'c1',
        investor: { id: 'i1', code: 'LP-A', name: 'Anchor Pension' },
        isLate: true,
      }),
      report('r4', 'NAV', '4000000', { counts: false, reversedById: 'r5' }),
    ],
  },
} satisfies Meta<typeof Ledger>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Listed: Story = {
  play: async ({ canvas }) => {
    const row = within(await canvas.findByRole('row', { name: /Unfunded/ }));
    await expect(row.getByText('Anchor Pension')).toBeVisible();
    await expect(row.getByText('250,000.00')).toBeVisible();
  },
};

/** On a phone, each figure is a card with its name, and the button to reverse it isn't cut off. */
export const OnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    const cards = within(await canvas.findByRole('list', { name: 'Reported figures' })).getAllByRole('listitem');
    await expect(cards[0]).toHaveTextContent(/^NAV.*06\/30\/2026.*The fund as a whole.*Reverse.*400,000\.00$/);
    await expect(cards[2]).toHaveTextContent(/^Unfunded Late.*Anchor Pension.*250,000\.00/);
    for (const card of cards) await expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth + 1);
    const button = within(cards[0]!).getByRole('button', { name: /Reverse/ });
    await expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth);
  },
};
