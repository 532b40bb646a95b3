import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { CheckReport } from './CheckReport.tsx';
import type { UploadReport } from './fileTypes.ts';
import { checkedUpload } from './testing/checkedUpload.ts';

const changesOf = (count: number): UploadReport['changes'] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'Investments',
    record: `Meridian Health Systems and Associated Care Providers ${String(at + 1)}`,
    field: 'Initial investment date',
    before: '03/31/2019',
    after: '06/30/2019',
  }));
const errorsOf = (count: number): UploadReport['errors'] =>
  Array.from({ length: count }, (_, at) => ({
    sheet: 'Allocations',
    row: at + 2,
    column: at % 3 === 0 ? null : 'Predilute %',
    reason: `'18,2 %' is not a number. Percentages are written as 18.2, with up to ten decimals.`,
  }));

const meta: Meta<typeof CheckReport> = {
  title: 'features/Import check',
  component: CheckReport,
  args: { report: checkedUpload },
  decorators: [
    (Story) => (
      <CachedAnswers answers={[]} signedInAs="editor">
        <Story />
      </CachedAnswers>
    ),
  ],
};
export default meta;
type Story = StoryObj<typeof CheckReport>;

export const NewRecords: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Planned changes')).toBeVisible();
    await expect(canvas.queryByText(/changes existing records/)).toBeNull();
    await expect(canvas.getByText('You can’t undo this import once you confirm it.')).toBeVisible();
  },
};

export const ChangesExistingRecords: Story = {
  args: {
    report: {
      ...checkedUpload,
      effects: [{ kind: 'Investments', created: 0, updated: 3, unchanged: 45, newVersions: 1 }],
      notes: ['Distribution 2025 Q4 is disbursed and is left alone.'],
      warnings: [
        'The profile of Alder Ridge Partners II would be in force since 01/01/2024, before a distribution that used another.',
      ],
      changes: changesOf(3),
      numberOfChanges: 3,
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Confirm to update them/)).toBeVisible();
    await expect(canvas.getByText('Changes to existing records (3)')).toBeVisible();
  },
};

export const ErrorsOfCsv: Story = {
  name: 'Row errors of a CSV file, which has no sheets',
  args: { report: { ...checkedUpload, errors: errorsOf(2).map((error) => ({ ...error, sheet: 'csv' })) } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('columnheader', { name: 'Row' })).toBeVisible();
    await expect(canvas.queryByRole('columnheader', { name: 'Sheet' })).toBeNull();
  },
};

const versions = ['ARP-I', 'ARP-II', 'ARP-III'].map(
  (fund) => `${fund}: Effective date changes from 09/10/2026 to 03/31/2012`,
);
/** Many warnings are folded to one line below the effects. */
export const ManyWarnings: Story = {
  args: { report: { ...checkedUpload, warnings: versions } },
  play: async ({ canvas }) => {
    const count = canvas.getByText('3 warnings');
    await expect(canvas.getByText(versions[0] ?? '')).not.toBeVisible();
    const table = canvas.getByText('Planned changes');
    await expect(table.getBoundingClientRect().top).toBeLessThan(count.getBoundingClientRect().top);
    await userEvent.click(count);
    await expect(canvas.getByText(versions[0] ?? '')).toBeVisible();
  },
};

export const Payroll: Story = {
  name: 'What a file of payroll pays',
  args: {
    report: {
      ...checkedUpload,
      fileType: 'payroll-actuals',
      effects: [{ kind: 'Payroll rows', created: 3, updated: 0, unchanged: 0, newVersions: 0 }],
      sums: [
        { kind: 'Salary', currency: 'EUR', amount: '14250.00', rows: 2, people: 2 },
        { kind: 'Annual bonus', currency: 'USD', amount: '-0.20', rows: 1, people: 1 },
      ],
      notes: [
        'The file pays 2 people.',
        'Earlier payments that only Overwrite removes: Max Pay (Salary, 01/01/2026 to 01/31/2026, EUR 8,000.00).',
      ],
      warnings: [
        '1 person with a salary in 01/01/2026 to 01/31/2026 isn’t paid by this file: Nina New.',
        'Negative amounts: Max Pay (row 2). Check the sign, or use a pay type for corrections.',
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Amounts in the file')).toBeVisible();
    await expect(canvas.getByRole('row', { name: /Salary EUR 14,250\.00 2 2/ })).toBeVisible();
    await expect(canvas.getByRole('row', { name: /Annual bonus USD/ })).toBeVisible();
    await expect(canvas.getByText(/isn’t paid by this file: Nina New/)).toBeVisible();
    // Remarks that change what is paid aren’t folded.
    await expect(canvas.getByText(/only Overwrite removes: Max Pay/)).toBeVisible();
    await expect(canvas.getByText(/Negative amounts: Max Pay/)).toBeVisible();
  },
};

export const RowErrors: Story = {
  args: { report: { ...checkedUpload, errors: errorsOf(2) } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/2 row errors/)).toBeVisible();
    await expect(canvas.getByText('Changes from the rows without errors')).toBeVisible();
  },
};

export const Long: Story = {
  args: { report: { ...checkedUpload, errors: errorsOf(120), changes: changesOf(80), numberOfChanges: 4180 } },
  play: async ({ canvas }) => expect(canvas.getByText('and 4,100 more (not listed here)')).toBeVisible(),
};

export const Done: Story = {
  args: { report: { ...checkedUpload, status: 'DONE', progress: 100 } },
  play: async ({ canvas }) => expect(canvas.getByText('Completed changes')).toBeVisible(),
};

export const NothingToDo: Story = { args: { report: { ...checkedUpload, effects: [] } } };

export const Undone: Story = {
  name: 'Undone: by whom, when, why and with which effects, without the file’s contents',
  args: {
    report: {
      ...checkedUpload,
      status: 'UNDONE',
      warnings: ['3 rows are dated in a locked quarter and will appear in the first open one: 2, 5, 9.'],
      undone: {
        by: 'Priya Raman',
        date: '2026-10-02T09:30:00Z',
        reason: 'It was the file of another fund',
        notes: [
          '3 rows are in a locked quarter, and its figures don’t change. The reversals appear in the first open quarter, marked Late.',
        ],
        figures: [
          {
            vehicleId: '018f2c1e-0000-7000-8000-000000000002',
            name: 'Alder Ridge Partners Fund IV',
            currency: 'USD',
            periodEnd: '2026-12-31',
            nav: { before: '642907225.52', after: '643107225.52' },
            unfunded: { before: '1573377938.04', after: '1573377938.04' },
            irr: { before: '7.65', after: null },
            notDetermined: [{ field: 'irr.after', code: 'NO_ROOT', message: 'No rate solves the flows.' }],
          },
        ],
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Undone by Priya Raman on .*: It was the file of another fund$/)).toBeVisible();
    await expect(canvas.getByText(/marked Late/)).toBeVisible();
    await expect(canvas.getByText('Undone changes')).toBeVisible();
    await expect(canvas.getByText('643,107,225.52')).toBeVisible();
    await expect(canvas.getByText(/^These figures cover all partners/)).toBeVisible();
    await expect(canvas.queryByText(/will appear in the first open one/)).toBeNull();
  },
};
