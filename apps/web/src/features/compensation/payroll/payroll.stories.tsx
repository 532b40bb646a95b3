import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, userEvent } from 'storybook/test';
import { lists } from 'virtual:contract/tables';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { EmployeePayroll, Payroll, PayrollPeriod } from './Payroll.tsx';

const [from, to] = ['2026-08-01', '2026-08-31'];
const page = (rows: readonly object[]) =>
  ({ pageData: rows, totalItemCount: rows.length, currentPage: 1, pageSize: 25 }) as never;
const first = (list: 'listPayroll' | 'listPayrollFiles' | 'reportPayrollTieOut', more: object = {}) => {
  const { defaultSort, pageSize } = lists[list];
  const sort = { sortColumn: defaultSort?.field, sortAsc: String(defaultSort?.ascending) };
  return { query: { startPage: 1, pageSize, ...sort, searchQuery: '', ...more } } as never;
};
const file = (id: string, state: string, rows: number, createdDate: string) => ({
  id,
  provider: 'Payday',
  periodStart: from,
  periodEnd: to,
  rows,
  state,
  fileName: `${id}.csv`,
  createdDate,
  createdBy: 'Priya Raman',
});
const files = [
  file('august corrected', 'In force', 42, '2026-09-02T09:00:00.000Z'),
  file('august', 'Superseded', 41, '2026-09-01T09:00:00.000Z'),
];
const tied = (id: string, name: string, figures: object, status: readonly [string, string], more: object = {}) => ({
  id,
  employee: { id, name },
  periodStart: from,
  periodEnd: to,
  currency: 'USD',
  basis: 'Full pay period',
  explanation: null,
  notDetermined: [],
  status: { code: status[0], description: status[1] },
  ...figures,
  ...more,
});
const reason = 'Hourly pay depends on hours that are not recorded here.';
const rows = [
  tied('ann', 'Ann Pay', { expected: '11000.00', paid: '11250.00', difference: '250.00' }, ['OPEN', 'To explain']),
  tied('ben', 'Ben Pay', { expected: '6400.00', paid: '6400.00', difference: '0.00' }, ['AGREED', 'Agrees'], {
    currency: 'GBP',
  }),
  tied('cat', 'Cat Pay', { expected: null, paid: '2600.00', difference: null }, ['UNDETERMINED', 'Not determined'], {
    basis: null,
    notDetermined: ['expected', 'difference'].map((field) => ({ field, code: 'HOURLY', message: reason })),
  }),
];
const paid = [
  {
    id: 'row',
    employeeId: 'ann',
    name: 'Ann Pay',
    provider: 'Payday',
    periodStart: from,
    periodEnd: to,
    payDate: '2026-08-28',
    payType: { id: 'salary', code: 'SALARY', description: 'Salary' },
    amount: '11250.00',
    currency: { id: 'usd', code: 'USD', description: 'US Dollar' },
    fileName: 'august corrected.csv',
  },
];

const meta: Meta = { title: 'compensation/Payroll' };
export default meta;
type Story = StoryObj;

const filesOf = (canViewAllPay: boolean) => (
  <CachedAnswers
    signedInAs="editor"
    application="comp"
    answers={[
      cachedAnswer('listPayrollFiles', first('listPayrollFiles'), page(files)),
      cachedAnswer('getPayAccessOptions', undefined, { holders: 2, canViewAllPay } as never),
    ]}
  >
    <MemoryRouter>
      <main>
        <Payroll />
      </main>
    </MemoryRouter>
  </CachedAnswers>
);
/** A payroll file contains everybody's pay, so people who see only some can't upload one. */
export const FilesForSome: Story = {
  render: () => filesOf(false),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Rows visible to you')).toBeVisible();
    await expect(canvas.queryByRole('link', { name: 'Upload payroll' })).toBeNull();
  },
};
export const Files: Story = {
  name: 'Its files: one is in force for a provider and period, and opens',
  render: () => filesOf(true),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Superseded')).toBeVisible();
    await expect(canvas.getAllByRole('link', { name: 'Payday' })).toHaveLength(1);
    await expect(canvas.getByRole('link', { name: 'Upload payroll' })).toBeVisible();
  },
};

const period = (role: 'editor' | 'viewer') => (
  <CachedAnswers
    signedInAs={role}
    application="comp"
    answers={[
      cachedAnswer('reportPayrollTieOut', first('reportPayrollTieOut', { from, to }), page(rows)),
      cachedAnswer('listPayroll', first('listPayroll', { periodStart: from, periodEnd: to }), page(paid)),
    ]}
  >
    <MemoryRouter initialEntries={[`/comp/payroll/period?from=${from}&to=${to}`]}>
      <main>
        <PayrollPeriod />
      </main>
    </MemoryRouter>
  </CachedAnswers>
);

export const Period: Story = {
  name: 'A period held to the salaries: one difference is to be explained',
  render: () => period('editor'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('To explain')).toBeVisible();
    await expect(canvas.getAllByText('not determined', { exact: false })[0]).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Explain' }));
    await expect(await screen.findByRole('dialog', { name: 'Explain 250.00 USD for Ann Pay' })).toBeVisible();
  },
};

export const PeriodReadOnly: Story = {
  name: 'The same for who only reads',
  render: () => period('viewer'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('To explain')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Explain' })).toBeNull();
  },
};

export const OfAnEmployee: Story = {
  name: 'An employee: payments and their comparison, the newest period first, each under its heading; a difference is explained there',
  render: () => (
    <CachedAnswers
      signedInAs="editor"
      application="comp"
      answers={[
        cachedAnswer(
          'reportPayrollTieOut',
          first('reportPayrollTieOut', {
            employeeId: 'ann',
            from: '1900-01-01',
            sortColumn: 'periodStart',
            sortAsc: 'false',
          }),
          page(rows.slice(0, 1)),
        ),
        cachedAnswer('listPayroll', first('listPayroll', { employeeId: 'ann' }), page(paid)),
      ]}
    >
      <MemoryRouter initialEntries={['/comp/employee/ann/profile/payroll-actual']}>
        <main>
          <EmployeePayroll id="ann" />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Payments' })).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'Payroll compared with the salary' })).toBeVisible();
    await userEvent.click(await canvas.findByRole('button', { name: 'Explain' }));
    await expect(await screen.findByRole('dialog', { name: 'Explain 250.00 USD for Ann Pay' })).toBeVisible();
  },
};
