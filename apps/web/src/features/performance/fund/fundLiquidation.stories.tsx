import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, waitFor, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers, type CachedAnswersProps } from '../../../testing/cachedAnswers.tsx';
import { FundLiquidation, PaidWithoutTerms } from './FundLiquidation.tsx';

const meta: Meta = { title: 'features/Fund liquidation' };
export default meta;
type Story = StoryObj;

const endDate = '2026-06-30';
const share = (lp: string, gp: string) => ({ lp, gp });
const liquidation: Answer<'getHypotheticalLiquidation'> = {
  fundId: 'f1',
  date: endDate,
  exitDate: endDate,
  currency: 'EUR',
  terms: { id: 'v2', effectiveDate: '2024-01-01', summary: 'Return of capital, 8% preferred return, 20% carry' },
  policies: [
    { title: 'Basis', value: 'European (whole fund)' },
    { title: 'Compounding', value: 'Annual' },
  ],
  nav: '140.00',
  proceeds: '140.00',
  lp: '134.60',
  carryPaid: '0.00',
  earned: '5.40',
  accrued: '5.40',
  unpaid: '0.00',
  retainedCarry: '0.00',
  clawbackGross: '0.00',
  clawbackNet: '0.00',
  escrowBalance: '0.00',
  coveredByEscrow: '0.00',
  tiers: [
    { name: 'Return of capital', ...share('76.00', '0.00') },
    { name: 'Catch-up', ...share('0.00', '2.62') },
    { name: 'Split', ...share('58.60', '2.78') },
  ],
  partners: [
    {
      id: 'a',
      name: 'Pension A',
      paysCarry: true,
      proceeds: '126.00',
      lp: '120.60',
      carryPaid: '0.00',
      earned: '5.40',
      accrued: '5.40',
      unpaid: '0.00',
      retainedCarry: '0.00',
      clawbackGross: '0.00',
      tiers: [share('66.00', '0.00'), share('0.00', '2.62'), share('54.60', '2.78')],
    },
    {
      id: 'g',
      name: 'Moor Lane GP',
      paysCarry: false,
      proceeds: '14.00',
      lp: '14.00',
      carryPaid: '0.00',
      earned: '0.00',
      accrued: '0.00',
      unpaid: '0.00',
      retainedCarry: '0.00',
      clawbackGross: '0.00',
      tiers: [share('10.00', '0.00'), share('0.00', '0.00'), share('4.00', '0.00')],
    },
  ],
  investments: [{ id: 'x', name: 'Company X', carry: '5.40' }],
  recipients: [],
  taxDistributions: [],
  notDetermined: [],
};
const undetermined: Answer<'getHypotheticalLiquidation'> = {
  ...liquidation,
  nav: null,
  proceeds: null,
  lp: null,
  carryPaid: null,
  earned: null,
  accrued: null,
  unpaid: null,
  retainedCarry: null,
  clawbackGross: null,
  clawbackNet: null,
  escrowBalance: null,
  coveredByEscrow: null,
  tiers: [],
  partners: [],
  investments: [],
};
const withoutTerms = {
  field: 'terms',
  code: 'NOT_DETERMINED',
  message: 'The fund has no carry terms on 06/30/2026. Add them on its Carry tab.',
};
const whatIf = (exitValue?: string, navPercent?: string) => ({
  params: { id: 'f1', date: endDate },
  query: { exitValue, navPercent, exitDate: undefined },
});
const scenarioList = { params: { id: 'f1' } };
const noScenarios = cachedAnswer('listCarryScenarios', scenarioList, { scenarios: [] });
const liquidated = (answers: CachedAnswersProps['answers'], address = '/') => (
  <CachedAnswers signedInAs="viewer" application="performance" answers={answers}>
    <MemoryRouter initialEntries={[address]}>
      <FundLiquidation id="f1" endDate={endDate} />
    </MemoryRouter>
  </CachedAnswers>
);

