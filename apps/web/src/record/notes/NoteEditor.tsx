import type { Note, NoteEntry } from '@carrara/contract/platform/note/note';
import { mentionedIn } from '@carrara/domain/platform/note';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { MentionInput } from '@carrara/ui/form/MentionInput.tsx';
import type { NotedFigure } from '@carrara/ui/profile/explanation.ts';
import { StoredInputOffer } from '@carrara/ui/form/StoredInputOffer.tsx';
import { useStoredText } from '@carrara/ui/form/useStoredText.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { skipToken, useRead, useWrite } from '../../api/calls.ts';
import { failureText } from '../../api/failure.ts';
import styles from './annotations.module.css';

/** The record of a note, and the module that stores it if that has notes of its own. */
export interface NotedRecord {
  readonly objectId: string;
  readonly objectType: Note['objectType'];
  readonly application?: 'comp' | 'performance' | undefined;
}

export interface NoteEditorProps {
  readonly record: NotedRecord;
  /** The edited note or reply. */
  readonly note?: NoteEntry | undefined;
  /** The note that a new reply answers. */
  readonly replyTo?: NoteEntry | undefined;
  /** The figure that a new note is about. */
  readonly figure?: Pick<NotedFigure, 'figure' | 'figureDate'> | undefined;
  readonly focused?: boolean;
  readonly onDone?: () => void;
  /** Further buttons. */
  readonly actions?: ReactNode;
}

const longestNote = 20_000;
const tooLong = 'Note is longer than 20,000 characters';

/** A box for a note or a reply, in which @ mentions people who can read it. */
export function NoteEditor({ record, note, replyTo, figure, focused = false, onDone, actions }: NoteEditorProps) {
  const { objectId, application } = record;
  const [text, setText] = useState(note?.noteText ?? '');
  const [error, setError] = useState<string>();
  const [save, isSaving] = useSaveNote({ record, note, replyTo, figure });
  const errorId = useId();
  const { data: readers = [] } = useRead(
    'listCommentReaders',
    text.includes('@') ? { query: { objectId, ...(application ? { application } : {}) } } : skipToken,
  );
  const storedInput = useStoredText(
    note
      ? `Note ${note.id}`
      : replyTo
        ? `Reply ${replyTo.id}`
        : `New note ${application ?? ''}${objectId}${figure?.figure ?? ''}`,
    text,
    setText,
    note?.noteText,
  );
  const [noun, action] = replyTo ? ['Reply', 'Reply'] : ['Note', 'Add note'];
  const submit = async () => {
    if (text.trim() === '') return setError('is required');
    try {
      await save(
        text,
        mentionedIn(text, [...readers, ...(note?.mentions ?? [])]).map(({ id }) => id),
      );
      toastSuccess(`${noun} ${note ? 'updated' : 'saved'} successfully`);
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
      <MentionInput
        id={errorId}
        label={note || replyTo ? noun : 'New note'}
        autosize
        minRows={replyTo ? 2 : 3}
        maxRows={12}
        people={readers}
        value={text}
        // Read-only during the save, because later input would not be saved and would be lost when the box is cleared.
        readOnly={isSaving}
        error={error ?? (text.length > longestNote ? tooLong : undefined)}
        onChange={setText}
        {...(focused || note || replyTo ? { 'data-autofocus': true, autoFocus: replyTo !== undefined } : {})}
      />
      <div className={styles.noteFoot} data-editor>
        <span>Type @ to mention somebody.</span>
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
        {actions}
        <Button type="submit" loading={isSaving}>
          {note ? 'Save' : action}
        </Button>
      </div>
    </form>
  );
}

function useSaveNote({ record, note, replyTo, figure }: NoteEditorProps) {
  const [saveNote, isSavingNote] = useWrite('saveNote');
  const [saveComment, isSavingComment] = useWrite('saveComment');
  const head = note ? { id: note.id, rowVersion: note.rowVersion } : {};
  const thread = note ? note.replyToId : replyTo?.id;
  const save = (noteText: string, mentions: string[]): Promise<unknown> => {
    const content = { ...head, noteText, mentions };
    if (thread) return saveComment({ body: { ...content, noteId: thread } });
    const { application, ...where } = record;
    return saveNote({
      body: { ...content, ...where, ...(application ? { application } : {}), ...(figure ? { figure } : {}) },
    });
  };
  return [save, isSavingNote || isSavingComment] as const;
}
