import type { Note } from '@carrara/contract/platform/note';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { StoredInputOffer } from '@carrara/ui/form/StoredInputOffer.tsx';
import { useStoredText } from '@carrara/ui/form/useStoredText.ts';
import { formatInstant } from '@carrara/ui/value/formatDate.ts';
import { Button, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { failureText } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/calls.ts';
import { runConfirmed } from '../../api/runWithToast.ts';
import { useAllowed } from '../../session/hooks.ts';
import styles from './annotations.module.css';
import { ReadState } from '../ReadState.tsx';
import { RowButton } from '../list/RowButton.tsx';

export interface NotesPanelProps {
  readonly objectId: string;
  /** The record type. Without it, notes are read-only. */
  readonly objectType?: Note['objectType'] | undefined;
  /** The module of the notes, if it has notes of its own. */
  readonly application?: 'comp' | 'performance' | undefined;
  /** True to put the cursor into the box for a new note. */
  readonly writing?: boolean;
}

const longestNote = 20_000;
const tooLong = 'Note is longer than 20,000 characters';

/** The notes of a record, newest first, with a box for a new one. */
export function NotesPanel({ objectId, objectType, application, writing = false }: NotesPanelProps) {
  const { data, error, refetch } = useRead('listNotes', {
    params: { id: objectId },
    ...(application ? { query: { application } } : {}),
  });
  const mayWrite = useAllowed(application === 'comp' ? 'pay.edit' : 'note.edit');
  const type = objectType ?? data?.[0]?.objectType;
  if (!data) return <ReadState error={error} onRetry={refetch} lines={4} />;
  return (
    <>
      {mayWrite && type ? (
        <NoteEditor objectId={objectId} objectType={type} application={application} focused={writing} />
      ) : null}
      {data.length === 0 ? (
        <EmptyState />
      ) : (
        <ul className={styles.notes}>
          {data.map((note) => (
            <NoteItem key={note.id} note={note} application={application} />
          ))}
        </ul>
      )}
    </>
  );
}

interface NoteEditorProps extends Pick<NotesPanelProps, 'application'> {
  readonly objectId: string;
  readonly objectType: Note['objectType'];
  readonly note?: Note;
  readonly focused?: boolean;
  readonly onDone?: () => void;
}

function NoteEditor({ objectId, objectType, application, note, focused = false, onDone }: NoteEditorProps) {
  const [text, setText] = useState(note?.noteText ?? '');
  const [error, setError] = useState<string>();
  const [save, isSaving] = useWrite('saveNote');
  const errorId = useId();
  const storedInput = useStoredText(
    note ? `Note ${note.id}` : `New note ${application ?? ''}${objectId}`,
    text,
    setText,
    note?.noteText,
  );
  const submit = async () => {
    if (text.trim() === '') return setError('is required');
    const head = note ? { id: note.id, rowVersion: note.rowVersion } : {};
    try {
      await save({ body: { ...head, noteText: text, objectId, objectType, ...(application ? { application } : {}) } });
      toastSuccess(`Note ${note ? 'updated' : 'saved'} successfully`);
      storedInput.drop();
      setText('');
      setError(undefined);
      onDone?.();
    } catch (failure) {
      setError(failureText(failure));
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <StoredInputOffer stored={storedInput} />
      <Textarea
        id={errorId}
        label={note ? 'Note' : 'New note'}
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        // Read-only during the save, because later input would not be saved and would be lost when the box is cleared.
        readOnly={isSaving}
        error={error ?? (text.length > longestNote ? tooLong : undefined)}
        onChange={(event) => setText(event.currentTarget.value)}
        {...(focused || note ? { 'data-autofocus': true } : {})}
      />
      <div className={styles.noteFoot} style={{ marginBottom: 14 }}>
        <span />
        {onDone ? (
          <Button
            variant="default"
            onClick={() => {
              storedInput.drop();
              onDone();
            }}
          >
            Cancel
          </Button>
        ) : null}
        <Button type="submit" loading={isSaving}>
          {note ? 'Save' : 'Add note'}
        </Button>
      </div>
    </form>
  );
}

function NoteItem({ note, application }: Pick<NotesPanelProps, 'application'> & { readonly note: Note }) {
  const [isEdited, setEdited] = useState(false);
  const [remove] = useWrite('deleteNote');
  const confirmRemoval = async () => {
    const text = "Deleting this note is permanent and can't be undone. Are you sure you want to continue?";
    await runConfirmed({ title: 'Delete note', text, confirmLabel: 'Delete' }, async () => {
      await remove({ params: { id: note.id }, query: { rowVersion: note.rowVersion } });
      return 'Note deleted successfully';
    });
  };
  if (isEdited) {
    const { objectId, objectType } = note;
    return (
      <li>
        <NoteEditor
          objectId={objectId}
          objectType={objectType}
          application={application}
          note={note}
          onDone={() => setEdited(false)}
        />
      </li>
    );
  }
  return (
    <li>
      <p>{note.noteText}</p>
      <div className={styles.noteFoot}>
        <span>
          {note.createdBy}, {formatInstant(note.createdDate)}
          {note.updatedDate === note.createdDate ? null : ` (changed ${formatInstant(note.updatedDate)})`}
        </span>
        {note.canEdit ? (
          <>
            <RowButton label="Edit" onClick={() => setEdited(true)} />
            <RowButton label="Delete" onClick={() => confirmRemoval()} />
          </>
        ) : null}
      </div>
    </li>
  );
}
