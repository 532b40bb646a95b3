import { type CapitalAccountAnswer, casPeriods } from '@carrara/contract/performance/capitalAccount/capitalAccount';
import { toWire } from '@carrara/contract/core/wireNames';
import type { DataTransfer } from '@carrara/contract/platform/dataTransfer/dataTransfer';
import { clearToasts } from '@carrara/ui/feedback/toasts.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, screen, spyOn, userEvent, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { TransferReview } from './TransferReview.tsx';

const meta: Meta = { title: 'features/Data transfer' };
export default meta;
type Story = StoryObj;

const fund: DataTransfer['funds'][number] = {
  id: 'f1',
  vehicle: null,
  conflicts: [],
  choices: [],
  code: 'RP-I',
  name: 'Ridge Partners Small and Middle Market Opportunities Fund I (Luxembourg) SCSp',
  currency: 'EUR',
  version: 1,
  numberOfEntries: 12,
  numberOfHoldings: 1,
  documents: ['Side letter.pdf'],
  commitment: '25000000.00',
  contributions: '12345678.90',
  distributions: '0.00',
  unfunded: '12654321.10',
  nav: '13000000.00',
  irr: null,
  tvpi: '1.053',
  irrPartial: false,
  notDetermined: [],
};
const transfer: DataTransfer = {
  id: 't1',
  rowVersion: 1,
  isOurs: false,
  sourceTenantName: 'Ridge Partners',
  targetTenantName: 'Lakeside Endowment',
  investorId: 'lake',
  investorName: 'Lakeside',
  periodEndDate: '2026-06-30',
  endDate: '2026-06-30',
  transferStatus: { code: 'PEND', description: 'Pending' },
  answer: null,
  createdDate: '2026-07-20T09:00:00.000Z',
  answeredDate: null,
  packageHash: 'a'.repeat(64),
  isIntact: true,
  funds: [fund],
  documents: ['Tax form 2026.pdf'],
  missingFunds: [],
  previousId: null,
  changes: [],
};
const account: CapitalAccountAnswer = {
  fund: { id: fund.id, code: fund.code, name: fund.name },
  investor: { id: 'lake', code: 'LAKE', name: 'Lakeside' },
  currency: 'EUR',
  endDate: '2026-06-30',
  basedOn: 'quarter locked, version 1',
  periods: casPeriods.map((casPeriod) => ({
    ...casPeriod,
    id: casPeriod.code,
    startDate: null,
    endDate: '2026-06-30',
  })),
  rows: [
    {
      row: 93,
      label: 'Change in Unrealized Gain / (Loss)',
      isHeading: false,
      isTotal: false,
      qtd: '321.09',
      ytd: '0.00',
      itd: '0.00',
    },
  ],
  partners: [],
  notDetermined: [],
};
const story = (more: Partial<DataTransfer>, role: 'viewer' | 'administrator' = 'administrator') => (
  <CachedAnswers
    signedInAs={role}
    application="performance-lp"
    answers={[
      cachedAnswer('getDataTransfer', { params: { id: 't1' } }, { ...transfer, ...more }),
      cachedAnswer('getTransferredAccounts', { params: { id: 't1' } }, [account]),
    ]}
  >
    <MemoryRouter initialEntries={['/t1']}>
      <Routes>
        <Route path="/:id" element={<TransferReview />} />
      </Routes>
    </MemoryRouter>
  </CachedAnswers>
);
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);

