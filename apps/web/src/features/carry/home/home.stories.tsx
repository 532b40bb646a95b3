import type { Home, HomeVesting } from '@carrara/contract/carry/home/home';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, within } from 'storybook/test';
import type { Setup } from '@carrara/contract/platform/setupStep/setupStep';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { HomePanels } from './HomePanels.tsx';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const since = '2026-09-30T14:05:00.000Z';

const waiting = (kind: Home['waiting'][number]['kind'], name: string, more: Partial<Home['waiting'][number]> = {}) => ({
  kind,
  type: 'distribution',
  id: id(name.length),
  name,
  detail: null,
  since,
  currency: 'USD',
  amount: '49590981.21',
  ...more,
});
const fund = (number: number, name: string, currency = 'USD') => ({
  holderId: id(number),
  holderType: 'fund' as const,
  name,
  code: `F-${String(number)}`,
  currency,
});
const all = { holderId: null, holderType: null, name: 'All funds', code: null, currency: 'USD' };

const figure = (
  field: Home['figures'][number]['field'],
  currency: string,
  more: Partial<Home['figures'][number]>,
): Home['figures'][number] => ({
  field,
  currency,
  kind: 'money',
  value: null,
  reason: null,
  coverage: null,
  change: null,
  series: [],
  ...more,
});
const quarters = ['2025-12-31', '2026-03-31', '2026-06-30', '2026-09-30', '2026-10-01'];
const years = ['2023-12-31', '2024-12-31', '2025-12-31', '2026-10-01'];
const points = (days: readonly string[], ...values: readonly (string | null)[]) =>
  days.map((on, at) => ({ on, value: values[at] ?? null }));
const figures = (currency: string): Home['figures'] => [
  figure('accrued', currency, {
    value: '86120440.10',
    coverage: {
      included: 40,
      total: 41,
      excluded: [{ id: 'z', name: 'Zanele Mokoena at Harbor', reason: 'nothing has been accrued', lastDate: null }],
      carried: [],
    },
    change: { since: '2026-09-30', difference: '-1250000.00', percent: '-1.43068' },
    series: points(quarters, null, '71000000.00', '90120000.00', '87370440.10', '86120440.10'),
  }),
  figure('escrow', currency, {
    value: '7439843.81',
    change: { since: '2026-09-30', difference: '0.00', percent: '0' },
    series: points(quarters, '5100000.00', '5100000.00', '7439843.81', '7439843.81', '7439843.81'),
  }),
  figure('distributed', currency, {
    value: '12500000.00',
    change: { since: '2025-10-01', difference: '11500000.00', percent: '1150' },
    series: points(years, '0.00', '250000.00', '1000000.00', '12500000.00'),
  }),
  figure('netPaid', currency, {
    value: '7100450.55',
    change: { since: '2025-10-01', difference: '7100450.55', percent: null },
    series: points(years, '0.00', '0.00', '610000.00', '7100450.55'),
  }),
  figure('awaiting', currency, { reason: 'A submitted distribution has figures that aren’t determined.' }),
];

const full: Home = {
  today: '2026-10-01',
  hasMore: false,
  figures: figures('USD'),
  waiting: [
    waiting('approval', 'Q3 2026 carry distribution', { detail: 'Ada Lindqvist' }),
    waiting('returned', 'Spring exit', { detail: 'Priya Raman: The escrow of the last run is missing.' }),
    waiting('approval', 'Escrow of June', { type: 'ledgerRun' }),
    waiting('confirmation', 'Zanele Mokoena', { type: 'employee', currency: null, amount: null }),
    waiting('release', 'Alder Growth Fund I', { type: 'fund' }),
    waiting('mismatch', 'Alder Carry Holdings', { type: 'entity', currency: null, amount: null }),
    waiting('notDetermined', 'Q4 draft', { amount: null }),
    waiting('draft', 'Harbor exit', { id: id(77), amount: '1250000.00' }),
    waiting('upload', 'plan 2026.xlsx', { type: 'upload', currency: null, amount: null }),
  ],
  runs: [
    {
      type: 'distribution',
      id: id(90),
      name: 'Q2 2026 carry distribution',
      date: '2026-06-30',
      status: { code: 'DISB', description: 'Disbursed' },
      currency: 'USD',
      amount: '12500000.00',
      updatedDate: since,
    },
    {
      type: 'realization',
      id: id(91),
      name: 'Q2 accrual',
      date: '2026-06-30',
      status: { code: 'DRAFT', description: 'Draft' },
      currency: 'USD',
      amount: null,
      updatedDate: since,
    },
  ],
  carry: [
    { ...fund(1, 'Alder Growth Fund II'), year: 2025, amount: '1000000.00' },
    { ...fund(1, 'Alder Growth Fund II'), year: 2026, amount: '2500000.00' },
    { ...fund(1, 'Alder Growth Fund II'), year: null, amount: '3500000.00' },
    { ...fund(2, 'Alder Growth Fund III'), year: 2026, amount: '10000000.00' },
    { ...fund(2, 'Alder Growth Fund III'), year: null, amount: '10000000.00' },
    { ...all, year: 2025, amount: '1000000.00' },
    { ...all, year: 2026, amount: '12500000.00' },
    { ...all, year: null, amount: '13500000.00' },
  ],
};
const vesting: HomeVesting = {
  until: '2027-10-01',
  byFund: [
    { ...fund(1, 'Alder Growth Fund II'), vested: '3100000.00', vests: '250000.00' },
    { ...fund(2, 'Alder Growth Fund III'), vested: null, vests: null },
  ],
};

