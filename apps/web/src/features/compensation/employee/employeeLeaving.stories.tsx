import { type LeavingFigure, leavingFigures } from '@carrara/contract/compensation/leavingFigures';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, userEvent } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { EmployeeLeaving } from './EmployeeLeaving.tsx';

const id = 'ada';
const days = ['2026-12-31', '2027-12-31'];
type Line = Answer<'getEmployeeLeaving'>['lines'][number];
type Cell = string | { readonly value: string | null; readonly reason: string };
const line = (figure: LeavingFigure, currency: string | null, ...values: readonly Cell[]): Line => ({
  figure,
  currency,
  values: values.map((value, at) => ({
    on: days[at] ?? '',
    ...(typeof value === 'string' ? { value, reason: null } : value),
  })),
});
const without = 'Excludes Harbour Coinvestment: it has no vesting schedule.';
const noSalary = 'Some days of employment have no salary.';
const filled: Line[] = [
  line('baseSalary', 'USD', '132000.00', '132000.00'),
  line('salaryEarned', 'USD', '126049.32', { value: null, reason: noSalary }),
  line('bonus', 'USD', '5000.00', '0.00'),
  line('paid', 'USD', '5000.00', '10000.00'),
  line('closing', 'USD', '0.00', '0.00'),
  line('forfeited', 'USD', '5000.00', '0.00'),
  line('paid', 'EUR', '150.00', '300.00'),
  line('closing', 'EUR', '0.00', '0.00'),
  line('forfeited', 'EUR', '150.00', '0.00'),
  line('originalCarryAmount', 'USD', '1204331.08', { value: '1204331.08', reason: without }),
  line('vestedCarryAmount', 'USD', '900000.08', { value: '1000000.08', reason: without }),
  line('forfeitedCarryAmount', 'USD', '304331.00', { value: '204331.00', reason: without }),
];
const neverEmployed = { value: null, reason: 'Not employed on that day.' };
const empty = Object.keys(leavingFigures.pay).map((figure) =>
  line(figure as LeavingFigure, null, neverEmployed, neverEmployed),
);
const many: Line[] = ['AUD', 'CHF', 'EUR', 'GBP', 'JPY', 'USD'].flatMap((currency) =>
  Object.keys(leavingFigures.deferred).map((figure) =>
    line(figure as LeavingFigure, currency, '123456789012.34', '-123456789012.34'),
  ),
);

interface Setup {
  readonly lines: Line[];
  readonly canView?: boolean;
  readonly leavingDate?: string;
  /** False to open the page without dates in its address. */
  readonly hasDates?: boolean;
}