const amounts = (amount: string | null, difference: string | null) => ({ amount, difference });
type Side = Answer<'compareCarryScenarios'>['sides'][number];
const side = (name: string, at: number, more: Partial<Side> = {}): Side => {
  const compared = amounts(`${at}.40`, at === 0 ? null : `${at}.00`);
  const figures = { lp: compared, earned: compared, carryPaid: compared, accrued: compared, clawbackGross: compared };
  return {
    scenarioId: at < 2 ? null : `s${at}`,
    name,
    exitDate: endDate,
    changes: at === 0 ? [] : [{ field: 'carry', title: 'Carry', before: '20%', after: `${20 + at}%` }],
    proceeds: compared,
    retainedCarry: compared,
    clawbackNet: compared,
    coveredByEscrow: compared,
    ...figures,
    partners: [
      { id: 'a', name: 'Pension A', ...figures },
      { id: 'g', name: 'Moor Lane GP', ...figures },
    ],
    notDetermined: [],
    ...more,
  };
};
const comparison = (names: readonly string[], last: Partial<Side> = {}): Answer<'compareCarryScenarios'> => ({
  currency: 'EUR',
  terms: [{ field: 'carry', title: 'Carry', value: '20%' }],
  sides: names.map((name, at) => side(name, at, at === names.length - 1 ? last : {})),
});
const scenario = (id: string, name: string, more = {}) =>
  ({
    id,
    rowVersion: 1,
    vehicle: { id: 'f1', name: 'Moor Lane I' },
    name,
    isShared: false,
    exitValue: null,
    navPercent: null,
    exitDate: null,
    basis: null,
    returnFirst: null,
    carry: '22',
    preferredReturn: null,
    compounding: null,
    preferredBase: null,
    catchUp: null,
    clawback: null,
    inputs: 'Carry: 22%',
    createdBy: 'Ada Moss',
    isOwn: true,
    canEdit: true,
    ...more,
  }) as Answer<'listCarryScenarios'>['scenarios'][number];