const stepOf = (id: 'fund' | 'allocationProfile', state: 'open' | 'blocked' | 'done'): Setup['steps'][number] => ({
  id,
  state,
  after: state === 'blocked' ? ['fund'] : [],
  missing: [],
  recordId: null,
  doneDate: null,
  doneBy: null,
  people: [],
});
/** The setup steps, which say if something can be distributed yet. */
const setupWith = (...steps: Setup['steps']) =>
  cachedAnswer('listSetupSteps', undefined, { isFinished: false, isDismissed: true, steps });
const withProfile = setupWith(stepOf('fund', 'done'), stepOf('allocationProfile', 'done'));
const withoutFund = setupWith(stepOf('fund', 'open'), stepOf('allocationProfile', 'blocked'));

const meta: Meta<typeof HomePanels> = {
  title: 'features/Home',
  component: HomePanels,
  args: { home: full, vesting, onRetry: () => undefined },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <CachedAnswers answers={[withProfile]} signedInAs="editor">
          <Story />
        </CachedAnswers>
      </MemoryRouter>
    ),
  ],
};
export default meta;
type Story = StoryObj<typeof HomePanels>;

/** Every figure links to its source. */
export const Full: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Q3 2026 carry distribution' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^#\/carry\/distribution\/.*\/approvals$/),
    );
    await expect(canvas.getByRole('link', { name: 'Alder Carry Holdings' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^#\/carry\/entity\/.*\/profile\/members$/),
    );
    // Each task has its action, which leads to the page where it is done.
    const actions = [
      ['Approve Q3 2026 carry distribution', /distribution\/.*\/approvals$/],
      ['Fix Spring exit', /distribution\/.*\/edit$/],
      ['Confirm Zanele Mokoena', /profile\/bank-account$/],
      ['Release Alder Growth Fund I', /ledger\/create\?release=/],
      ['Resolve Alder Carry Holdings', /profile\/members$/],
      ['Resume Harbor exit', /distribution\/.*\/edit$/],
    ] as const;
    for (const [name, path] of actions)
      await expect(canvas.getByRole('link', { name })).toHaveAttribute('href', expect.stringMatching(path));
    // A key figure links to the rows that add up to it.
    await expect(canvas.getByRole('link', { name: 'Accrued, not yet paid' })).toHaveAttribute(
      'href',
      '#/carry/report/estimated-accrued-carry?selectedDate=2026-10-01',
    );
    await expect(canvas.getByRole('region', { name: 'Key figures, USD' })).toHaveTextContent(
      /Distributed in 2026.*Up 1,150.0% from the same days of 2025/,
    );
    await expect(canvas.getByText(/40 of 41 accounts; excludes Zanele Mokoena at Harbor/)).toBeVisible();
    for (const link of canvas.getAllByRole('link', { name: '10,000,000.00' }))
      await expect(link).toHaveAttribute(
        'href',
        expect.stringContaining('#/carry/report/distributions-by-fund?status=DISB&fundId='),
      );
    for (const link of canvas.getAllByRole('link', { name: 'not determined' }))
      await expect(link).toHaveAttribute('href', expect.stringContaining('#/carry/report/vesting-ahead?to=2027-10-01'));
  },
};
/** A key figure has an explanation with its parts. One that isn’t determined has none. */
export const Explained: Story = {
  decorators: [
    (Story) => (
      <CachedAnswers
        answers={[
          cachedAnswer(
            'explainHomeFigure',
            { query: { figure: 'escrow', currency: 'USD' } },
            {
              path: ['sum'],
              formula: 'carry.keyFigure.escrow',
              text: 'the sum of the escrow that is held for each fund today',
              inputs: [
                { name: 'Alder Growth Fund II', value: '5000000.00', unit: 'money' },
                { name: 'Alder Growth Fund III', value: '2439843.81', unit: 'money' },
              ],
              records: [{ id: id(1), name: 'Alder Growth Fund II', type: 'fund', containerId: null }],
              result: '7439843.81',
              unit: 'money',
              source: 'docs/calculations/escrow.md',
              children: [],
            },
          ),
          withProfile,
        ]}
        signedInAs="editor"
      >
        <Story />
      </CachedAnswers>
    ),
  ],
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getAllByRole('button', { name: /^Why / })).toHaveLength(4);
    await userEvent.click(canvas.getByRole('button', { name: 'Why 7,439,843.81?' }));
    const panel = within(await screen.findByRole('dialog'));
    await expect(await panel.findByText(/the sum of the escrow that is held for each fund today/)).toBeVisible();
    await expect(panel.getByText('2,439,843.81')).toBeVisible();
    await expect(panel.getByRole('link', { name: /Alder Growth Fund II/ })).toBeVisible();
  },
};
/** The distance of the frame, with its line, from the text. */
const edge = 17;
export const Aligned: Story = {
  name: 'Titles, first columns and first key figures start at the same distance from the frame',
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('Vesting in the next 12 months, USD')).toBeVisible();
    const starts = [...canvasElement.querySelectorAll('section')].flatMap((panel) =>
      [...panel.querySelectorAll('header h2, thead th:first-child, dl > div:first-child > dt')].map((text) => {
        const padding = Number.parseFloat(getComputedStyle(text).paddingLeft);
        return Math.round(text.getBoundingClientRect().left + padding - panel.getBoundingClientRect().left);
      }),
    );
    await expect(starts.length).toBeGreaterThan(8);
    await expect(starts.filter((start) => start !== edge)).toEqual([]);
  },
};
/** Both lists state their order, and every column sorts them. */
export const Sorted: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText(/The newest comes first\. On a day, the largest amount comes first\./)).toBeVisible();
    await expect(canvas.getByText('The run changed last comes first.')).toBeVisible();
    const tasks = within(canvas.getByRole('group', { name: 'Waiting for you, table' }));
    const names = () => tasks.getAllByRole('row').map((row) => within(row).queryAllByRole('link')[0]?.textContent);
    await expect(names()[1]).toBe('Q3 2026 carry distribution');
    await userEvent.click(tasks.getByRole('button', { name: 'Why' }));
    await expect(names()[1]).toBe('Zanele Mokoena');
    await expect(canvas.queryByText(/The newest comes first/)).toBeNull();
    await expect(tasks.getByRole('columnheader', { name: 'Why' })).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(tasks.getByRole('button', { name: 'Amount' }));
    await expect(names().at(-1)).toBe('plan 2026.xlsx');
  },
};
/** On a phone, each row is a card: why it waits, since when, and its amount with the currency. */
export const OnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    const waitingFor = within(canvas.getByRole('list', { name: 'Waiting for you' })).getAllByRole('listitem');
    await expect(waitingFor[0]).toHaveTextContent(
      /Q3 2026.*To approve.*Ada Lindqvist.*Submitted 09\/30\/2026.*49,590,981\.21/,
    );
    // Without a detail and an amount, nothing stands in their place.
    await expect(waitingFor[3]).toHaveTextContent(
      /^Zanele MokoenaBank account to confirmEntered 09\/30\/2026 [0-9:]+Confirm$/,
    );
    const runs = within(canvas.getByRole('list', { name: 'Last runs' })).getAllByRole('listitem');
    await expect(runs[0]).toHaveTextContent(/Disbursed.*06\/30\/2026.*12,500,000\.00/);
    const vests = within(canvas.getByRole('list', { name: 'Vesting in the next 12 months' })).getAllByRole('listitem');
    for (const card of [...waitingFor, ...runs, ...vests])
      await expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth + 1);
  },
};
export const Empty: Story = {
  args: { home: { ...full, waiting: [], figures: [], runs: [], carry: [] }, vesting: { ...vesting, byFund: [] } },
  decorators: [
    (Story) => (
      <CachedAnswers answers={[withoutFund]} signedInAs="editor">
        <Story />
      </CachedAnswers>
    ),
  ],
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Nothing is waiting for you.')).toBeVisible();
    await expect(canvas.getAllByText('Nothing has been disbursed yet.')).toHaveLength(2);
    await expect(canvas.getByText('Nothing has been accrued or distributed yet.')).toBeVisible();
    // Nothing can be distributed yet.
    await expect(canvas.getByRole('link', { name: 'Upload a carry plan' })).toBeVisible();
    await expect(canvas.queryByRole('link', { name: 'Create distribution' })).toBeNull();
  },
};
/** A viewer can take none of the first steps, so there is no hint at them. */
export const EmptyForAViewer: Story = {
  args: { home: { ...full, waiting: [], figures: [], runs: [], carry: [] }, vesting: { ...vesting, byFund: [] } },
  decorators: [
    (Story) => (
      <CachedAnswers answers={[withoutFund]} signedInAs="viewer">
        <Story />
      </CachedAnswers>
    ),
  ],
  play: async ({ canvas }) => {
    await expect(canvas.getByText('There are no records to display')).toBeVisible();
    await expect(canvas.queryByText(/Upload a carry plan/)).toBeNull();
  },
};
export const SharesWithoutRuns: Story = {
  args: { home: { ...full, figures: [], runs: [], carry: [] } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Create distribution' })).toBeVisible();
    await expect(canvas.queryByRole('link', { name: 'Upload a carry plan' })).toBeNull();
  },
};
/** Vesting is computed separately. The rest of the page neither waits for it nor fails with it. */
export const VestingIsComputed: Story = { args: { vesting: undefined } };
export const FirstStepIsUnknown: Story = {
  name: 'No first step is offered until it is clear whether it can succeed',
  args: { home: { ...full, runs: [] } },
  decorators: [
    (Story) => (
      <CachedAnswers answers={[]} signedInAs="editor">
        <Story />
      </CachedAnswers>
    ),
  ],
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Last runs')).toBeVisible();
    await expect(canvas.queryByRole('link', { name: /Create distribution|Upload a carry plan/ })).toBeNull();
  },
};
const settingUp = { setup: <p>Setup steps</p>, isSettingUp: true } as const;
export const NewFirm: Story = {
  name: 'The setup steps replace the panels as long as all of them are empty',
  args: {
    home: { ...full, waiting: [], figures: [], runs: [], carry: [] },
    vesting: { ...vesting, byFund: [] },
    ...settingUp,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Setup steps')).toBeVisible();
    await expect(canvas.queryByText('Waiting for you')).toBeNull();
    await expect(canvas.queryByText('Last runs')).toBeNull();
  },
};
export const FirstWork: Story = {
  name: 'The setup steps are above the panels as soon as there is work',
  args: { home: { ...full, figures: [], runs: [], carry: [] }, vesting: { ...vesting, byFund: [] }, ...settingUp },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Setup steps')).toBeVisible();
    await expect(canvas.getByText('Waiting for you')).toBeVisible();
  },
};
export const VestingFails: Story = {
  args: { vesting: undefined, vestingFailure: 'The server cannot be reached.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('The server cannot be reached.')).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Escrow of June' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^#\/carry\/ledger\//),
    );
  },
};
export const SeveralCurrencies: Story = {
  args: {
    home: {
      ...full,
      figures: [...figures('USD'), ...figures('EUR').slice(2, 4)],
      carry: [
        ...full.carry,
        { ...fund(3, 'Cedar Europe', 'EUR'), year: 2026, amount: '7.00' },
        { ...fund(3, 'Cedar Europe', 'EUR'), year: null, amount: '7.00' },
        { ...all, currency: 'EUR', year: 2026, amount: '7.00' },
        { ...all, currency: 'EUR', year: null, amount: '7.00' },
      ],
    },
  },
};
const decade = Array.from({ length: 11 }, (_, at) => 2016 + at);
const elevenYears: Home = {
  ...full,
  carry: [fund(1, 'Alder Growth Fund II'), all].flatMap((holder) => [
    ...decade.map((year) => ({ ...holder, year, amount: '5879631.95' })),
    { ...holder, year: null, amount: '64675951.45' },
  ]),
};
/** Every year of the total has a column. A line names those that don't fit, and shows them. */
export const ManyYears: Story = { args: { home: elevenYears } };
export const ManyYearsOnAPhone: Story = {
  ...ManyYears,
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas, userEvent }) => {
    const table = canvas.getByRole('group', { name: /^Carry by fund and year/ });
    await expect(await within(table.parentElement ?? table).findByText(/columns don’t fit.*2016/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Show all columns' }));
    for (const year of decade)
      await expect(canvas.getByRole('columnheader', { name: String(year) })).toBeInTheDocument();
  },
};
export const Long: Story = {
  args: {
    home: {
      ...full,
      hasMore: true,
      waiting: Array.from({ length: 40 }, (_, at) =>
        waiting('approval', `Distribution of the ${'very '.repeat(at % 6)}long name ${String(at)}`, { id: id(at) }),
      ),
    },
  },
};
