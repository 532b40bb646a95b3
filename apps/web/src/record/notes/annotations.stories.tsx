import type { Document } from '@carrara/contract/platform/document';
import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactNode } from 'react';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { cachedAnswer, type CachedAnswer, CachedAnswers } from '../../testing/cachedAnswers.tsx';
import { AddDocumentDialog } from './AddDocumentDialog.tsx';
import { documentsView } from './DocumentsView.tsx';
import { NotesPanel } from './NotesPanel.tsx';

const meta: Meta = { title: 'record/Documents and notes' };
export default meta;
type Story = StoryObj;

const id = 'fund';
const head = {
  rowVersion: 1,
  createdDate: '2026-06-30T09:00:00.000Z',
  createdBy: 'Priya Raman',
  updatedDate: '2026-06-30T09:00:00.000Z',
  updatedBy: 'Priya Raman',
};
const documentOf = (name: string, category: string | null, more: Partial<Document> = {}): Document => ({
  ...head,
  id: name,
  name,
  category: category === null ? null : { id: category, description: category },
  url: null,
  fileType: 'pdf',
  sizeBytes: 1024,
  application: 'carry',
  isReleased: false,
  transferId: null,
  containerId: id,
  objectType: 'fund',
  ...more,
});
const documents = [
  documentOf('Partnership agreement.pdf', 'Agreements'),
  documentOf('Side letter.pdf', 'Agreements'),
  documentOf('Q2 letter.pdf', 'Letters'),
  documentOf('Data room', null, { url: 'https://example.test/room', fileType: 'other', sizeBytes: null }),
];
const query = { startPage: 1, pageSize: 100, sortColumn: 'category', sortAsc: 'true' } as const;
const page = { startPage: 1, pageSize: 100, sort: 'Category', sortAsc: true };
const withAnswers = (children: ReactNode, ...answers: readonly CachedAnswer[]) => (
  <CachedAnswers answers={answers} signedInAs="administrator">
    {children}
  </CachedAnswers>
);
const Documents = documentsView('fund');

export const ByCategory: Story = {
  name: 'Documents by category, deleted after a question [U-T-022 M-T-062]',
  render: () =>
    withAnswers(
      <Documents id={id} />,
      cachedAnswer('listDocuments', { params: { id }, query }, {
        ...page,
        pageData: documents,
        totalItemCount: 4,
      } as never),
    ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('4 documents')).toBeVisible();
    const titles = canvas.getAllByRole('heading').map((heading) => heading.textContent);
    await expect(titles).toEqual(['Agreements', 'Letters', 'Other documents']);
    await userEvent.click(canvas.getByRole('button', { name: 'Delete Side letter.pdf' }));
    const question = "Deleting this document is permanent and can't be undone. Are you sure you want to continue?";
    await expect(await screen.findByText(question)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

export const AddDocument: Story = {
  name: 'A document is a file, or the address of one [U-T-076]',
  render: () =>
    withAnswers(
      <AddDocumentDialog id={id} objectType="fund" onClose={fn()} />,
      cachedAnswer('listDocumentMetadata', { params: { id, metadataType: 'document-category' } }, []),
    ),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add' }));
    const needsFile = 'Choose a file, or enter the address of an external document.';
    await expect(await screen.findByText(needsFile)).toBeVisible();
    await userEvent.click(screen.getByText('External link'));
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await expect(await screen.findByText('An external document needs a name and an address.')).toBeVisible();
    await expect(screen.queryByText(needsFile)).toBeNull();
  },
};

export const EmptyNote: Story = {
  name: 'A note without a text is not saved [U-T-077]',
  render: () =>
    withAnswers(
      <DialogFrame title="Notes" onClose={fn()}>
        <NotesPanel objectId={id} objectType="fund" />
      </DialogFrame>,
      cachedAnswer('listNotes', { params: { id } }, []),
    ),
  play: async () => {
    await userEvent.type(await screen.findByRole('textbox', { name: 'New note' }), '   ');
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    await expect(await screen.findByText('is required')).toBeVisible();
    await expect(screen.getByRole('textbox', { name: 'New note' })).toBeInvalid();
  },
};
