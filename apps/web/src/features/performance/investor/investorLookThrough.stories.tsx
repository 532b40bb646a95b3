import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { InvestorLookThrough } from './InvestorLookThrough.tsx';

const meta: Meta = { title: 'features/Look-through of an investor' };
export default meta;
type Story = StoryObj;

const [id, date] = ['lake', '2026-06-30'];
const whole = (name: string, amount: string) => [{ name, currency: 'USD', amount, percent: '100' }];

const page = (rest: string) => (
  <CachedAnswers
    signedInAs="viewer"
    application="performance"
    answers={[
      cachedAnswer('listReportingDatesOfInvestor', { params: { id } }, [
        {
          id: date,
          endDate: date,
          reportingDate: date,
          formattedDate: '06/30/2026',
          name: '06/30/2026',
          isDefault: true,
          isWhole: true,
          late: [],
          collection: [],
        },
      ]),
      cachedAnswer(
        'getInvestorLookThrough',
        { params: { id, date } },
        {
          endDate: date,
          investor: { id, code: null, name: 'Lakeside Endowment' },
          positions: [
            {
              id: 'oak steel',
              investment: { id: 'steel', name: 'Northern Steel' },
              sector: 'Industrials',
              path: 'Oak Partners Fund IV',
              currency: 'USD',
              amount: '54000000.00',
            },
          ],
          byCompany: whole('Northern Steel', '54000000.00'),
          bySector: whole('Industrials', '54000000.00'),
          byRegion: whole('No region', '54000000.00'),
          byCurrency: [
            {
              currency: 'USD',
              lookedThrough: '54000000.00',
              rest,
              nav: '60000000.00',
              coverage: {
                included: 1,
                total: 2,
                excluded: [{ id: 'elm', name: 'ELM-II', reason: '', lastDate: '2026-03-31' }],
                carried: [],
              },
              notDetermined: [],
            },
          ],
        },
      ),
    ]}
  >
    <MemoryRouter>
      <InvestorLookThrough id={id} />
    </MemoryRouter>
  </CachedAnswers>
);
const owed = /^The rest is negative because the companies are worth more than the NAV\./;

/** One of two funds has no NAV on the date. The amounts cover the other one and name the fund that is left out. */
export const LateFund: Story = {
  render: () => page('6000000.00'),
  play: async () => {
    await expect(await screen.findByText('Northern Steel', { selector: 'a' })).toBeVisible();
    const notes = screen.getAllByText('1 of 2 funds; excludes ELM-II, reported through 03/31/2026');
    await expect(notes).toHaveLength(5);
    await expect(screen.queryByText(owed)).toBeNull();
  },
};

/** The companies can be worth more than the NAV. */
export const NegativeRest: Story = {
  render: () => page('-6000000.00'),
  play: async () => expect(await screen.findByText(owed)).toBeVisible(),
};