function Leaving({ lines, canView = true, leavingDate, hasDates = true }: Setup) {
  const leaver = { leaverKind: 'BAD', deferredTreatment: 'FORFEIT' } as const;
  const on = hasDates ? days.join(',') : (leavingDate ?? '');
  const query = leavingDate ? { on } : { ...leaver, on };
  const employee = { id, name: 'Ada Lane', terminationDate: leavingDate ?? null } as Answer<'getCompEmployee'>;
  return (
    <CachedAnswers
      signedInAs="editor"
      application="comp"
      answers={[
        cachedAnswer('getCompEmployee', { params: { id } }, employee),
        cachedAnswer('getPayVisibility', { params: { id } }, { id, canView }),
        cachedAnswer(
          'getEmployeeLeaving',
          { params: { id }, query },
          { ...leaver, recordedTreatment: null, employeeId: id, days: on.split(','), lines },
        ),
        cachedAnswer(
          'explainEmployeeLeaving',
          {
            params: { id },
            query: { ...leaver, on: '2026-12-31', line: 'forfeited', currency: 'EUR' },
          },
          {
            path: ['forfeited'],
            formula: 'compensation.deferredByThen',
            text: 'the sum of the deferred award entries by that day, including those that leaving would add',
            inputs: [{ name: 'amount 1', value: '150.00', unit: 'money' }],
            result: '150.00',
            unit: 'money',
            source: 'docs/calculations/deferred-award.md',
            children: [],
          },
        ),
      ]}
    >
      <MemoryRouter
        initialEntries={[
          `/comp/employee/${id}/profile/leaving?leaverKind=BAD${hasDates ? `&on=${days.join(',')}` : ''}`,
        ]}
      >
        <main>
          <EmployeeLeaving id={id} />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = {
  title: 'compensation/If leaving',
  component: Leaving,
  args: { lines: filled },
} satisfies Meta<typeof Leaving>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SideBySide: Story = {
  name: 'Days side by side, by currency; undetermined figures say why',
  play: async ({ canvas }) => {
    const earned = await canvas.findByRole('row', { name: /Salary earned that year, USD/ });
    await expect(earned).toHaveTextContent('126,049.32');
    await expect(canvas.getByText(/Carry continues to vest by its schedules\./)).toBeVisible();
    await expect(earned).toHaveTextContent(`n.d.: ${noSalary}`);
    await expect(canvas.getByText(`12/31/2027: ${noSalary}`)).toBeVisible();
    await expect(canvas.getByText(`12/31/2027: ${without}`)).toBeVisible();
    await expect(canvas.getByRole('row', { name: /Deferred, forfeited, EUR/ })).toHaveTextContent('150.00');
    await expect(canvas.getByRole('combobox', { name: /Deferred awards that have not vested/ })).toHaveValue('Forfeit');
  },
};

export const Why: Story = {
  name: 'Why a figure would be what it is',
  play: async ({ canvas }) => {
    const row = await canvas.findByRole('row', { name: /Deferred, forfeited, EUR/ });
    row.querySelector('button')!.focus();
    await userEvent.keyboard('{Enter}');
    await expect(await screen.findByText(/the sum of the deferred award entries/)).toBeVisible();
  },
};

export const NothingDetermined: Story = {
  name: 'Days without employment: nothing is determined, with one reason',
  args: { lines: empty },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Not employed on that day.', { selector: 'li' })).toBeVisible();
  },
};

export const AfterLeaving: Story = {
  name: 'Somebody who has left: the termination date, and no later day',
  args: {
    leavingDate: '2026-06-30',
    hasDates: false,
    lines: [
      {
        figure: 'vestedCarryAmount',
        currency: 'USD',
        values: [{ on: '2026-06-30', value: '900000.08', reason: null }],
      },
    ],
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^Ada Lane left on 06\/30\/2026\./)).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'On leaving' })).toBeVisible();
    // No decision is invented where none is recorded.
    await expect(canvas.getByText('Left as: not recorded')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Correct leaving' })).toBeVisible();
    const treatment = canvas.getByRole('combobox', { name: 'Deferred awards that have not vested' });
    await expect(treatment).toHaveValue('Not yet decided');
    await expect(canvas.queryByText(/Carry continues to vest/)).toBeNull();
    await expect(await canvas.findByRole('row', { name: /Vested carry, USD/ })).toHaveTextContent('900,000.08');
    await expect(canvas.getAllByRole('columnheader')).toHaveLength(2);
    const day = canvas.getByRole('textbox', { name: 'Another day' });
    await userEvent.type(day, '07/01/2026{Enter}');
    await expect(canvas.getByText('Choose 06/30/2026, the day of leaving, or an earlier day')).toBeVisible();
  },
};

export const Long: Story = { name: 'Six currencies and long amounts', args: { lines: many } };

export const NoAccess: Story = {
  name: 'Not offered without access to the pay',
  args: { lines: [], canView: false },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('You don’t have access to this employee’s pay.')).toBeVisible();
    await expect(canvas.queryByRole('textbox')).toBeNull();
  },
};

export const WrongDay: Story = {
  name: 'An invalid or repeated day has a message at its field and stays as typed',
  play: async ({ canvas }) => {
    const day = await canvas.findByRole('textbox', { name: 'Another day' });
    const add = canvas.getByRole('button', { name: 'Add day' });
    await userEvent.click(add);
    await expect(canvas.getByText('Enter a day')).toBeVisible();
    await userEvent.type(day, '02/30/2027');
    await userEvent.click(add);
    await expect(canvas.getByText('Another day must be a date, such as 09/30/2026')).toBeVisible();
    await expect(day).toHaveValue('02/30/2027');
    await userEvent.clear(day);
    await userEvent.type(day, '12/31/2026');
    await userEvent.click(add);
    await expect(canvas.getByText('12/31/2026 is already included')).toBeVisible();
  },
};

/** Simulates a server that does not respond. */
const silent = () => {
  const before = window.fetch;
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  return () => {
    window.fetch = before;
  };
};

export const Unanswered: Story = {
  name: 'A day that the server does not answer is still chosen, and is asked again',
  beforeEach: silent,
  play: async ({ canvas }) => {
    const day = await canvas.findByRole('textbox', { name: 'Another day' });
    await userEvent.type(day, '06/30/2027{Enter}');
    await expect(await canvas.findByText(/API Server is currently unavailable/)).toBeVisible();
    await expect(day).toHaveValue('');
    await expect(canvas.getByRole('button', { name: 'Remove 06/30/2027' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Remove 06/30/2027' }));
    await expect(await canvas.findByRole('row', { name: /Vested carry, USD/ })).toBeVisible();
  },
};
