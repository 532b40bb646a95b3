import type { Note } from '@carrara/contract/platform/note/note';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { Button } from '@mantine/core';
import { useRead } from '../../api/calls.ts';
import { useAllowed } from '../../session/hooks.ts';
import { ReadState } from '../ReadState.tsx';
import styles from './annotations.module.css';
import { NoteEditor } from './NoteEditor.tsx';
import { NoteThread } from './NoteThread.tsx';
import { openTaskDialog } from './TaskDialog.tsx';

export interface NotesPanelProps {
  readonly objectId: string;
  /** The record type. Without it, no note can be added while the record has none. */
  readonly objectType?: Note['objectType'] | undefined;
  /** The module of the notes, if it has notes of its own. */
  readonly application?: 'comp' | 'performance' | undefined;
  /** True to put the cursor into the box for a new note. */
  readonly writing?: boolean;
  /** The note that a link leads to. */
  readonly target?: string | null;
}

/** The notes of a record with their replies, newest first, and a box for a new one. */
export function NotesPanel({ objectId, objectType, application, writing = false, target = null }: NotesPanelProps) {
  const { data, error, refetch } = useRead('listNotes', {
    params: { id: objectId },
    ...(application ? { query: { application } } : {}),
  });
  const mayWrite = useAllowed(application === 'comp' ? 'pay.edit' : 'note.edit');
  const type = objectType ?? data?.[0]?.objectType;
  const record = type && { objectId, objectType: type, application };
  if (!data) return <ReadState error={error} onRetry={refetch} lines={4} />;
  return (
    <>
      {mayWrite && record ? (
        <NoteEditor
          record={record}
          focused={writing}
          actions={
            <Button variant="default" onClick={() => void openTaskDialog({ record })}>
              Add task…
            </Button>
          }
        />
      ) : null}
      {data.length === 0 ? (
        <EmptyState />
      ) : (
        <ul className={styles.notes}>
          {data.map((note) => (
            <NoteThread key={note.id} note={note} application={application} isTarget={note.id === target} />
          ))}
        </ul>
      )}
    </>
  );
}
