import type { PayStatement } from '@carrara/contract/compensation/payStatement';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, fn, screen, userEvent, within } from 'storybook/test';
import { lists } from 'virtual:contract/tables';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { openReleaseDialog } from './releaseDialog.tsx';
import { StatementPage } from './StatementPage.tsx';

const meta: Meta = { title: 'compensation/Total compensation statement' };
export default meta;
type Story = StoryObj;

const id = 'statement';
const at = '2026-04-20T14:00:00.000Z';
type Text = PayStatement['statement'];
const line = (
  figure: Text['currencies'][number]['figures'][number]['figure'],
  amount: string | null,
  last: string | null,
  change: string | null,
  percent: string | null,
) => ({ figure, amount, last, change, percent });
const rolled = {
  opening: '9000.00',
  granted: '10000.00',
  paid: '3000.00',
  forfeited: '0.00',
  closing: '16000.00',
  vested: '0.00',
};
const inDollars: Text['currencies'][number] = {
  currency: 'USD',
  hasLast: true,
  figures: [
    line('baseSalary', '132000.00', '120000.00', '12000.00', '10'),
    line('bonus', '50000.00', '40000.00', '10000.00', '25'),
    line('supplementalBonus', '0.00', '0.00', '0.00', null),
    line('other', '0.00', '0.00', '0.00', null),
    line('totalCash', '182000.00', '160000.00', '22000.00', '13.75'),
    line('deferredGranted', '10000.00', '9000.00', '1000.00', '11.1111111111'),
    line('grossCarryDistributed', '250000.50', '0.00', '250000.50', null),
    line('totalCompensation', '442000.50', '169000.00', '273000.50', '161.5387573964'),
    line('salaryEarned', '126049.32', '120000.00', '6049.32', '5.0411'),
    line('awardedFor', '186049.32', '169000.00', '17049.32', '10.0883550296'),
    line('paidIn', '419049.82', '120000.00', '299049.82', '249.2081833333'),
  ],
  payroll: { amount: '166049.32', rows: 14, first: '2025-01-31', last: '2025-12-31' },
  paidFrom: {
    own: { cash: 'PAYROLL', deferred: 'LEDGER' },
    last: { cash: 'RECORDS', deferred: null },
    isUnlike: true,
  },
  records: { salaryEarned: '126049.32', awards: '40000.00', deferred: '3000.00' },
  deferred: rolled,
};
const fund = { holderId: 'fund', holder: 'Harbour Growth Partners II, L.P.' };
const statement: Text = {
  year: 2025,
  currencies: [inDollars],
  deferredAwards: [{ ...rolled, grantDate: '2024-03-01', currency: 'USD' }],
  carry: [
    {
      ...fund,
      currency: 'USD',
      gross: '250000.50',
      tax: '60000.12',
      escrow: '25000.05',
      other: '0.00',
      net: '165000.33',
      estimated: '99000.00',
    },
    {
      holderId: 'other',
      holder: 'Harbour Coinvestment',
      currency: 'USD',
      gross: '0.00',
      tax: '0.00',
      escrow: '0.00',
      other: '0.00',
      net: '0.00',
      estimated: null,
    },
  ],
  allocations: [
    { ...fund, source: 'Harbour Growth Partners II, L.P.', effective: '4.5', vested: '60', reason: null },
    {
      ...fund,
      source: 'Beacon Robotics',
      effective: '2.25',
      vested: null,
      reason: 'The allocation has no vesting schedule.',
    },
  ],
  daysWithoutSalary: 0,
};
const released: PayStatement = {
  id,
  rowVersion: 2,
  createdDate: at,
  createdBy: 'Priya Raman',
  updatedDate: at,
  updatedBy: 'Priya Raman',
  name: 'Ada Moss',
  employee: { id: 'employee', name: 'Ada Moss' },
  employeeId: 'employee',
  year: 2025,
  message: 'Thank you for a year in which much was asked of you.',
  status: { code: 'REL', description: 'Released' },
  releasedDate: at,
  releasedBy: 'Priya Raman',
  statement,
  engineVersion: '1',
  pdfSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  supersedes: { id: 'earlier', status: { code: 'SUP', description: 'Superseded' } },
  supersededBy: null,
  withdrawnReason: null,
  delivery: {
    version: 2,
    wording: 'I have received this statement.',
    recipient: {
      id: 'delivery',
      participant: 'Ada Moss',
      participantId: 'employee',
      portalUser: 'Ada Moss',
      state: 'Opened',
      fileName: 'Compensation statement 2025.pdf',
      sizeBytes: 48_210,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      mailedDate: at,
      openedDate: at,
      downloadedDate: at,
      acknowledgedDate: null,
      typedName: null,
      remindedDate: null,
    },
  },
};
const happened = (kind: string, by: string, detail: string | null = null) => ({
  id: kind,
  createdDate: at,
  participant: 'Ada Moss',
  kind,
  by,
  version: 2,
  sha256: released.delivery?.recipient.sha256 ?? '',
  detail,
  typedName: null,
  isSteppedUp: false,
  address: '203.0.113.77',
  employeeId: 'employee',
});
const evidence = [
  happened('Released', 'Priya Raman'),
  happened('Mailed', 'System', 'To ada@firm.example: 250 accepted'),
  happened('Opened', 'Ada Moss'),
];
const { defaultSort, pageSize } = lists.listPayStatementEvents;
const query = { startPage: 1, pageSize, sortColumn: defaultSort?.field, sortAsc: String(defaultSort?.ascending) };
const evidenceOf = cachedAnswer(
  'listPayStatementEvents',
  { params: { id }, query: { ...query, searchQuery: '' } } as never,
  { pageData: evidence, totalItemCount: evidence.length, currentPage: 1, pageSize } as never,
);
const unknown = inDollars.figures.map((figure) =>
  ['bonus', 'supplementalBonus', 'other', 'deferredGranted', 'grossCarryDistributed'].includes(figure.figure)
    ? figure
    : { ...figure, amount: null, change: null, percent: null },
);
const draft: PayStatement = {
  ...released,
  message: null,
  status: { code: 'DRAFT', description: 'Draft' },
  releasedDate: null,
  releasedBy: null,
  pdfSha256: null,
  supersedes: null,
  delivery: null,
  statement: {
    ...statement,
    currencies: [
      {
        ...inDollars,
        hasLast: false,
        figures: unknown.map((figure) => ({ ...figure, last: null, change: null, percent: null })),
        payroll: null,
        paidFrom: { own: { cash: 'RECORDS', deferred: 'LEDGER' }, last: null, isUnlike: false },
        records: { ...inDollars.records, salaryEarned: null },
      },
    ],
    daysWithoutSalary: 31,
  },
};
const page = (answer: PayStatement) => (
  <CachedAnswers
    signedInAs="editor"
    application="comp"
    answers={[cachedAnswer('getPayStatement', { params: { id } }, answer), evidenceOf]}
  >
    <MemoryRouter initialEntries={[`/comp/statement/${id}`]}>
      <Routes>
        <Route path="/comp/statement/:id" element={<StatementPage />} />
      </Routes>
    </MemoryRouter>
  </CachedAnswers>
);

