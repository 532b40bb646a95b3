import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { Feedback } from '@carrara/ui/feedback/Feedback.tsx';
import type { Role } from '@carrara/contract/core/permissions';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactNode, useState } from 'react';
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import type { FileType } from '@carrara/contract/core/fileTypes';
import type { UploadReport } from './fileTypes.ts';
import { checkedUpload } from './testing/checkedUpload.ts';
import { Confirmation, FileChoice } from './UploadDialog.tsx';

const meta: Meta = { title: 'features/Import dialog' };
export default meta;
type Story = StoryObj;

const noConflict = { changed: 0, missing: 0, reversals: [], figures: [], refusals: [] };
const closed = fn();
const framed = (title: string, children: ReactNode) => (
  <DialogFrame title={title} onClose={closed} size="xl">
    {children}
  </DialogFrame>
);
const choice = (types: readonly FileType[]) => (
  <CachedAnswers answers={[]} signedInAs="administrator">
    {framed(
      'Upload',
      <FileChoice
        types={types}
        module="carry"
        type="carry-plan"
        onType={fn()}
        mapping={null}
        onMapping={fn()}
        onChecked={fn()}
        onClose={closed}
      />,
    )}
  </CachedAnswers>
);
const checked = (overrides: Partial<UploadReport>, role: Role = 'administrator') => {
  const report = { ...checkedUpload, ...overrides };
  return (
    <CachedAnswers answers={[cachedAnswer('getUpload', { params: { id: report.id } }, report)]} signedInAs={role}>
      {framed(`Upload ${report.name}`, <Confirmation report={report} onClose={closed} onAnother={fn()} />)}
    </CachedAnswers>
  );
};

