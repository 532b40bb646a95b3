import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { PortalDistribution } from './PortalDistribution.tsx';

const figures = {
  grossCarryDistributed: '1000.00',
  tax: '300.00',
  escrow: '0.00',
  loanRepayment: '0.00',
  otherAdjustment: '0.00',
  netCarryDistributed: '700.00',
};
const payment = {
  id: 'd1',
  name: '2026 Q3',
  distributionDate: '2026-09-30',
  currency: 'USD',
  isReversal: false,
  totals: figures,
  lines: [
    {
      ...figures,
      id: 'l1',
      sourceId: 's1',
      sourceName: 'Alder Ridge Partners Fund III',
      sourceHolder: null,
      via: [],
      through: [],
      effectiveAllocation: '12.5',
      taxes: [
        { name: 'Federal withholding, long-term gain', percent: '20', amount: '200.00' },
        { name: 'New York State withholding', percent: '10', amount: '100.00' },
      ],
    },
  ],
} as unknown as Answer<'getPortalDistribution'>;

function Payment() {
  return (
    <CachedAnswers
      signedInAs="viewer"
      application="participant-portal"
      answers={[cachedAnswer('getPortalDistribution', { params: { id: 'd1' }, query: { holder: 0 } }, payment)]}
    >
      <MemoryRouter initialEntries={['/d1']}>
        <div style={{ width: 358 }}>
          <Routes>
            <Route path="/:id" element={<PortalDistribution />} />
          </Routes>
        </div>
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = { title: 'features/Portal distribution', component: Payment } satisfies Meta<typeof Payment>;
export default meta;
type Story = StoryObj<typeof meta>;

export const TaxesOnAPhone: Story = {
  name: 'Taxes withheld have their names at the width of a phone',
  play: async ({ canvas }) => {
    const row = await canvas.findByRole('row', { name: /100\.00/ });
    await expect(row).toHaveTextContent('New York State withholdingfrom Alder Ridge Partners Fund III');
  },
};
