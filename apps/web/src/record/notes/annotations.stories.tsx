import type { Document } from '@carrara/contract/platform/document/document';
import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactNode } from 'react';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { cachedAnswer, type CachedAnswer, CachedAnswers } from '../../testing/cachedAnswers.tsx';
import type { Note, NoteEntry } from '@carrara/contract/platform/note/note';
import { AddDocumentDialog } from './AddDocumentDialog.tsx';
import { documentsView } from './DocumentsView.tsx';
import { NotesPanel } from './NotesPanel.tsx';
import { TaskDialog } from './TaskDialog.tsx';

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
    await expect(canvas.getByRole('button', { name: 'Download all' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Delete Side letter.pdf' }));
    const question = "Deleting this document is permanent and can't be undone. Are you sure you want to continue?";
    await expect(await screen.findByText(question)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

export const SingleFile: Story = {
  name: 'A single file, with links or without, isn’t offered as a zip',
  render: () =>
    withAnswers(
      <Documents id={id} />,
      cachedAnswer('listDocuments', { params: { id }, query }, {
        ...page,
        pageData: documents.slice(2),
        totalItemCount: 2,
      } as never),
    ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('2 documents')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Download all' })).toBeNull();
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

const entryOf = (entryId: string, noteText: string, more: Partial<NoteEntry> = {}): NoteEntry => ({
  ...head,
  id: entryId,
  noteText,
  deletedDate: null,
  editedDate: null,
  assignee: null,
  assignedBy: '',
  dueDate: null,
  doneDate: null,
  doneBy: '',
  canFinish: false,
  objectId: id,
  objectType: 'fund',
  objectName: 'Alder Growth Fund I',
  application: 'carry',
  mentions: [],
  replyToId: null,
  figure: null,
  figureName: null,
  figureDate: null,
  canEdit: false,
  ...more,
});
const ben = { id: 'ben', name: 'Ben Ortiz' };
const noteOf = (entry: NoteEntry, ...replies: NoteEntry[]): Note => ({ ...entry, replies });
const replyOf = (entryId: string, noteText: string, more: Partial<NoteEntry> = {}) =>
  entryOf(entryId, noteText, { replyToId: 'n1', createdBy: 'Ben Ortiz', ...more });
const conversation = [
  noteOf(
    entryOf('n1', 'The June valuation looks late. @Ben Ortiz, can you check?', {
      mentions: [ben],
      figure: 'figure=irr',
      figureName: 'Net IRR',
      figureDate: '2026-06-30',
    }),
    replyOf('r1', 'It was booked on 07/14.', { editedDate: '2026-07-01T09:00:00.000Z' }),
    replyOf('r2', '', { deletedDate: '2026-07-02T09:00:00.000Z', updatedBy: 'Ben Ortiz' }),
    replyOf('r3', 'Thanks'),
  ),
  noteOf(
    entryOf('n2', 'Ask the custodian for the statement', {
      assignee: ben,
      assignedBy: 'Priya Raman',
      dueDate: '2026-07-31',
      canFinish: true,
    }),
  ),
  noteOf(
    entryOf('n3', 'File the side letter', {
      assignee: ben,
      dueDate: '2026-07-15',
      doneDate: '2026-07-10T09:00:00.000Z',
      doneBy: 'Ben Ortiz',
      canFinish: true,
    }),
  ),
];
const readers = cachedAnswer('listCommentReaders', { query: { objectId: id } }, [
  ben,
  { id: 'bea', name: 'Bea Lund' },
  { id: 'cid', name: 'Cid Moe' },
]);
const notes = (...stored: readonly Note[]) =>
  withAnswers(
    <DialogFrame title="Notes, Alder Growth Fund I" onClose={fn()} size="lg">
      <NotesPanel objectId={id} objectType="fund" />
    </DialogFrame>,
    cachedAnswer('listNotes', { params: { id } }, [...stored]),
    readers,
  );

export const Conversation: Story = {
  name: 'A note with its figure, replies, and the mark of a deleted reply; tasks, open and done',
  render: () => notes(...conversation),
  play: async () => {
    await expect(await screen.findByText('@Ben Ortiz')).toBeVisible();
    await expect(screen.getByText('On Net IRR, 06/30/2026')).toBeVisible();
    await expect(screen.getByText(/^Ben Ortiz deleted this reply/)).toBeVisible();
    await expect(screen.getByText(/, due 07\/31\/2026/)).toBeVisible();
    await expect(screen.getByRole('button', { name: 'Reopen' })).toBeVisible();
    await userEvent.click(screen.getAllByRole('button', { name: 'Reply to Priya Raman' })[0]!);
    await expect(await screen.findByRole('textbox', { name: 'Reply' })).toHaveFocus();
  },
};

export const Mentioning: Story = {
  name: 'An @ offers the people who can read the record, and keys choose one',
  render: () => notes(),
  play: async () => {
    const box = await screen.findByRole('textbox', { name: 'New note' });
    await userEvent.type(box, 'Please check, @be');
    await expect(await screen.findByRole('option', { name: 'Ben Ortiz' })).toBeVisible();
    await expect(screen.getAllByRole('option')).toHaveLength(2);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(box).toHaveValue('Please check, @Bea Lund ');
    await userEvent.type(box, '@b');
    await screen.findByRole('option', { name: 'Ben Ortiz' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    await expect(screen.getByRole('dialog')).toBeVisible();
  },
};

export const AddTask: Story = {
  name: 'A task has a text, an assignee and a due date',
  render: () => withAnswers(<TaskDialog record={{ objectId: id, objectType: 'fund' }} onClose={fn()} />, readers),
  play: async () => {
    const form = within(await screen.findByRole('form', { name: 'Add task' }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await expect(await form.findByText('Task is required')).toBeVisible();
    await expect(form.getByText('Assigned to is required')).toBeVisible();
    await expect(form.getByText('Due is required')).toBeVisible();
    await userEvent.click(form.getByRole('combobox', { name: 'Assigned to' }));
    await expect(await screen.findByRole('option', { name: 'Me' })).toBeVisible();
    await userEvent.click(screen.getByRole('option', { name: 'Cid Moe' }));
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
