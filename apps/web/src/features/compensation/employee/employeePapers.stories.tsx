import type { Note } from '@carrara/contract/platform/note/note';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { EmployeeDocuments, EmployeeNotes } from './EmployeePapers.tsx';

const meta: Meta = { title: 'compensation/Notes and documents of pay' };
export default meta;
type Story = StoryObj;

const id = 'employee';
const params = { id };
const query = { application: 'comp' } as const;
const at = '2026-06-30T09:00:00.000Z';
const note: Note = {
  id: 'note',
  rowVersion: 1,
  createdDate: at,
  createdBy: 'Priya Raman',
  updatedDate: at,
  updatedBy: 'Priya Raman',
  noteText: 'Asked for a review in the spring.',
  objectId: id,
  objectType: 'employee',
  objectName: 'Ada Moss',
  application: 'comp',
  deletedDate: null,
  editedDate: null,
  assignee: null,
  assignedBy: '',
  dueDate: null,
  doneDate: null,
  doneBy: '',
  canFinish: false,
  mentions: [],
  replyToId: null,
  figure: null,
  figureName: null,
  figureDate: null,
  replies: [],
  canEdit: true,
};

export const WithAccess: Story = {
  name: 'Notes of compensation, with access to the pay',
  render: () => (
    <CachedAnswers
      signedInAs="editor"
      application="comp"
      answers={[
        cachedAnswer('getPayVisibility', { params }, { id, canView: true }),
        cachedAnswer('listNotes', { params, query }, [note]),
      ]}
    >
      <EmployeeNotes id={id} />
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Asked for a review in the spring.')).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: 'New note' })).toBeVisible();
  },
};

export const NoAccess: Story = {
  name: 'No notes without access to the pay',
  render: () => (
    <CachedAnswers
      signedInAs="administrator"
      application="comp"
      answers={[cachedAnswer('getPayVisibility', { params }, { id, canView: false })]}
    >
      <EmployeeDocuments id={id} />
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('You don’t have access to this employee’s pay.')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Add document' })).toBeNull();
  },
};