export const Received: Story = {
  render: () => story({ missingFunds: ['Ridge Partners II'] }),
  play: async () => {
    await expect(await screen.findByText('13,000,000.00')).toBeVisible();
    await expect(screen.getByText('Not included, because the quarter isn’t locked: Ridge Partners II.')).toBeVisible();
    await expect(buttons()).toEqual(expect.arrayContaining(['Decline…', 'Accept…']));
    // The account is as the sender locked it. Its figures have no explanations, because they belong to another firm.
    await expect(await screen.findByText('321.09')).toBeVisible();
    await expect(screen.getByText(/quarter locked, version 1/)).toBeVisible();
  },
};
export const ReadOnly: Story = {
  render: () => story({}, 'viewer'),
  play: async () => {
    await expect(await screen.findByText('13,000,000.00')).toBeVisible();
    await expect(buttons()).not.toContain('Accept…');
  },
};
/** The reason is the one the sender locked the quarter with. */
export const WithUndeterminedFigures: Story = {
  render: () => {
    const message = 'Contributions were not reported for this fund.';
    const notDetermined = ['contributions', 'tvpi'].map((field) => ({ field, code: 'NOT_REPORTED', message }));
    return story({ funds: [{ ...fund, contributions: null, tvpi: null, notDetermined }] });
  },
  play: async () => {
    await expect(await screen.findAllByText('n.d.')).toHaveLength(2);
  },
};
/** The sender can count the history of a part that the investor bought, while the investor's own figures count its price. */
export const WithBoughtPart: Story = {
  render: () => story({ funds: [{ ...fund, irrPartial: true }] }),
  play: async () => {
    const [mark] = await screen.findAllByText('incl. transfer');
    await expect(mark).toBeVisible();
    await expect(document.body).toHaveTextContent(/1\.05x\s?incl\. transfer/);
    await expect(
      screen.getByText(
        /^Figures marked “incl. transfer” come from Ridge Partners\..*Your own figures include its price instead/,
      ),
    ).toBeVisible();
  },
};
/** The sender of a transfer can't answer it. */
export const Sent: Story = {
  render: () => story({ isOurs: true, funds: [{ ...fund, irrPartial: true }] }),
  play: async () => {
    await expect(await screen.findByText('13,000,000.00')).toBeVisible();
    // The sender knows which history its own figures count.
    await expect(screen.queryByText(/^Figures marked “incl\. transfer”/)).toBeNull();
    await expect(buttons()).not.toContain('Accept…');
  },
};
export const Restated: Story = {
  render: () =>
    story({
      previousId: 't0',
      funds: [{ ...fund, version: 2 }],
      changes: [
        {
          fund: fund.name,
          currency: 'EUR',
          kind: 'figure',
          company: null,
          item: 'nav',
          title: 'NAV',
          valueKind: 'money',
          before: '13100000.00',
          after: '13000000.00',
        },
        {
          fund: fund.name,
          currency: 'EUR',
          kind: 'holding',
          company: 'Oak Mills',
          item: 'fairValue',
          title: 'Fair value',
          valueKind: 'money',
          before: '9000000.00',
          after: '8900000.00',
        },
        {
          fund: fund.name,
          currency: 'EUR',
          kind: 'entry',
          company: null,
          item: 'EXP-LEGAL 2026-06-28',
          title: 'EXP-LEGAL 2026-06-28',
          valueKind: 'money',
          before: null,
          after: '100000.00',
        },
        {
          fund: fund.name,
          currency: 'EUR',
          kind: 'figure',
          company: null,
          item: 'irr',
          title: 'Net IRR',
          valueKind: 'return',
          before: null,
          after: '19.6627687394',
        },
      ],
    }),
  play: async () => {
    await expect(await screen.findByText('What changed')).toBeVisible();
    await expect(screen.getByText('EXP-LEGAL 06/28/2026')).toBeVisible();
    await expect(screen.getByRole('row', { name: /Net IRR — 19\.66/ })).toBeVisible();
    await expect(screen.getByText('Oak Mills: Fair value')).toBeVisible();
    await expect(screen.getByRole('link', { name: 'Previous transfer' })).toBeVisible();
  },
};
/** Values changed here since the last transfer. Nothing is preselected. */
export const ChangedHere: Story = {
  render: () =>
    story({
      funds: [
        {
          ...fund,
          vehicle: { id: 'v1', name: 'Ridge One' },
          conflicts: [
            { field: 'name', title: 'The name', mine: 'Ridge One', theirs: fund.name, earlierChoice: null },
            { field: 'nav', title: 'NAV', mine: '12900000.50', theirs: '13000000.00', earlierChoice: null },
            {
              field: 'holding h1',
              title: 'Oak Mills',
              mine: 'End value 9100000.00',
              theirs: 'End value 9000000.00',
              earlierChoice: null,
            },
          ],
        },
      ],
    }),
  play: async () => {
    const mine = await screen.findByRole('radio', { name: 'Ours: 12,900,000.50' });
    await expect(screen.getAllByRole('radio', { checked: false })).toHaveLength(6);
    await userEvent.click(mine);
    await expect(mine).toBeChecked();
    // Accepting is refused with a message until all choices are made.
    await userEvent.click(screen.getByRole('button', { name: 'Accept…' }));
    await expect(await screen.findByText(/^2 differences are not decided\. Choose theirs or ours/)).toBeInTheDocument();
    await expect(screen.queryByRole('dialog')).toBeNull();
    await clearToasts();
    await expect(screen.getByText('Ridge One')).toBeVisible();
  },
};
/** The choice of an earlier transfer is preselected, says where it comes from, and can be changed. */
export const ChosenBefore: Story = {
  render: () =>
    story({
      funds: [
        {
          ...fund,
          vehicle: { id: 'v1', name: 'Ridge One' },
          conflicts: [
            {
              field: 'nav',
              title: 'NAV',
              mine: '12900000.50',
              theirs: '13000000.00',
              earlierChoice: { choice: 'MINE', periodEndDate: '2026-03-31' },
            },
          ],
        },
      ],
    }),
  play: async () => {
    await expect(await screen.findByRole('radio', { name: 'Ours: 12,900,000.50' })).toBeChecked();
    await expect(screen.getByText('You chose Ours in the transfer for 03/31/2026. You can change it.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Accept…' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    const theirs = screen.getByRole('radio', { name: 'Theirs: 13,000,000.00' });
    await userEvent.click(theirs);
    await expect(theirs).toBeChecked();
  },
};
/** The page has not loaded what was entered meanwhile. The refusal loads it and closes the dialog. */
export const EnteredMeanwhile: Story = {
  name: 'A refusal because of new entries shows the new choices at once [F16]',
  render: () => story({}),
  beforeEach: () => {
    const conflicts = [{ field: 'nav', title: 'NAV', mine: '29000000.50', theirs: '29698445.12', earlierChoice: null }];
    const refusal = { Message: 'Please choose.', Errors: [{ Path: 'Resolutions', Code: 'CHANGED_HERE', Message: '' }] };
    const fetched = spyOn(window, 'fetch').mockImplementation(async (request) => {
      const address = request instanceof Request ? request.url : String(request);
      if (address.includes('/accept')) return Response.json(refusal, { status: 409 });
      return Response.json(
        address.includes('/transferred/')
          ? [toWire(account)]
          : toWire({ ...transfer, funds: [{ ...fund, conflicts }] }),
      );
    });
    return () => fetched.mockRestore();
  },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Accept…' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }));
    const theirs = await screen.findByRole('radio', { name: 'Theirs: 29,698,445.12' });
    await expect(await screen.findByText('Please choose one of the two.')).toBeVisible();
    await expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(theirs);
    await expect(screen.queryByText('Please choose one of the two.')).toBeNull();
  },
};
export const Decided: Story = {
  name: 'A completed transfer lists the choices [F18]',
  render: () =>
    story({
      transferStatus: { code: 'COMP', description: 'Completed' },
      funds: [
        {
          ...fund,
          choices: [{ field: 'nav', title: 'NAV', mine: '44000000.00', theirs: '44119951.27', choice: 'MINE' }],
        },
      ],
    }),
  play: async () => {
    const decided = within(await screen.findByRole('region', { name: 'Decided' }));
    await expect(decided.getByText('44,000,000.00')).toBeVisible();
    await expect(decided.getByText('44,119,951.27')).toBeVisible();
    await expect(decided.getByRole('cell', { name: 'Ours' })).toBeVisible();
  },
};
export const Failed: Story = {
  name: 'Failed [M-P-064]',
  render: () =>
    story({
      transferStatus: { code: 'FAIL', description: 'Failed' },
      answer: 'The package isn’t the one that was sent. Ask for it to be sent again.',
      isIntact: false,
      funds: [],
    }),
  play: async () => {
    await expect(
      await screen.findByText(
        'Data transfer of Lakeside for 06/30/2026 failed: The package isn’t the one that was sent. Ask for it to be sent again.',
      ),
    ).toBeVisible();
    await expect(buttons()).toEqual([]);
  },
};
