import type { CompensationHome as Home } from '@carrara/contract/compensation/home';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { CompensationHome } from './CompensationHome.tsx';

type Figure = Home['figures'][number];
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const figure = (field: Figure['field'], currency: string | null, more: Partial<Figure>): Figure => ({
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
const blank: Home = {
  today: '2026-10-01',
  until: '2027-10-01',
  waiting: [],
  hasMore: false,
  figures: [],
  payroll: [],
  payments: [],
};
const full: Home = {
  ...blank,
  hasMore: true,
  waiting: [
    { kind: 'due', id: id(1), name: 'Ann Pay', since: '2026-09-15', from: null, currency: 'USD', amount: '30000.00' },
    {
      kind: 'tieOut',
      id: id(2),
      name: 'Cat Pay',
      since: '2026-08-31',
      from: '2026-08-01',
      currency: 'USD',
      amount: '-2630.14',
    },
    {
      kind: 'tieOut',
      id: id(2),
      name: 'Cat Pay',
      since: '2026-07-31',
      from: '2026-07-01',
      currency: 'USD',
      amount: '-250.00',
    },
    {
      kind: 'drafts',
      id: '2025',
      name: '12 statements for 2025',
      since: null,
      from: null,
      currency: null,
      amount: null,
    },
  ],
  figures: [
    figure('payroll', 'USD', {
      value: '8120450.00',
      change: { since: '2025-08-31', difference: '620450.00', percent: '8.2726' },
      series: ['2024-12-31', '2025-12-31', '2026-08-31'].map((on, at) => ({ on, value: `${String(at + 7)}000000.00` })),
    }),
    figure('outstanding', 'USD', {
      value: '4100000.00',
      change: { since: '2026-09-30', difference: '0.00', percent: '0' },
      series: ['2026-06-30', '2026-09-30', '2026-10-01'].map((on) => ({ on, value: '4100000.00' })),
    }),
    figure('dueAhead', 'USD', { value: '1250000.00' }),
    figure('payroll', 'GBP', { value: '910000.00', series: [{ on: '2026-07-31', value: '910000.00' }] }),
    figure('openTieOuts', null, { kind: 'count', value: '23' }),
    figure('drafts', null, { kind: 'count', value: '12' }),
  ],
  payroll: ['Base salary', 'Bonus'].flatMap((payType, type) =>
    [2024, 2025, 2026].map((year) => ({
      year,
      payType,
      currency: 'USD',
      amount: `${String(year * (type + 1))}000.00`,
    })),
  ),
  payments: [
    { on: '2026-12-15', currency: 'USD', people: 3, amount: '250000.00' },
    { on: '2027-03-15', currency: 'USD', people: 11, amount: '1000000.00' },
  ],
};
const setup = cachedAnswer('listSetupSteps', undefined, { isFinished: true, isDismissed: true, steps: [] });
const answered = (home: Home) => (Story: () => React.JSX.Element) => (
  <MemoryRouter>
    <CachedAnswers
      answers={[cachedAnswer('getCompensationHome', undefined, home), setup]}
      signedInAs="editor"
      application="comp"
      settings={{ baseCurrency: 'USD' }}
    >
      <Story />
    </CachedAnswers>
  </MemoryRouter>
);

const meta: Meta<typeof CompensationHome> = { title: 'features/Compensation home', component: CompensationHome };
export default meta;
type Story = StoryObj<typeof CompensationHome>;

export const Full: Story = {
  name: 'Each task has its action, and each figure leads to its rows',
  decorators: [answered(full)],
  play: async ({ canvas, userEvent }) => {
    const actions = [
      ['Record Ann Pay', `#/comp/deferred/${id(1)}`],
      ['Release 12 statements for 2025', '#/comp/statement?f.year=2025'],
    ] as const;
    for (const [name, href] of actions) await expect(canvas.getByRole('link', { name })).toHaveAttribute('href', href);
    const explain = canvas.getAllByRole('link', { name: 'Explain Cat Pay' });
    await expect(explain.map((link) => link.getAttribute('href'))).toEqual([
      '#/comp/payroll/period?from=2026-08-01&to=2026-08-31',
      '#/comp/payroll/period?from=2026-07-01&to=2026-07-31',
    ]);
    for (const name of ['All differences', 'Payroll differences to explain'])
      await expect(canvas.getByRole('link', { name })).toHaveAttribute(
        'href',
        '#/comp/report/payroll-tie-out?to=2026-10-01&status=OPEN',
      );
    await expect(canvas.getByRole('link', { name: 'Payroll paid in 2026, through 08/31/2026' })).toHaveAttribute(
      'href',
      '#/comp/report/payroll-actuals?from=2026-01-01&to=2026-08-31',
    );
    const figures = canvas.getByRole('region', { name: 'Key figures, USD' });
    // The number of differences has no explanation. Its report lists them.
    const explained = within(figures).getAllByRole('button', { name: /^Why / });
    await expect(explained.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Why 8,120,450.00?',
      'Why 4,100,000.00?',
      'Why 1,250,000.00?',
      'Why 12?',
    ]);
    await expect(figures).toHaveTextContent(/8,120,450\.00.*Up 8\.3% from the same days of 2025/);
    // Counts are displayed in each currency.
    await userEvent.click(canvas.getByRole('radio', { name: 'GBP' }));
    const inPounds = within(await canvas.findByRole('region', { name: 'Key figures, GBP' }));
    await expect(inPounds.getByText('910,000.00')).toBeVisible();
    await expect(inPounds.getByText('Payroll paid in 2026, through 07/31/2026')).toBeVisible();
    await expect(inPounds.getByText('Payroll differences to explain')).toBeVisible();
    await expect(canvas.getByText('No deferred award is paid by 10/01/2027.')).toBeVisible();
  },
};
export const OnAPhone: Story = {
  name: 'On a phone, the action of a task is next to its amount',
  decorators: [answered(full)],
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    const action = canvas.getByRole('link', { name: 'Record Ann Pay' }).getBoundingClientRect();
    const amount = canvas.getByText('USD 30,000.00').getBoundingClientRect();
    await expect(amount.top).toBeLessThan(action.bottom);
    await expect(amount.bottom).toBeGreaterThan(action.top);
    await expect(amount.left).toBeGreaterThan(action.right);
  },
};
export const NothingVisible: Story = {
  name: 'Without visible pay, it says when figures appear',
  decorators: [answered(blank)],
  play: async ({ canvas }) => {
    await expect(canvas.getByText('There is no payroll and no deferred pay that you can see.')).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Employees' })).toHaveAttribute('href', '#/comp/employee');
    await expect(canvas.queryByText('Waiting for you')).toBeNull();
  },
};
