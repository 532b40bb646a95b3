import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import { lists } from 'virtual:contract/tables';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { LedgerRunList } from './LedgerRunList.tsx';

const list = lists.listLedgerRuns;
const sort = { sortColumn: list.defaultSort?.field, sortAsc: String(list.defaultSort?.ascending) };
const runs = cachedAnswer(
  'listLedgerRuns',
  { query: { startPage: 1, pageSize: list.pageSize, ...sort, searchQuery: '', type: 'RELEASE' } } as never,
  {
    pageData: [
      {
        id: '1',
        name: 'Release of Harbour Fund III',
        type: { code: 'RELEASE', description: 'Escrow release' },
        runDate: '2026-06-30',
        status: { code: 'POSTED', description: 'Posted' },
        currency: { id: 'usd', name: 'USD' },
        numberOfParticipants: 12,
        accrued: '0.00',
        distributed: '0.00',
        escrow: '3740569.51',
        clawback: '0.00',
      },
    ],
    totals: [
      { field: 'accrued', total: '0.00', currency: 'USD' },
      { field: 'distributed', total: '0.00', currency: 'USD' },
      { field: 'escrow', total: '3740569.51', currency: 'USD' },
      { field: 'clawback', total: '0.00', currency: 'USD' },
    ],
    totalItemCount: 1,
    currentPage: 1,
    pageSize: list.pageSize,
  } as never,
);

const due = [
  {
    holder: { id: 'f1', name: 'Harbour Fund II' },
    holderType: 'fund',
    escrowReleaseDate: '2025-12-31',
    currency: 'USD',
    escrowBalance: '6211162.00',
    numberOfParticipants: 23,
    sources: [],
  },
];

const meta = {
  title: 'features/Escrow and balances',
  component: LedgerRunList,
  decorators: [
    (Story) => (
      <CachedAnswers signedInAs="administrator" answers={[runs, cachedAnswer('listReleasesDue', undefined, due)]}>
        <MemoryRouter initialEntries={['/carry/ledger?tab=RELEASE']}>
          <Story />
        </MemoryRouter>
      </CachedAnswers>
    ),
  ],
} satisfies Meta<typeof LedgerRunList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Releases: Story = {
  name: 'The escrow releases have a total of their escrow',
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('row', { name: /^Total posted/ })).toHaveTextContent('3,740,569.51');
  },
};

export const OnAPhone: Story = {
  name: 'The card of a release has its state and its escrow',
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await canvas.findByText('Release of Harbour Fund III');
    const [release, card, total] = canvas.getAllByRole('listitem').filter(({ textContent }) => textContent !== '');
    // Due amounts have their date and currency.
    await expect(release).toHaveTextContent(
      /Harbour Fund II.*Escrow release date 12\/31\/2025.*Release.*Escrow held.*USD 6,211,162\.00/,
    );
    await expect(card).toHaveTextContent(/Release of Harbour Fund III.*Posted.*Escrow release.*Escrow.*3,740,569\.51$/);
    await expect(total).toHaveTextContent(/Total posted \(Escrow\).*3,740,569\.51/);
  },
};