export const ChangedTerms: Story = {
  name: 'Changed terms are compared with the fund as it is, in total and by partner',
  render: () =>
    liquidated([
      cachedAnswer('getHypotheticalLiquidation', whatIf(), liquidation),
      cachedAnswer(
        'getHypotheticalLiquidation',
        { ...whatIf(), query: { carry: '25' } },
        { ...liquidation, accrued: '6.75' },
      ),
      noScenarios,
      cachedAnswer('compareCarryScenarios', { params: whatIf().params, query: {} }, comparison(['Now'])),
      cachedAnswer(
        'compareCarryScenarios',
        { params: whatIf().params, query: { carry: '25' } },
        comparison(['Now', 'What if']),
      ),
    ]),
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Change terms' }));
    await expect(await screen.findByText(/^Agreed: 20%\. The GP’s share of the last split/)).toBeVisible();
    await expect(screen.getByRole('combobox', { name: 'Basis' })).toBeVisible();
    await userEvent.type(screen.getByLabelText('Carry'), '25');
    await expect(await screen.findByRole('row', { name: /^Accrued carry 0\.40 .*1\.40 .*1\.00$/ })).toBeVisible();
    await expect(screen.getByRole('row', { name: /^Pension A 0\.40 .*1\.40 .*1\.00$/ })).toBeVisible();
    await expect(screen.getByText('What if: Carry 21% instead of 20%.')).toBeVisible();
    await expect(screen.getByRole('button', { name: 'Save scenario' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(screen.queryByText(/^Side by side/)).toBeNull());
  },
};

export const SavedScenarios: Story = {
  name: 'Saved scenarios are compared, opened and changed by those who may',
  render: () =>
    liquidated(
      [
        cachedAnswer('getHypotheticalLiquidation', whatIf(), liquidation),
        cachedAnswer('getHypotheticalLiquidation', { ...whatIf(), query: { carry: '22' } }, liquidation),
        cachedAnswer('listCarryScenarios', scenarioList, {
          scenarios: [
            scenario('s2', 'Cheap'),
            scenario('s3', 'High', {
              carry: null,
              exitValue: '280.00',
              basis: { code: 'DEAL_BY_DEAL', description: 'American (deal by deal)' },
              inputs: 'Exit value: 280.00 · Basis: American (deal by deal)',
              isShared: true,
              isOwn: false,
              canEdit: false,
              createdBy: 'Ben Ash',
            }),
          ],
        }),
        cachedAnswer('compareCarryScenarios', { params: whatIf().params, query: {} }, comparison(['Now'])),
        cachedAnswer(
          'compareCarryScenarios',
          { params: whatIf().params, query: { scenarioIds: 's2' } },
          comparison(['Now', 'Cheap']),
        ),
        ...[{}, { carry: '22' }].map((query) =>
          cachedAnswer(
            'compareCarryScenarios',
            { params: whatIf().params, query: { ...query, scenarioIds: 's2,s3' } },
            comparison(['Now', 'Cheap', 'High'], {
              accrued: amounts(null, null),
              notDetermined: [{ field: 'basis', code: 'AMOUNT_MISSING', message: 'Company X has no fair value.' }],
            }),
          ),
        ),
      ],
      '/?compare=s2',
    ),
  play: async ({ userEvent }) => {
    const cheap = await screen.findByRole('row', { name: /^Cheap Carry: 22% You/ });
    await expect(cheap).toBeVisible();
    await expect(
      screen.getByRole('row', { name: /^High Exit value: 280\.00 · Basis: American \(deal by deal\) Ben Ash/ }),
    ).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Delete ‘High’' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Compare ‘High’' }));
    await expect(await screen.findByText('Company X has no fair value.')).toBeVisible();
    await expect(screen.getByRole('row', { name: /^Accrued carry 0\.40 .*1\.40 .*1\.00 – –/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Open ‘Cheap’' }));
    await expect(screen.getByLabelText('Carry')).toHaveDisplayValue(/^22/);
    await expect(await screen.findByRole('button', { name: 'Save changes to ‘Cheap’' })).toBeVisible();
  },
};

export const Liquidated: Story = {
  name: 'Carry if everything were sold, by partner and tier, and for another exit value',
  render: () =>
    liquidated([
      cachedAnswer('getHypotheticalLiquidation', whatIf(), liquidation),
      cachedAnswer('getHypotheticalLiquidation', whatIf('109'), {
        ...liquidation,
        proceeds: '109.00',
        accrued: '0.00',
      }),
      cachedAnswer('getHypotheticalLiquidation', whatIf(undefined, '200'), { ...liquidation, proceeds: '280.00' }),
      noScenarios,
      ...[{}, { exitValue: '109' }, { navPercent: '200' }].map((query) =>
        cachedAnswer('compareCarryScenarios', { params: whatIf().params, query }, comparison(['Now', 'What if'])),
      ),
    ]),
  play: async ({ userEvent }) => {
    await expect(await screen.findByRole('group', { name: 'Waterfall by partner and tier, EUR, table' })).toBeVisible();
    await expect(screen.getByRole('columnheader', { name: 'Catch-up, carry' })).toBeVisible();
    // Nothing of the catch-up goes to the partners.
    await expect(screen.queryByRole('columnheader', { name: 'Catch-up' })).toBeNull();
    await expect(screen.getByText('Moor Lane GP (pays no carry)')).toBeVisible();
    await expect(screen.getByText(/Basis: European \(whole fund\) · Compounding: Annual/)).toBeVisible();
    await expect(screen.getAllByRole('button', { name: 'Why 5.40?' }).length).toBeGreaterThan(1);
    await userEvent.type(screen.getByLabelText('Exit value'), '109');
    await expect(await screen.findByText(/^What if, with the cash through 06\/30\/2026/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(screen.queryByText(/^What if/)).toBeNull());
    await userEvent.type(screen.getByLabelText('Exit value, % of NAV'), '200');
    await expect(await screen.findByText(/The NAV before carry is 140\.00\./)).toBeVisible();
    await expect(screen.getByRole('button', { name: 'Why 280.00?' })).toBeVisible();
  },
};

export const NotDetermined: Story = {
  name: 'A carry that isn’t determined says what is missing',
  render: () =>
    liquidated([
      cachedAnswer('getHypotheticalLiquidation', whatIf(), {
        ...undetermined,
        notDetermined: [
          { field: 'navBeforeCarry', code: 'NAV_MISSING', message: 'Pension A has no net asset value on 06/30/2026.' },
        ],
      }),
      noScenarios,
    ]),
  play: async () => {
    await expect(await screen.findByText('Pension A has no net asset value on 06/30/2026.')).toBeVisible();
    await expect(screen.queryByRole('group', { name: /table$/ })).toBeNull();
  },
};

const compared = (now: string, then: string, difference: string) => ({ now, whatIf: then, difference });
const byParticipant = (total: Answer<'getVehicleCarryAtNav'>['total']): Answer<'getVehicleCarryAtNav'> => ({
  date: endDate,
  currency: 'EUR',
  participants: [
    { id: 'p1', name: 'Ada Moss', ...compared('4.00', '8.00', '4.00') },
    { id: 'p2', name: 'Ben Ash', ...compared('0.00', '0.00', '0.00') },
  ],
  unallocated: compared('1.40', '2.80', '1.40'),
  total,
  covered: '74.07',
  causes: ['The allocation profile of Company X totals 74%. Allocate the rest, or leave it unallocated.'],
});
const participantsOf = (exitValue?: string) => ({
  params: { id: 'f1' },
  query: { asOf: endDate, exitValue, navPercent: undefined, exitDate: undefined },
});

export const ByParticipant: Story = {
  name: 'Participants with their part at NAV and in a what-if, for readers with carry rights',
  render: () => (
    <CachedAnswers
      signedInAs="administrator"
      application="carry"
      answers={[
        cachedAnswer('getHypotheticalLiquidation', whatIf(), liquidation),
        cachedAnswer('getHypotheticalLiquidation', whatIf('280'), { ...liquidation, proceeds: '280.00' }),
        cachedAnswer('getVehicleCarryAtNav', participantsOf(), byParticipant(compared('5.40', '5.40', '0.00'))),
        cachedAnswer('getVehicleCarryAtNav', participantsOf('280'), byParticipant(compared('5.40', '10.80', '5.40'))),
        noScenarios,
        cachedAnswer(
          'compareCarryScenarios',
          { params: whatIf().params, query: { exitValue: '280' } },
          comparison(['Now', 'What if']),
        ),
      ]}
    >
      <MemoryRouter>
        <FundLiquidation id="f1" endDate={endDate} />
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async ({ userEvent }) => {
    await expect(await screen.findByRole('row', { name: 'Ada Moss 4.00' })).toBeVisible();
    await expect(screen.getByRole('row', { name: 'Unallocated 1.40' })).toBeVisible();
    await expect(screen.queryByRole('row', { name: /^Ben Ash/ })).toBeNull();
    await expect(
      screen.getByText(/^Participants have 74\.07.*% of the accrued carry\. The allocation profile/),
    ).toBeVisible();
    await userEvent.type(screen.getByLabelText('Exit value'), '280');
    await expect(await screen.findByRole('row', { name: 'Ada Moss 4.00 8.00 4.00' })).toBeVisible();
    await expect(screen.getByRole('columnheader', { name: 'Accrued, what if' })).toBeVisible();
  },
};

export const PaidOnly: Story = {
  name: 'Carry paid by a fund without terms is displayed, and its entitlement says why it is missing',
  render: () => (
    <CachedAnswers
      signedInAs="viewer"
      application="performance"
      answers={[
        cachedAnswer(
          'getHypotheticalLiquidation',
          { params: { id: 'f1', date: endDate }, query: {} },
          { ...undetermined, terms: null, carryPaid: '5.00', notDetermined: [withoutTerms] },
        ),
      ]}
    >
      <MemoryRouter>
        <PaidWithoutTerms id="f1" endDate={endDate} />
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async () => {
    await expect(await screen.findByText('5.00')).toBeVisible();
    await expect(screen.getByRole('button', { name: 'Why 5.00?' })).toBeVisible();
    await expect(
      screen.getByText(/^Carry paid is recorded in the ledger\. The entitlement isn’t determined/),
    ).toBeVisible();
  },
};

export const TaxDistributions: Story = {
  name: 'Tax distributions due by income year, and the escrow that covers a clawback',
  render: () =>
    liquidated([
      cachedAnswer('getHypotheticalLiquidation', whatIf(), {
        ...liquidation,
        carryPaid: '4.00',
        clawbackGross: '3.00',
        clawbackNet: '3.00',
        escrowBalance: '1.20',
        coveredByEscrow: '0.90',
        taxDistributions: [
          {
            id: 'g',
            name: 'Moor Lane GP',
            year: 2025,
            income: '30.00',
            rate: '40',
            assumedTax: '12.00',
            carryReceived: '4.00',
            due: '8.00',
          },
        ],
      }),
      noScenarios,
      cachedAnswer('explainHypotheticalLiquidation', { ...whatIf(), query: { figure: 'tax.0.due' } }, {
        path: ['tax.0.due'],
        name: 'Tax distribution due, Moor Lane GP, 2025',
        formula: 'liquidation.taxDue',
        text: 'due = taxable income x rate / 100 - carry received in the year, at least zero',
        rounding: null,
        inputs: [{ name: 'taxable income', value: '30.00', unit: 'money' }],
        result: '8.00',
        unit: 'money',
        source: 'docs/calculations/waterfall.md',
        children: [],
      } as never),
    ]),
  play: async ({ userEvent }) => {
    await expect(await screen.findByText('Escrow held by participants')).toBeVisible();
    const row = await screen.findByRole('row', { name: /^Moor Lane GP 2025 30\.00 40.* 12\.00 4\.00 .*8\.00/ });
    // The button appears on focus.
    within(row).getByRole('button', { name: 'Why 8.00?' }).focus();
    await userEvent.keyboard('{Enter}');
    await expect(await screen.findByText(/carry received in the year, at least zero/)).toBeVisible();
  },
};
