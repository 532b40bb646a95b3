import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { DraftHistory } from './useDraftHistory.ts';

/** Buttons to undo and redo edits of a draft. */
export function UndoRedo({ history }: { readonly history: Omit<DraftHistory<unknown>, 'now' | 'change'> }) {
  return (
    <>
      <Button
        variant="default"
        disabled={!history.canUndo}
        onClick={history.undo}
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
      >
        Undo
      </Button>
      <Button
        variant="default"
        disabled={!history.canRedo}
        onClick={history.redo}
        leftSection={<IconArrowForwardUp size={15} aria-hidden />}
      >
        Redo
      </Button>
    </>
  );
}
