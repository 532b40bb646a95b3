import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { InvestorOverview } from './InvestorOverview.tsx';

const meta: Meta = { title: 'features/Overview of an investor' };
export default meta;
type Story = StoryObj;

const [id, endDate] = ['lake', '2026-06-30'];
const params = { id };
const oak = { id: 'oak', name: 'OAK', reason: 'Not reported for this fund.', lastDate: null };
const covered = (field: string, excluded: (typeof oak)[] = []) => ({
  field,
  included: 2 - excluded.length,
  total: 2,
  excluded,
  carried: [],
});
const figures = {
  currency: 'USD',
  periodEnd: endDate,
  commitment: '200.00',
  contributions: '120.00',
  distributions: '20.00',
  unfunded: '80.00',
  nav: '145.00',
  irr: '9.5',
  irrAnnualized: true,
  tvpi: '1.5',
  coverage: 'Personal IRR, TVPI: 1 of 2 funds; excludes OAK (Not reported for this fund)',
  fundsCovered: [
    ...['commitment', 'nav'].map((field) => covered(field)),
    covered('irr', [oak]),
    covered('tvpi', [oak]),
  ],
  history: [],
  notDetermined: [],
  contradiction: 'Reported TVPI of 1.5x doesn’t match the amounts, which give 1.375x',
};

/** A ratio covers other funds than the amounts next to it, or doesn't match them, and says so. */
export const RatiosOfOneFund: Story = {
  render: () => (
    <CachedAnswers
      signedInAs="viewer"
      application="performance"
      answers={[
        cachedAnswer('getInvestor', { params }, {
          id,
          rowVersion: 1,
          code: 'LAKE',
          name: 'Lakeside Endowment',
        } as never),
        cachedAnswer('listReportingDatesOfInvestor', { params }, [
          { id: endDate, endDate, name: '06/30/2026', isDefault: true, isWhole: true, late: [] },
        ] as unknown as Answer<'listReportingDatesOfInvestor'>),
        cachedAnswer('getInvestorProfile', { params, query: { endDate } }, {
          endDate,
          byCurrency: [figures],
        } as unknown as Answer<'getInvestorProfile'>),
        cachedAnswer('listInvestorFundsByPeriod', { params: { id, date: endDate } }, []),
        cachedAnswer('chartInvestor', { params }, []),
      ]}
    >
      <MemoryRouter>
        <InvestorOverview id={id} />
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    const tile = async (label: string) => (await canvas.findByText(label, { selector: 'dt' })).closest('div');
    await expect(await tile('TVPI')).toHaveTextContent(/1\.50x.*1 of 2 funds$/);
    await expect(await tile('Personal IRR')).toHaveTextContent(/9\.50%.*1 of 2 funds$/);
    await expect(canvas.getByText(figures.contradiction)).toBeVisible();
    await expect(await tile('NAV')).not.toHaveTextContent('of 2 funds');
  },
};
