import type { Note } from '@carrara/contract/platform/note/note';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { DateInput } from '@carrara/ui/form/DateInput.tsx';
import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import { parseDateText } from '@carrara/ui/value/formatDate.ts';
import { Button, Select, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useRead, useWrite } from '../../api/calls.ts';
import { failureText } from '../../api/failure.ts';
import { useSession } from '../../session/hooks.ts';
import dialogs from '../record.module.css';
import type { NotedRecord } from './NoteEditor.tsx';

export interface TaskDialogProps {
  readonly record: NotedRecord;
  /** The note that becomes a task, or is one. Without it, a new note is added. */
  readonly note?: Note;
  readonly onClose: () => void;
}

/** Opens a dialog to add a task to a record, or to assign a note of it. */
export const openTaskDialog = (task: Omit<TaskDialogProps, 'onClose'>): Promise<void> =>
  openDialog<void>((close) => <TaskDialog {...task} onClose={() => close()} />);

const textField = { kind: 'longText', title: 'Task', required: true, max: 20_000 } as const;
const dueField = { kind: 'date', title: 'Due', required: true } as const;

export function TaskDialog({ record, note, onClose }: TaskDialogProps) {
  const [text, setText] = useState('');
  const [assigneeId, setAssignee] = useState<string | null>(note?.assignee?.id ?? null);
  const [dueDate, setDue] = useState<unknown>(note?.dueDate ?? '');
  const [isSubmitted, setSubmitted] = useState(false);
  const [error, setError] = useState<string>();
  const [save, isSaving] = useSaveTask({ record, ...(note ? { note } : {}) });
  const date = typeof dueDate === 'string' ? parseDateText(dueDate) : null;
  const wrong = {
    text: note ? undefined : fieldError(textField, text),
    assignee: assigneeId === null ? 'Assigned to is required' : undefined,
    due: fieldError(dueField, dueDate),
  };
  const run = async (assignment: { assigneeId: string; dueDate: string } | null, done: string) => {
    try {
      await save(text, assignment);
      toastSuccess(done);
      onClose();
    } catch (failure) {
      setError(failureText(failure));
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (wrong.text || wrong.assignee || wrong.due || assigneeId === null || !date) return;
    await run({ assigneeId, dueDate: date }, 'Task saved successfully');
  };
  const title = note ? (note.assignee ? 'Change task' : 'Make task') : 'Add task';
  return (
    <DialogFrame title={title} onClose={onClose}>
      <form aria-label={title} className={dialogs.dialogFields} onSubmit={(event) => void submit(event)}>
        {error ? <Banner tone="bad">{error}</Banner> : null}
        {note ? null : (
          <Textarea
            label={textField.title}
            withAsterisk
            autosize
            minRows={2}
            maxRows={8}
            value={text}
            error={isSubmitted ? wrong.text : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <AssignmentInput
          record={record}
          assigneeId={assigneeId}
          dueDate={dueDate}
          errors={isSubmitted ? wrong : {}}
          onAssign={setAssignee}
          onDue={setDue}
        />
        <DialogActions onCancel={onClose}>
          {note?.assignee ? (
            <Button
              variant="default"
              disabled={isSaving}
              onClick={() => void run(null, 'Task removed. The note stays.')}
            >
              Remove task
            </Button>
          ) : null}
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

interface AssignmentInputProps {
  readonly record: NotedRecord;
  readonly assigneeId: string | null;
  readonly dueDate: unknown;
  readonly errors: { readonly assignee?: string | undefined; readonly due?: string | undefined };
  readonly onAssign: (personId: string | null) => void;
  readonly onDue: (date: unknown) => void;
}

/** The inputs for who has to do a task, and until when. */
function AssignmentInput({ record, assigneeId, dueDate, errors, onAssign, onDue }: AssignmentInputProps) {
  const people = usePeople(record);
  return (
    <>
      <Select
        label="Assigned to"
        withAsterisk
        searchable
        data={people}
        value={assigneeId}
        error={errors.assignee}
        onChange={onAssign}
      />
      <DateInput
        field={dueField}
        name="dueDate"
        value={dueDate}
        error={errors.due}
        disabled={false}
        onChange={onDue}
        onBlur={() => undefined}
      />
    </>
  );
}

/** Returns the people who can get a task on a record: everyone who reads its notes, oneself first. */
function usePeople({ objectId, application }: NotedRecord) {
  const { user } = useSession();
  const { data = [] } = useRead('listCommentReaders', {
    query: { objectId, ...(application ? { application } : {}) },
  });
  const others = data.map(({ id, name }) => ({ value: id, label: name }));
  return user ? [{ value: user.id, label: 'Me' }, ...others] : others;
}

/** Adds a task, or assigns a note. */
function useSaveTask({ record, note }: Omit<TaskDialogProps, 'onClose'>) {
  const [saveNote, isAdding] = useWrite('saveNote');
  const [assign, isAssigning] = useWrite('assignComment');
  const save = (noteText: string, assignment: { assigneeId: string; dueDate: string } | null): Promise<unknown> => {
    if (note) return assign({ params: { id: note.id }, body: { rowVersion: note.rowVersion, assignment } });
    const { application, ...where } = record;
    return saveNote({ body: { noteText, ...where, ...(application ? { application } : {}), assignment } });
  };
  return [save, isAdding || isAssigning] as const;
}
