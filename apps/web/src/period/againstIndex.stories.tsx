import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../testing/cachedAnswers.tsx';
import { AgainstIndex } from './AgainstIndex.tsx';

const at = { params: { id: 'f1', date: '2026-06-30' }, query: { index: 'world' } } as const;
const pme = {
  nav: '100.00',
  irr: '8.5',
  annualized: true,
  ksPme: '1.1',
  directAlpha: '2.5',
  longNickels: { nav: '90.00', rate: '7.5' },
  pmePlus: { factor: '0.9', rate: '7.6' },
  modified: { nav: '91.00', rate: '7.7' },
  warnings: [],
  notDetermined: [],
};
const meta = {
  title: 'period/Against an index',
  render: () => (
    <CachedAnswers
      signedInAs="viewer"
      application="performance"
      answers={[
        cachedAnswer('listIndexSeries', { query: { pageSize: 100 } }, {
          pageData: [{ id: 'world', name: 'World shares' }],
          totalItemCount: 1,
        } as never),
        cachedAnswer('getFundPme', at, pme as never),
      ]}
    >
      <MemoryRouter>
        <AgainstIndex fundId="f1" endDate="2026-06-30" />
      </MemoryRouter>
    </CachedAnswers>
  ),
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const Measures: Story = {
  name: 'Each measure says what it means',
  play: async ({ canvas }) => {
    for (const text of ['NAV and rate of the same cash in the index', 'above 1 the fund beats the index'])
      await expect(await canvas.findByText(text)).toBeVisible();
  },
};
