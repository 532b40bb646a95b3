import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { Dashboard } from './Dashboard.tsx';

const quarters = ['2024-12-31', '2025-03-31', '2025-06-30', '2025-09-30', '2025-12-31', '2026-03-31', '2026-06-30'];
const endDate = '2026-09-30';
const trend = (...values: readonly (string | null)[]) =>
  [...quarters, endDate].map((end, at) => ({ EndDate: end, Value: values[at] ?? null }));
const covering = { Included: 2, Total: 3, Excluded: [], Carried: [] };
const figure = (Code: string, Name: string, Kind: string, Value: string | null, more: object = {}) => ({
  Code,
  Name,
  Kind,
  Value,
  ReportedThrough: null,
  Coverage: covering,
  Change: null,
  Trend: trend(),
  TrendCoverage: { Included: 3, Total: 3, Excluded: [], Carried: [] },
  NotDetermined: [],
  ...more,
});
const figures = [
  figure('NAV', 'NAV', 'money', '182450118.20', {
    Change: { Since: '2026-06-30', Difference: '5725672.10', Percent: '3.2398' },
    Trend: trend('150000000', '152000000', null, '161000000', '168000000', '171000000', '176724446.10', '182450118.20'),
  }),
  figure('COMMITMENT', 'Commitments', 'money', '250000000.00'),
  figure('UNFUNDED', 'Unfunded', 'money', '41200000.00'),
  figure('DISTRIBUTIONS', 'Distributions since inception', 'money', '0.00'),
  figure('DPI', 'DPI', 'multiple', null, {
    NotDetermined: [{ Field: 'value', Code: 'NOT_DETERMINED', Message: 'Nothing is paid in.' }],
  }),
  figure('TVPI', 'TVPI', 'multiple', '1.62'),
];
const sums = (Currency: string) => ({
  Currency,
  TotalCommitment: '1.00',
  EndUnfundedCommitment: '1.00',
  Fmv: '1.00',
  FundSize: '1.00',
  RolledForwardFrom: null,
  ReportedThrough: null,
  Coverage: [],
});
const item = (FundName: string, Kind: string, Part: string, Detail: string) => ({
  FundId: FundName,
  FundCode: FundName,
  FundName,
  Kind,
  Quarter: endDate,
  Detail,
  Part,
  Nav: '1234567890.12',
  Currency: 'USD',
});
const items = [
  item(
    'Alder Ridge Partners Fund III, L.P.',
    'LATE',
    'values',
    'No figures for 09/30/2026. The last ones are for 06/30/2026.',
  ),
  item('Basalt', 'VALUES', 'values', '9 of 12 holdings valued on 09/30/2026'),
  item('Cedar', 'CLOSE', 'quarters', '2 quarters are open, the first is 06/30/2026'),
];

interface Answers {
  readonly isEmpty?: boolean;
  readonly isFailing?: boolean;
}
let answers: Answers = {};
function answerTo(url: string): unknown {
  if (url.includes('saved-view')) return { Views: [], Lists: [], Boards: [], CanShare: true };
  if (url.includes('reporting-dates'))
    return answers.isEmpty
      ? []
      : [
          {
            Id: endDate,
            EndDate: endDate,
            ReportingDate: endDate,
            FormattedDate: '09/30/2026',
            Name: '09/30/2026',
            IsDefault: true,
            IsWhole: true,
            Late: [],
            Collection: [],
          },
        ];
  if (url.includes('setup-step')) return { Steps: [], IsFinished: true, IsDismissed: true };
  if (url.includes('account/tour')) return { IsFinished: true };
  if (url.includes('quarter-work')) return { Total: 14, Items: items };
  if (url.includes('/dashboard/key-figures'))
    return [
      { Currency: 'USD', Figures: figures },
      { Currency: 'EUR', Figures: figures.slice(0, 2) },
    ];
  if (url.includes('/dashboard/totals'))
    return { ByCurrency: [sums('USD'), sums('EUR')], Funds: [], FundFamilies: [], NotDetermined: [], NumberOfFunds: 3 };
  return [];
}

