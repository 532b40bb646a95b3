import type { Note, NoteEntry } from '@carrara/contract/platform/note/note';
import { mentionText, notePieces } from '@carrara/domain/platform/note';
import { formatDate, formatInstant } from '@carrara/ui/value/formatDate.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWrite } from '../../api/calls.ts';
import { runConfirmed, runWithToast } from '../../api/runWithToast.ts';
import { useAllowed } from '../../session/hooks.ts';
import { RowButton } from '../list/RowButton.tsx';
import styles from './annotations.module.css';
import { NoteEditor, type NotedRecord } from './NoteEditor.tsx';
import { openTaskDialog } from './TaskDialog.tsx';

export interface NoteThreadProps {
  readonly note: Note;
  readonly application?: NotedRecord['application'];
  /** True for the note that a link leads to. */
  readonly isTarget?: boolean;
  /** False where the figure is evident. */
  readonly namesFigure?: boolean;
}

/** A note with its replies, oldest first. */
export function NoteThread({ note, application, isTarget = false, namesFigure = true }: NoteThreadProps) {
  const [isReplying, setReplying] = useState(false);
  const mayReply = useAllowed('comment.edit') && note.deletedDate === null;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isTarget) item.current?.scrollIntoView({ block: 'center' });
  }, [isTarget]);
  const { objectId, objectType, replies, figureName, figureDate } = note;
  const record = { objectId, objectType, application };
  return (
    <li ref={item} {...(isTarget ? { 'data-target': true, 'aria-current': true } : {})}>
      {figureName && namesFigure ? (
        <p className={styles.figure}>
          On {figureName}
          {figureDate === null ? null : `, ${formatDate(figureDate)}`}
        </p>
      ) : null}
      <Entry
        entry={note}
        record={record}
        onReply={mayReply ? () => setReplying(true) : undefined}
        task={<TaskActions note={note} record={record} />}
      />
      {replies.length > 0 ? (
        <ul className={styles.replies} aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Entry entry={reply} record={record} />
            </li>
          ))}
        </ul>
      ) : null}
      {isReplying ? <NoteEditor record={record} replyTo={note} onDone={() => setReplying(false)} /> : null}
    </li>
  );
}

interface EntryProps {
  readonly entry: NoteEntry;
  readonly record: NotedRecord;
  readonly onReply?: (() => void) | undefined;
  readonly task?: ReactNode;
}

function Entry({ entry, record, onReply, task }: EntryProps) {
  const [isEdited, setEdited] = useState(false);
  const remove = useRemoval(entry);
  if (isEdited) return <NoteEditor record={record} note={entry} onDone={() => setEdited(false)} />;
  const { createdBy, createdDate, updatedBy, editedDate, deletedDate, noteText, mentions, canEdit } = entry;
  if (deletedDate !== null)
    return (
      <p className={styles.deleted}>
        {updatedBy} deleted this {entry.replyToId === null ? 'note' : 'reply'}, {formatInstant(deletedDate)}
      </p>
    );
  return (
    <>
      <TaskLine entry={entry} />
      <p>
        {notePieces(noteText, mentions).map((piece, at) =>
          typeof piece === 'string' ? (
            piece
          ) : (
            <b key={`${piece.person.id} ${String(at)}`} className={styles.mention}>
              {mentionText(piece.person.name)}
            </b>
          ),
        )}
      </p>
      <div className={styles.noteFoot}>
        <span>
          {createdBy}, {formatInstant(createdDate)}
          {editedDate === null ? null : ` (changed ${formatInstant(editedDate)})`}
        </span>
        {task}
        {onReply ? <RowButton label="Reply" subject={`to ${createdBy}`} onClick={onReply} /> : null}
        {canEdit ? (
          <>
            <RowButton label="Edit" onClick={() => setEdited(true)} />
            <RowButton label="Delete" onClick={remove} />
          </>
        ) : null}
      </div>
    </>
  );
}

/** The task of a note: its assignee, its due date and whether it is done. */
function TaskLine({ entry }: { readonly entry: NoteEntry }) {
  const { assignee, dueDate, doneDate, doneBy } = entry;
  if (!assignee || dueDate === null) return null;
  return (
    <p className={styles.task}>
      <b>Task for {assignee.name}</b>
      {doneDate === null ? `, due ${formatDate(dueDate)}` : `, done by ${doneBy}, ${formatInstant(doneDate)}`}
    </p>
  );
}

/** Buttons that make a note a task, change the task, finish it or reopen it. */
function TaskActions({ note, record }: { readonly note: Note; readonly record: NotedRecord }) {
  const [finish, isFinishing] = useWrite('finishComment');
  const [reopen, isReopening] = useWrite('reopenComment');
  const mayAssign = useAllowed(record.application === 'comp' ? 'pay.edit' : 'note.edit');
  const { id, rowVersion, assignee, doneDate, canFinish } = note;
  const version = { params: { id }, body: { rowVersion } };
  const assign = () => openTaskDialog({ record, note });
  return (
    <>
      {canFinish && doneDate === null ? (
        <RowButton
          label="Done"
          loading={isFinishing}
          onClick={() => runWithToast(() => finish(version).then(() => 'Task done'))}
        />
      ) : null}
      {canFinish && doneDate !== null ? (
        <RowButton
          label="Reopen"
          loading={isReopening}
          onClick={() => runWithToast(() => reopen(version).then(() => 'Task reopened'))}
        />
      ) : null}
      {mayAssign && doneDate === null ? (
        <RowButton label={assignee ? 'Change task' : 'Make task'} onClick={assign} />
      ) : null}
    </>
  );
}

/** Returns a function that deletes a note or reply after a confirmation. */
function useRemoval({ id, rowVersion, replyToId }: NoteEntry) {
  const [deleteNote] = useWrite('deleteNote');
  const [deleteComment] = useWrite('deleteComment');
  const [noun, removal] = replyToId === null ? (['Note', deleteNote] as const) : (['Reply', deleteComment] as const);
  const text = `Deleting this ${noun.toLowerCase()} is permanent and can't be undone. Are you sure you want to continue?`;
  return () =>
    runConfirmed({ title: `Delete ${noun.toLowerCase()}`, text, confirmLabel: 'Delete' }, async () => {
      await removal({ params: { id }, query: { rowVersion } });
      return `${noun} deleted successfully`;
    });
}
