import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import { lists } from 'virtual:contract/tables';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { PortalAllocations, PortalDistributions } from './PortalLists.tsx';

const list = lists.listPortalAllocations;
const sort = { sortColumn: list.defaultSort?.field, sortAsc: String(list.defaultSort?.ascending) };
const allocations = cachedAnswer(
  'listPortalAllocations',
  { query: { startPage: 1, pageSize: list.pageSize, ...sort, searchQuery: '', holder: 0 } } as never,
  {
    pageData: [
      {
        id: '1',
        sourceType: 'fund',
        sourceName: 'Harbour Fund III',
        sourceHolder: null,
        investmentDate: '2019-01-15',
        vestingSchedule: null,
        vestedPercentage: '85',
        vestingBasis: 'Initial close',
        effective: '4.25',
      },
    ],
    totalItemCount: 1,
    currentPage: 1,
    pageSize: list.pageSize,
  } as never,
);

const paid = lists.listPortalDistributions;
const payments = cachedAnswer(
  'listPortalDistributions',
  {
    query: {
      startPage: 1,
      pageSize: paid.pageSize,
      sortColumn: paid.defaultSort?.field,
      sortAsc: String(paid.defaultSort?.ascending),
      searchQuery: '',
      holder: 0,
    },
  } as never,
  {
    pageData: [
      {
        id: '1',
        distributionId: '2',
        distributionName: 'Q2 2026 carry distribution',
        distributionDate: '2026-06-30',
        sourceName: 'Harbour Fund III',
        sourceHolder: null,
        through: null,
        currency: 'USD',
        grossCarryDistributed: '120433.10',
        tax: '30108.28',
        escrow: '6021.66',
        loanRepayment: '0.00',
        otherAdjustment: '0.00',
        netCarryDistributed: '84303.16',
      },
    ],
    totalItemCount: 1,
    currentPage: 1,
    pageSize: paid.pageSize,
    totals: [],
  } as never,
);

const meta = {
  title: 'features/Portal allocations',
  component: PortalAllocations,
  decorators: [
    (Story) => (
      <CachedAnswers signedInAs="viewer" application="participant-portal" answers={[allocations, payments]}>
        <MemoryRouter>
          <Story />
        </MemoryRouter>
      </CachedAnswers>
    ),
  ],
} satisfies Meta<typeof PortalAllocations>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OnAPhone: Story = {
  name: 'A card leads with the own share, and names the date',
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    const [card] = await canvas.findAllByRole('listitem');
    await expect(card).toHaveTextContent(
      /Harbour Fund III.*Fund.*Initial date 01\/15\/2019.*Your share %.*4\.2500.*Vested %.*85\.0000/,
    );
    const [share, vested] = [/4\.2500/, /85\.0000/].map((figure) => getComputedStyle(canvas.getByText(figure)));
    await expect(Number(share?.fontWeight)).toBeGreaterThan(Number(vested?.fontWeight));
  },
};

export const DistributionsOnAPhone: Story = {
  name: 'A card of a distribution has gross and net in full',
  globals: { viewport: { value: 'mobile1' } },
  render: () => <PortalDistributions />,
  play: async ({ canvas }) => {
    const [card] = await canvas.findAllByRole('listitem');
    await expect(card).toHaveTextContent(/Q2 2026 carry distribution.*GrossUSD 120,433\.10NetUSD 84,303\.16/);
    await expect(card?.scrollWidth).toBe(card?.clientWidth);
  },
};
