import type { LedgerRunRecord } from '@carrara/contract/carry/run/ledgerRun';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, screen, waitFor, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { LedgerRunOverview } from './LedgerRunOverview.tsx';
import { LedgerRunScreen } from './LedgerRunScreen.tsx';

const meta: Meta = { title: 'features/A run of the ledger', parameters: { layout: 'padded' } };
export default meta;
type Story = StoryObj;
type Line = LedgerRunRecord['lines'][number];

const line = (at: number, figures: Partial<Line>, name = 'Amelia Hartmann'): Line => ({
  participant: { id: `p${String(at)}`, name, type: 'Employee' },
  source: { id: 's1', name: 'Helios Infrastructure', holder: 'ARP-II' },
  through: [],
  escrowBefore: null,
  accrued: '0.00',
  distributed: '0.00',
  escrow: '0.00',
  clawback: '0.00',
  ...figures,
});
const run = (type: 'OPENING' | 'RELEASE' | 'CLAWBACK', more: Partial<LedgerRunRecord>): LedgerRunRecord => ({
  id: 'l1',
  rowVersion: 2,
  createdDate: '2026-03-31T09:00:00Z',
  createdBy: 'Noah Okafor',
  updatedDate: '2026-03-31T10:00:00Z',
  updatedBy: 'Priya Raman',
  name: 'Escrow of ARP-II',
  description: null,
  type: { code: type, description: type === 'OPENING' ? 'Opening balances' : 'Release of escrow' },
  runDate: '2026-03-31',
  status: { code: 'DRAFT', description: 'Draft' },
  currency: { id: 'usd', code: 'USD', name: 'US dollar' },
  numberOfParticipants: 2,
  accrued: '0.00',
  distributed: '0.00',
  escrow: '0.00',
  clawback: '0.00',
  engineVersion: '1',
  submittedDate: null,
  submittedBy: '',
  approvedDate: null,
  approvedBy: '',
  postedDate: null,
  postedBy: '',
  reversalOf: null,
  reversedBy: null,
  canEdit: true,
  actions: [],
  requestedLines: [],
  lines: [],
  warnings: [],
  ...more,
});
const screenFor = (record: LedgerRunRecord) => (
  <CachedAnswers answers={[cachedAnswer('getLedgerRun', { params: { id: 'l1' } }, record)]} signedInAs="viewer">
    <MemoryRouter>
      <LedgerRunOverview id="l1" />
    </MemoryRouter>
  </CachedAnswers>
);
const accounts = async () => within(await screen.findByRole('group', { name: 'Accounts, table' }));

export const Opening: Story = {
  render: () =>
    screenFor(
      run('OPENING', {
        accrued: '900.00',
        distributed: '400.00',
        escrow: '40.00',
        lines: [
          line(2, { accrued: '300.00', through: ['Birch Street Partners'] }, 'Zanele Mokoena'),
          line(1, { accrued: '600.00', distributed: '400.00', escrow: '40.00' }),
        ],
      }),
    ),
  play: async () => {
    const table = await accounts();
    await expect(table.getByText('900.00')).toBeVisible();
    const names = table.getAllByRole('link').map(({ textContent }) => textContent);
    await expect(names).toEqual(['Amelia Hartmann', 'Zanele Mokoena']);
    await expect(table.getByText(/through Birch Street Partners/)).toBeVisible();
    await expect(table.queryByRole('columnheader', { name: 'Released' })).toBeNull();
  },
};

const aboveEscrow =
  'Helios Infrastructure: 50.00 exceeds the escrow held from this date on. The whole balance, 40.00, is released.';