export const ChooseFile: Story = {
  name: 'Choose a file [U-T-065 M-T-004]',
  render: () => choice(['carry-plan', 'exchange-rates']),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Download the empty template' })).toBeVisible();
    await expect(screen.getByRole('combobox', { name: 'File type' })).toHaveValue('Carry plan');
    // Without a file, there is no button to continue.
    const dialog = within(screen.getByRole('dialog', { name: 'Upload' }));
    await expect(dialog.queryByRole('button', { name: /Upload|Confirm|Save/ })).toBeNull();
  },
};
export const ChooseFileOfIlpa: Story = {
  name: 'How a capital account of ILPA is read [M-T-005]',
  render: () => choice(['ledger', 'capital-account']),
  play: async () => {
    await userEvent.click(await screen.findByText('ILPA Mapping'));
    await expect(await screen.findByRole('row', { name: /^95 .* NAV$/ }, { timeout: 20_000 })).toBeVisible();
    await userEvent.click(screen.getByText('Upload', { selector: 'label *' }));
    await expect(await screen.findByRole('button', { name: 'Download the empty template' })).toBeVisible();
  },
};
export const ChooseFileOfOneKind: Story = {
  render: () => choice(['carry-plan']),
  play: async () => {
    await expect(await screen.findByLabelText('Carry plan file')).toBeInTheDocument();
    await expect(screen.queryByRole('combobox', { name: 'File type' })).toBeNull();
  },
};
export const Checked: Story = {
  name: 'Checked [M-T-022]',
  render: () => checked({}),
  play: async () => {
    await expect(await screen.findByText(/^File successfully uploaded/)).toBeVisible();
    await expect(screen.getByRole('button', { name: 'Confirm' })).toBeEnabled();
  },
};
export const Conflict: Story = {
  name: 'Some of it is there already [M-T-023 M-T-024]',
  render: () => checked({ conflict: { ...noConflict, changed: 1, missing: 2 } }),
  play: async () => {
    const question = /Some of this data already exists\. Do you want to update or overwrite it\?/;
    await expect(await screen.findByText(question)).toBeVisible();
    for (const name of ['Update', 'Overwrite', 'Cancel'])
      await expect(screen.getByRole('button', { name })).toBeEnabled();
  },
};
export const OnlyMissing: Story = {
  name: 'Nothing that exists changes, but an earlier file had more',
  render: () => checked({ conflict: { ...noConflict, changed: 0, missing: 1 } }),
  play: async () => {
    const text =
      'This file changes no existing data, but 1 record of an earlier file for the same dates isn’t in this file. Update leaves missing records unchanged. Overwrite removes them.';
    await expect(await screen.findByText(text)).toBeVisible();
    await expect(screen.queryByText(/Some of this data already exists/)).toBeNull();
  },
};
const reversals = [
  { vehicle: 'Alder Ridge Partners Fund III, L.P.', date: '2024-02-15', type: 'Capital call: management fees' },
  { vehicle: 'Alder Ridge Partners Fund III, L.P.', date: '2024-03-31', type: 'Audit expenses' },
].map((entry) => ({ ...entry, currency: 'USD', amount: '1250000.00' }));
const fundFigures = {
  vehicleId: '018f2c1e-0000-7000-8000-000000000002',
  name: 'Alder Ridge Partners Fund III, L.P.',
  currency: 'USD',
  periodEnd: '2024-03-31',
  nav: { before: '98750000.00', after: '98750000.00' },
  unfunded: { before: '150000000.00', after: '150000000.00' },
  irr: { before: '7.1', after: '7.1' },
  notDetermined: [],
};
const overwritten = { ...fundFigures, nav: { before: '98750000.00', after: '97500000.00' } };
export const OverwriteReverses: Story = {
  name: 'The entries that Overwrite reverses, with the figures of both choices',
  render: () =>
    checked({
      fileType: 'ledger',
      canUndo: true,
      figures: [fundFigures],
      conflict: { ...noConflict, missing: 52, reversals, figures: [overwritten] },
    }),
  play: async () => {
    const table = within(await screen.findByRole('group', { name: 'Entries that Overwrite reverses, table' }));
    await expect(table.getByRole('row', { name: /02\/15\/2024 .*management fees USD 1,250,000\.00/ })).toBeVisible();
    await expect(screen.getByText('Entries that Overwrite reverses (52)')).toBeVisible();
    await expect(screen.getByText('and 50 more (not listed here)')).toBeVisible();
    const nav = (title: string) =>
      within(screen.getByRole('group', { name: `${title}, table` })).getAllByRole('cell', { name: /^9[78],/ });
    const navs = (title: string) => nav(title).map(({ textContent }) => textContent);
    await expect(navs('Figures before and after Update')).toEqual(['98,750,000.00', '98,750,000.00']);
    await expect(navs('Figures before and after Overwrite')).toEqual(['98,750,000.00', '97,500,000.00']);
  },
};
export const OverwriteRefused: Story = {
  name: 'Overwrite isn’t offered if an entry that it reverses is used',
  render: () =>
    checked({
      fileType: 'ledger',
      conflict: { ...noConflict, missing: 2, reversals, refusals: ['Fund III: A late closing used the call.'] },
    }),
  play: async () => {
    await expect(
      await screen.findByText(/^You can’t overwrite with this file\. Fund III: A late closing/),
    ).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Overwrite' })).toBeNull();
    await expect(screen.getByRole('button', { name: 'Update' })).toBeEnabled();
  },
};
export const Begins: Story = {
  name: 'It begins [M-T-020]',
  render: () => checked({ status: 'RUNNING', progress: 0 }),
  play: async () => expect(await screen.findByText('initialization...')).toBeVisible(),
};
export const Done: Story = {
  name: 'It is done, and the dialog closes 800 ms later [U-T-059]',
  beforeEach: () => {
    closed.mockClear();
    const timers = spyOn(window, 'setTimeout');
    return () => timers.mockRestore();
  },
  render: () => checked({ status: 'DONE', progress: 100 }),
  play: async () => {
    await waitFor(() => expect(window.setTimeout).toHaveBeenCalledWith(closed, 800));
    await waitFor(() => expect(closed).toHaveBeenCalled());
  },
};
export const CheckedWithErrors: Story = {
  render: () =>
    checked({ errors: [{ sheet: 'Allocations', row: 4, column: 'Predilute %', reason: "'18,2 %' is not a number." }] }),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Download with errors marked' })).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  },
};
const missingColumn = {
  sheet: 'csv',
  row: 1,
  column: 'Employee',
  reason: "The file has no column 'Employee'. Add it, or use a mapping template.",
};
export const OtherHeadings: Story = {
  name: 'A file of other headings: a mapping template is what it needs',
  render: () => checked({ fileType: 'payroll-actuals', errors: [missingColumn] }),
  play: async () => expect(await screen.findByText(/pick a mapping template/)).toBeVisible(),
};
export const OtherTemplate: Story = {
  name: 'A file of another mapping template',
  render: () => checked({ fileType: 'payroll-actuals', errors: [missingColumn], mapping: 'Payday' }),
  play: async () =>
    expect(await screen.findByText(/doesn’t have the headings of the mapping template Payday/)).toBeVisible(),
};

