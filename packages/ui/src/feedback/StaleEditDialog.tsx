import { Button } from '@mantine/core';
import { DialogActions, DialogFrame } from './DialogFrame.tsx';

export interface StaleEdit {
  readonly name: string;
  readonly changedBy: string;
  /** The formatted time, such as `09/30/2026 14:05`. */
  readonly changedAt: string;
  /** Explains what happens to the changes if the other version is loaded. Without it, they are discarded. */
  readonly consequence?: string;
}

export type StaleAnswer = 'reload' | 'keep';

export interface StaleEditDialogProps {
  readonly edit: StaleEdit;
  readonly onAnswer: (answer: StaleAnswer) => void;
}

export function StaleEditDialog({ edit, onAnswer }: StaleEditDialogProps) {
  return (
    <DialogFrame title={`${edit.name} has changed`} onClose={() => onAnswer('keep')}>
      {edit.changedBy} saved it at {edit.changedAt}, after you opened it. Keep editing to copy what you need, or load
      the new version. {edit.consequence ?? 'Loading it discards your changes.'}
      <DialogActions>
        <Button variant="default" onClick={() => onAnswer('reload')}>
          Load the new version
        </Button>
        <Button data-autofocus onClick={() => onAnswer('keep')}>
          Keep editing
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
