import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { PortalVesting } from './PortalVesting.tsx';

type Vesting = Answer<'getPortalVesting'>;
const amounts = {
  calculatedTrancheCarryAmount: null,
  originalCarryAmount: '1204331.08',
  vestedCarryAmount: '903248.31',
  forfeitedCarryAmount: '301082.77',
};
const weights = {
  trancheInvestmentAmount: null,
  trancheWeightingPercentage: null,
  weightedVestedEffectiveAllocationPercentage: null,
  weightedForfeitedEffectiveAllocationPercentage: null,
};
const vesting: Vesting = {
  vestingDate: '2026-09-30',
  vestingDateIs: 'today',
  sources: [
    {
      ...amounts,
      ...weights,
      shareId: 'fund',
      sourceId: 'fund',
      sourceName: 'Harbour Fund III',
      sourceHolder: null,
      currency: 'USD',
      effective: '10',
      vestingSchedule: 'Five years',
      vestedPercentage: '75',
      vestingBasis: null,
      vestingDate: '2026-09-30',
      shareDate: '2026-09-30',
      hasChanged: false,
      reason: null,
    },
  ],
  rows: [],
  accrued: null,
  totals: { ...amounts, ...weights },
  byCurrency: [{ currency: 'USD', ...amounts }],
};

const vestingOf = (leavingDate: string | undefined): Vesting =>
  leavingDate === undefined
    ? vesting
    : {
        ...vesting,
        vestingDate: leavingDate,
        vestingDateIs: 'termination',
        sources: vesting.sources.map((source) => ({ ...source, vestingDate: leavingDate, shareDate: leavingDate })),
      };

const meta = {
  title: 'features/Portal vesting',
  component: PortalVesting,
  decorators: [
    (Story, { parameters }) => (
      <CachedAnswers
        signedInAs="viewer"
        application="participant-portal"
        answers={[
          cachedAnswer(
            'getPortalVesting',
            { query: { holder: 0 } },
            vestingOf(parameters['leavingDate'] as string | undefined),
          ),
        ]}
      >
        <MemoryRouter>
          <Story />
        </MemoryRouter>
      </CachedAnswers>
    ),
  ],
} satisfies Meta<typeof PortalVesting>;
export default meta;
type Story = StoryObj<typeof meta>;

export const BySource: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('at today’s share')).toBeVisible();
  },
};
/** Somebody who left has the share of the leaving date, whatever the share of today is. */
export const AfterLeaving: Story = {
  parameters: { leavingDate: '2026-06-30' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('the leaving date')).toBeVisible();
    await expect(canvas.getByText('at the share of 06/30/2026, the leaving date')).toBeVisible();
    await expect(canvas.queryByText(/today’s share/)).toBeNull();
  },
};
/** The carry and its vested part, in percent too, are what the page is for. */
export const OnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    const [card] = canvas.getAllByRole('listitem');
    await expect(card).toHaveTextContent(
      /Harbour Fund III.*Carry.*1,204,331\.08.*Vested %.*75\.0000.*Vested.*903,248\.31/,
    );
    await expect(card?.scrollWidth).toBe(card?.clientWidth);
  },
};