export const Released: Story = {
  name: 'Released, in the place of an earlier one',
  render: () => page(released),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Awarded for 2025, USD')).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'an earlier statement' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Withdraw' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Release' })).toBeNull();
    await expect(canvas.getByText('Payroll, paid from 01/31/2025 to 12/31/2025')).toBeVisible();
    await expect(canvas.getByText('Deferred awards paid, from the ledger')).toBeVisible();
    await expect(canvas.getByText('Paid in the year (see note)')).toBeVisible();
    await expect(
      canvas.getByText(/payroll and the deferred award ledger in 2025, salaries and awards in 2024/),
    ).toBeVisible();
    await expect(await canvas.findByText('To ada@firm.example: 250 accepted')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Certificate' })).toBeVisible();
    await expect(canvas.getByText('I have received this statement.')).toBeVisible();
  },
};

export const Withdrawn: Story = {
  name: 'Withdrawn, with person and reason, for an employee without portal access',
  render: () =>
    page({
      ...released,
      status: { code: 'WDR', description: 'Withdrawn' },
      withdrawnReason: 'A wrong bonus. A corrected statement follows.',
      delivery: released.delivery && {
        ...released.delivery,
        recipient: { ...released.delivery.recipient, portalUser: null, state: 'No portal' },
      },
    }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Reason: A wrong bonus. A corrected statement follows.')).toBeVisible();
    await expect(canvas.getByText(/has no portal access/)).toBeVisible();
  },
};