/** The page and each confirmation say what differs from the request. */
export const ReleaseAboveEscrow: Story = {
  name: 'A release of more than is held says so, also before it is submitted, approved or posted',
  render: () =>
    page(
      run('RELEASE', {
        escrow: '40.00',
        actions: ['submitLedgerRun', 'approveLedgerRun', 'postLedgerRun'],
        warnings: [
          {
            code: 'RELEASE_ABOVE_ESCROW',
            message: aboveEscrow,
            path: ['lines', 0, 'requestedAmount'],
            location: null,
            acknowledgment: null,
          },
        ],
        lines: [line(1, { escrowBefore: '40.00', escrow: '40.00' })],
      }),
    ),
  play: async ({ userEvent }) => {
    await expect(await screen.findByText(aboveEscrow)).toBeVisible();
    await expect((await accounts()).getByRole('button', { name: 'Letter' })).toBeVisible();
    for (const move of ['Submit…', 'Approve…', 'Post…']) {
      await userEvent.click(screen.getByRole('button', { name: move }));
      const dialog = within(await screen.findByRole('dialog'));
      await expect(await dialog.findByText('1 warning')).toBeVisible();
      await expect(dialog.getByText(aboveEscrow)).toBeVisible();
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  },
};

export const Clawback: Story = {
  render: () =>
    screenFor(
      run('CLAWBACK', {
        escrow: '40.00',
        clawback: '60.00',
        lines: [line(1, { escrowBefore: '40.00', escrow: '40.00' }), line(1, { clawback: '60.00' })],
      }),
    ),
  play: async () => expect((await accounts()).getByRole('columnheader', { name: 'From the account' })).toBeVisible(),
};

export const Empty: Story = {
  render: () => screenFor(run('RELEASE', { numberOfParticipants: 0 })),
  play: async () => expect(await screen.findByRole('heading', { name: 'Accounts' })).toBeVisible(),
};

export const Long: Story = {
  name: 'Five hundred accounts, long names',
  render: () =>
    screenFor(
      run('RELEASE', {
        escrow: '50000.00',
        numberOfParticipants: 500,
        lines: Array.from({ length: 500 }, (_, at) =>
          line(
            at,
            { escrowBefore: '100.00', escrow: '100.00' },
            `Participant number ${String(at + 1)} of the Helios Family Trust`,
          ),
        ),
      }),
    ),
  play: async () => {
    const table = await accounts();
    await expect(table.getByText('Total, 500')).toBeVisible();
    await expect(table.getByText('50,000.00')).toBeVisible();
  },
};

const singleView = {
  views: [{ id: 'overview', title: 'Overview', load: () => Promise.resolve(LedgerRunOverview) }],
} as unknown as ScreenProps['screen'];
const page = (run: LedgerRunRecord) => (
  <CachedAnswers answers={[cachedAnswer('getLedgerRun', { params: { id: 'l1' } }, run)]} signedInAs="editor">
    <MemoryRouter initialEntries={['/carry/ledger/l1']}>
      <Routes>
        <Route path="/carry/ledger/:id" element={<LedgerRunScreen screen={singleView} />} />
      </Routes>
    </MemoryRouter>
  </CachedAnswers>
);
const reversedBy = { id: 'l2', name: 'Reversal of Escrow of ARP-II', runDate: '2026-10-05' };
/** A draft of a reversal has no effect yet. */
export const ReversalIsADraft: Story = {
  render: () => page(run('RELEASE', { status: { code: 'POSTED', description: 'Posted' }, reversedBy })),
  play: async () => expect(await screen.findByText('to be reversed by Reversal of Escrow of ARP-II')).toBeVisible(),
};
export const Reversed: Story = {
  render: () => page(run('RELEASE', { status: { code: 'REVERSED', description: 'Reversed' }, reversedBy })),
  play: async () => expect(await screen.findByText('reversed by Reversal of Escrow of ARP-II')).toBeVisible(),
};
/** An approved run of a later day can’t be posted yet, and says from when. */
export const ApprovedAhead: Story = {
  render: () =>
    page(
      run('RELEASE', {
        status: { code: 'APP', description: 'Approved' },
        actions: ['withdrawLedgerRun'],
        warnings: [
          {
            code: 'DATE_TOO_LATE',
            message: 'This run is dated 10/02/2026. Post it on that day or later, or withdraw it and change the date.',
            path: ['runDate'],
            location: null,
            acknowledgment: null,
          },
        ],
      }),
    ),
  play: async () => {
    await expect(await screen.findByText(/This run is dated 10\/02\/2026/)).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Post…' })).toBeNull();
  },
};
