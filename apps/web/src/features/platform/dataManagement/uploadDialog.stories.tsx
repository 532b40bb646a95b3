import { DialogFrame } from '@carrara/ui/feedback';
import type { Role } from '@carrara/contract/core/permissions';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactNode } from 'react';
import { expect, fn, screen } from 'storybook/test';
import { known, KnownAnswers } from '../../../testing/knownAnswers.tsx';
import { type FileType, type UploadReport } from './fileTypes.ts';
import { checkedUpload } from './testing/checkedUpload.ts';
import { Confirmation, FileChoice } from './UploadDialog.tsx';

const meta: Meta = { title: 'features/Import dialog' };
export default meta;
type Story = StoryObj;

const closed = fn();
const framed = (title: string, children: ReactNode) => (
  <DialogFrame title={title} onClose={closed} size="xl">
    {children}
  </DialogFrame>
);
const choice = (types: readonly FileType[]) => (
  <KnownAnswers answers={[]} signedInAs="administrator">
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
  </KnownAnswers>
);
const checked = (given: Partial<UploadReport>, role: Role = 'administrator') => {
  const report = { ...checkedUpload, ...given };
  return (
    <KnownAnswers answers={[known('getUpload', { params: { id: report.id } }, report)]} signedInAs={role}>
      {framed(`Upload ${report.name}`, <Confirmation report={report} onClose={closed} onAnother={fn()} />)}
    </KnownAnswers>
  );
};

export const ChooseFile: Story = {
  render: () => choice(['carry-plan', 'exchange-rates']),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Download the empty template' })).toBeVisible();
    await expect(screen.getByRole('combobox', { name: 'What it is' })).toHaveValue('Carry plan');
  },
};
export const ChooseFileOfOneKind: Story = { render: () => choice(['carry-plan']) };
export const Checked: Story = {
  render: () => checked({}),
  play: async () => expect(await screen.findByRole('button', { name: 'Confirm' })).toBeEnabled(),
};
export const CheckedWithErrors: Story = {
  render: () =>
    checked({ errors: [{ sheet: 'Allocations', row: 4, column: 'Predilute %', reason: "'18,2 %' is not a number." }] }),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Download with errors marked' })).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  },
};
export const CheckedToReadOnly: Story = {
  render: () => checked({}, 'viewer'),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  },
};
export const Failed: Story = {
  render: () => checked({ status: 'FAILED', progress: 40 }),
  play: async () => expect(await screen.findByText('Error uploading data.')).toBeVisible(),
};