export const ChosenTemplate: Story = {
  name: 'Selecting the chosen mapping template again keeps it',
  render: function Chosen() {
    const [mapping, setMapping] = useState<string | null>('payday');
    return (
      <CachedAnswers
        signedInAs="administrator"
        application="comp"
        answers={[
          cachedAnswer('listMappingTemplates', { params: { applicationId: 'comp' } }, [
            { id: 'payday', rowVersion: 1, name: 'Payday', fileType: 'payroll-actuals' } as never,
          ]),
        ]}
      >
        {framed(
          'Upload',
          <FileChoice
            types={['payroll-actuals']}
            module="comp"
            type="payroll-actuals"
            onType={fn()}
            mapping={mapping}
            onMapping={setMapping}
            onChecked={fn()}
            onClose={closed}
          />,
        )}
      </CachedAnswers>
    );
  },
  play: async () => {
    const select = await screen.findByRole('combobox', { name: 'Mapping template' });
    await expect(select).toHaveValue('Payday');
    await userEvent.click(select);
    await userEvent.click(await screen.findByRole('option', { name: 'Payday' }));
    await expect(select).toHaveValue('Payday');
  },
};
export const CheckedToReadOnly: Story = {
  render: () => checked({}, 'viewer'),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  },
};
const displayedAsFailed = async (text: string) => {
  await expect(await screen.findByText(text)).toBeVisible();
  await expect(screen.getByRole('progressbar', { name: 'Upload' }).parentElement).toHaveAttribute(
    'data-outcome',
    'failed',
  );
};
export const Failed: Story = {
  name: 'Failed [U-T-057 U-T-090 M-T-034]',
  render: () => checked({ status: 'FAILED', progress: 40 }),
  play: () => displayedAsFailed('Error uploading data.'),
};
export const FailedWithAReason: Story = {
  name: 'Failed, in the words of the server [U-T-057 U-T-090]',
  render: () => checked({ status: 'FAILED', progress: 40, remarks: ['Quarter 06/30/2026 was locked meanwhile.'] }),
  play: () => displayedAsFailed('Quarter 06/30/2026 was locked meanwhile.'),
};

const changedSince =
  'Records have changed since the file was checked. Ann, Amount was 10.00 when the file was checked and is 15.00 now. Nothing was imported. Check the file again and review it.';
export const ChangedSinceTheCheck: Story = {
  name: 'Records have changed since the check: the file can be checked again',
  render: () => checked({ conflict: { ...noConflict, changed: 1, missing: 0 }, remarks: [changedSince] }),
  play: async () => {
    await expect(await screen.findByText(changedSince)).toBeVisible();
    await expect(screen.getByRole('button', { name: 'Check again' })).toBeEnabled();
  },
};

export const ClosedWhileItRuns: Story = {
  name: 'Left while the import runs: its end is reported wherever the person is',
  // The same text is in the dialog that was left.
  parameters: { drawsDialogs: true },
  beforeEach: () => {
    const before = window.fetch;
    window.fetch = async () => {
      await screen.findByText('Another page');
      return Response.json({ Message: 'Quarter 06/30/2026 was locked meanwhile.', Errors: [] }, { status: 422 });
    };
    return () => {
      window.fetch = before;
    };
  },
  render: function Closed() {
    const [isClosed, setClosed] = useState(false);
    return (
      <Feedback>
        {isClosed ? 'Another page' : checked({ conflict: { ...noConflict, changed: 1, missing: 0 } })}
        <button type="button" id="leave" onClick={() => setClosed(true)}>
          Leave
        </button>
      </Feedback>
    );
  },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Update' }));
    document.querySelector<HTMLElement>('#leave')?.click();
    const message = `${checkedUpload.name}: Quarter 06/30/2026 was locked meanwhile.`;
    await waitFor(() => expect(screen.getByText(message)).toBeVisible());
  },
};
