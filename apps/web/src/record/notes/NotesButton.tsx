import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { Button } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../api/calls.ts';
import { useAllowed } from '../../session/hooks.ts';
import { NotesPanel, type NotesPanelProps } from './NotesPanel.tsx';

export interface NotesButtonProps extends NotesPanelProps {
  /** The name of the record, for the title of the dialog. */
  readonly name: string;
}

const openNotes = ({ name, ...notes }: NotesButtonProps): Promise<void> =>
  openDialog<void>((close) => (
    <DialogFrame title={`Notes, ${name}`} onClose={() => close()} size="lg">
      <NotesPanel {...notes} />
    </DialogFrame>
  ));

/** A button with the number of a record's notes, which opens them. `newNote` in the address opens the dialog with the cursor in a new note. */
export function NotesButton(props: NotesButtonProps) {
  const { objectId, objectType, application, name } = props;
  const maySee = useAllowed('note.view');
  const [query, setQuery] = useSearchParams();
  const isRequested = maySee && query.has('newNote');
  useEffect(() => {
    if (!isRequested) return;
    setQuery(
      (before) => {
        before.delete('newNote');
        return before;
      },
      { replace: true },
    );
    void openNotes({ objectId, objectType, application, name, writing: true });
  }, [isRequested, setQuery, objectId, objectType, application, name]);
  return maySee ? <Counted {...props} /> : null;
}

function Counted(props: NotesButtonProps) {
  const { data } = useRead('countNotes', {
    params: { id: props.objectId },
    ...(props.application ? { query: { application: props.application } } : {}),
  });
  const count = data?.childCount ?? 0;
  return (
    <Button
      variant="default"
      leftSection={<IconNote size={16} aria-hidden />}
      aria-label={`Notes, ${String(count)}`}
      onClick={() => void openNotes(props)}
    >
      Notes{count > 0 ? ` ${String(count)}` : ''}
    </Button>
  );
}