export const Draft: Story = {
  name: 'A draft of a year in which a salary is missing',
  render: () => page(draft),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/No salary is recorded for 31 days/)).toBeVisible();
    await expect(canvas.getAllByText('not determined').length).toBeGreaterThan(4);
    await userEvent.click(canvas.getByRole('button', { name: 'Release' }));
    const dialog = within(await screen.findByRole('dialog'));
    const checkbox = dialog.getByLabelText('Ask recipients to acknowledge it');
    await expect(checkbox).toBeChecked();
    await userEvent.click(checkbox);
    await expect(dialog.queryByLabelText('Text to acknowledge'), 'nothing is acknowledged').toBeNull();
    await userEvent.click(checkbox);
    await expect(dialog.getByLabelText('Text to acknowledge')).toBeVisible();
    await expect(dialog.getByText(/^This saves the figures as they are now/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  },
};

export const Empty: Story = {
  name: 'A year without records',
  render: () =>
    page({
      ...draft,
      statement: { ...statement, currencies: [], deferredAwards: [], carry: [], allocations: [] },
    }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('There is no data for this year.')).toBeVisible();
  },
};

const answered = fn();
const people = Array.from({ length: 24 }, (_, at) => ({
  employeeId: String(at),
  name: `Bartholomew Featherstonehaugh ${String(at + 1)}`,
}));
const drafts = {
  people,
  sums: [
    { currency: 'EUR', statements: 3, awardedFor: '412300.10', paidIn: null, deferredFromLedger: 0 },
    { currency: 'USD', statements: 21, awardedFor: '12345678.90', paidIn: '9876543.21', deferredFromLedger: 2 },
  ],
};

export const ConfirmsRelease: Story = {
  name: 'Asks before the release of drafts, with their number, people and totals by currency',
  beforeEach: () => {
    answered.mockClear();
  },
  render: () => (
    <button type="button" onClick={() => void openReleaseDialog(2025, drafts, answered)}>
      Release all drafts
    </button>
  ),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Release all drafts' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Release 24 compensation statements of 2025?' }));
    await expect(dialog.getByText('Bartholomew Featherstonehaugh 24')).toBeInTheDocument();
    await expect(dialog.getByText('12,345,678.90')).toBeVisible();
    await expect(dialog.getByText('not determined')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await expect(answered).not.toHaveBeenCalled();
    await userEvent.click(canvas.getByRole('button', { name: 'Release all drafts' }));
    const again = within(await screen.findByRole('dialog'));
    const wording = again.getByLabelText('Text to acknowledge');
    await expect(wording).toHaveValue('I have received this document.');
    await userEvent.clear(wording);
    await userEvent.type(wording, 'I have read my statement.');
    await userEvent.click(again.getByRole('button', { name: 'Release 24' }));
    await expect(answered).toHaveBeenLastCalledWith({
      employees: people.map(({ employeeId }) => employeeId),
      requiresAcknowledgment: true,
      wording: 'I have read my statement.',
    });
  },
};
