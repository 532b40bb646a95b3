import type { DeferredAward as Award } from '@carrara/contract/compensation/deferredAward';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, screen, userEvent } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { DeferredAward } from './DeferredAward.tsx';

const id = 'award';
const at = '2026-03-02T09:00:00.000Z';
type Entry = Award['entries'][number];
const entry = (position: number, kind: string, on: string, amount: string, more: Partial<Entry> = {}): Entry => ({
  id: `e${String(position)}`,
  position,
  kind: 'VEST',
  title: kind,
  tranche: 1,
  on,
  amount,
  reversesId: null,
  createdDate: at,
  createdBy: 'Priya Raman',
  ...more,
});
const tranche = (position: number, year: number, amount: string, percent: string) => ({
  id: `t${String(position)}`,
  position,
  vestDate: `${String(year)}-03-01`,
  percent,
  payDate: `${String(year)}-03-15`,
  amount,
});
const granted: Award = {
  id,
  rowVersion: 3,
  createdDate: at,
  createdBy: 'Priya Raman',
  updatedDate: at,
  updatedBy: 'Priya Raman',
  name: 'Ada Moss',
  employee: { id: 'ada', name: 'Ada Moss' },
  grantDate: '2024-03-01',
  amount: '10000.00',
  currency: { id: 'usd', code: 'USD', description: 'US Dollar' },
  comments: 'Retention for the second fund.',
  tranches: [
    tranche(1, 2025, '3333.34', '33.3333333334'),
    tranche(2, 2026, '3333.33', '33.3333333333'),
    tranche(3, 2027, '3333.33', '33.3333333333'),
  ],
  entries: [
    entry(1, 'Granted', '2024-03-01', '10000.00', { kind: 'GRANT', tranche: null }),
    entry(2, 'Vested', '2025-03-01', '3333.34'),
    entry(3, 'Paid', '2025-03-15', '3333.34', { kind: 'PAY' }),
    entry(4, 'Paid, reversed', '2025-03-16', '-3333.34', { kind: 'PAY', reversesId: 'e3' }),
  ],
};

const meta: Meta = { title: 'compensation/Deferred award' };
export default meta;
type Story = StoryObj;

const story = (award: Award, role: 'editor' | 'viewer'): Story => ({
  render: () => (
    <CachedAnswers
      signedInAs={role}
      application="comp"
      answers={[cachedAnswer('getDeferredAward', { params: { id } }, award)]}
    >
      <MemoryRouter initialEntries={[`/comp/deferred/${id}`]}>
        <main>
          <Routes>
            <Route path="/comp/deferred/:id" element={<DeferredAward />} />
          </Routes>
        </main>
      </MemoryRouter>
    </CachedAnswers>
  ),
});

export const Editable: Story = {
  ...story(granted, 'editor'),
  name: 'Its tranches and its ledger; entries that weren’t reversed can be',
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Paid, reversed')).toBeVisible();
    // The payment and its reversal stay permanently.
    const buttons = canvas.getAllByRole('button', { name: 'Reverse' });
    await expect(buttons).toHaveLength(2);
    await userEvent.click(buttons[1]!);
    await expect(await screen.findByRole('dialog', { name: /Reverse: vested on 03\/01\/2025/ })).toBeVisible();
    await expect(screen.getByRole('textbox', { name: /Reason/ })).toBeVisible();
  },
};

export const ReadOnly: Story = {
  ...story({ ...granted, comments: null, entries: granted.entries.slice(0, 1) }, 'viewer'),
  name: 'An award without vested parts, for a reader',
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Granted on 03/01/2024')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Reverse' })).toBeNull();
  },
};