const sent = fn();
const meta = {
  title: 'features/Performance dashboard',
  render: (_args, { parameters }) => (
    <CachedAnswers
      signedInAs={parameters.role ?? 'editor'}
      application={parameters.application ?? 'performance'}
      answers={[
        cachedAnswer('listSavedViews', undefined, {
          views: [],
          lists: [],
          boards: parameters.boards ?? [],
          canShare: true,
        }),
      ]}
    >
      <MemoryRouter initialEntries={['/performance/dashboard']}>
        <main>
          <Dashboard />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  ),
  beforeEach: () => {
    const { fetch } = globalThis;
    sent.mockClear();
    answers = {};
    globalThis.fetch = async (input, init) => {
      const url = String(input);
      if (!url.includes('/api/')) return fetch(input, init);
      sent(init?.method ?? 'GET', url, typeof init?.body === 'string' ? JSON.parse(init.body) : undefined);
      const fails = answers.isFailing === true && /dashboard|quarter-work/.test(url);
      return new Response(
        JSON.stringify(fails ? { Errors: [{ Code: 'UNAVAILABLE', Detail: 'Try again.' }] } : answerTo(url)),
        {
          status: fails ? 503 : 200,
          headers: { 'Content-Type': 'application/json; charset=utf-8' },
        },
      );
    };
    return () => {
      globalThis.fetch = fetch;
    };
  },
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const requested = (part: string) => sent.mock.calls.filter(([, url]) => String(url).includes(part));

export const Work: Story = {
  name: 'Begins with the work and its actions, then six key figures with their change',
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByRole('button', { name: 'Enter values of Basalt' });
    await expect(canvas.getByRole('button', { name: 'Close quarter of Cedar' })).toBeVisible();
    await expect(canvas.getByText(/^Showing 3 of 14 funds/)).toBeVisible();
    const strip = within(await canvas.findByRole('region', { name: 'Key figures at 09/30/2026, USD' }));
    await expect(strip.getByText('Up')).toBeInTheDocument();
    await expect(canvasElement.querySelectorAll('dl')[0]?.children).toHaveLength(6);
    const titles = [...canvasElement.querySelectorAll('section')].map((panel) => panel.getAttribute('aria-label'));
    await expect(titles.slice(0, 2)).toEqual(['Quarter close', 'Key figures at 09/30/2026, USD']);
    await userEvent.click(canvas.getByRole('radio', { name: 'EUR' }));
    await canvas.findByRole('region', { name: 'Key figures at 09/30/2026, EUR' });
  },
};

export const Arranged: Story = {
  name: 'A hidden panel requests nothing, and the arrangement is stored',
  parameters: { boards: [{ board: 'performanceDashboard', panels: [{ id: 'fees', isHidden: true }] }] },
  play: async ({ canvas }) => {
    await canvas.findByRole('region', { name: 'Key figures at 09/30/2026, USD' });
    await expect(requested('fund-stats')).not.toHaveLength(0);
    await expect(requested('feeValues')).toHaveLength(0);
    await userEvent.click(canvas.getByRole('button', { name: 'Arrange' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Benchmarks' }));
    await waitFor(() => expect(requested('saved-view/board')).toHaveLength(1), { timeout: 5000 });
    const [, , body] = requested('saved-view/board')[0] ?? [];
    await expect(body).toMatchObject({ Board: 'performanceDashboard' });
    await expect(body.Panels).toContainEqual({ Id: 'benchmarks', IsHidden: true });
  },
};

export const ReadOnly: Story = {
  name: 'A viewer has no work to do',
  parameters: { role: 'viewer' },
  play: async ({ canvas }) => {
    await canvas.findByRole('region', { name: 'Key figures at 09/30/2026, USD' });
    await expect(canvas.queryByRole('region', { name: 'Quarter close' })).toBeNull();
    await expect(requested('quarter-work')).toHaveLength(0);
  },
};

export const Investor: Story = {
  name: 'An investor’s dashboard has no fees and no strategies',
  parameters: { application: 'performance-lp' },
  play: async ({ canvas }) => {
    await canvas.findByRole('region', { name: 'Key figures at 09/30/2026, USD' });
    await expect(requested('feeValues')).toHaveLength(0);
    await expect(requested('byFundFamily')).toHaveLength(0);
  },
};

export const Failing: Story = {
  name: 'Each panel displays its own failure',
  beforeEach: () => {
    answers = { isFailing: true };
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThan(3));
  },
};

export const WithoutFigures: Story = {
  name: 'A firm without figures is led to its funds',
  beforeEach: () => {
    answers = { isEmpty: true };
  },
  play: async ({ canvas }) => {
    await canvas.findByText('No fund has figures yet.');
    await expect(requested('/dashboard/')).toHaveLength(0);
  },
};
