import { Button } from '@mantine/core';
import { DialogActions, DialogFrame } from './DialogFrame.tsx';
import styles from './feedback.module.css';

export interface ServerErrorDialogProps {
  readonly errorId: string;
  readonly onClose: () => void;
}

export function ServerErrorDialog({ errorId, onClose }: ServerErrorDialogProps) {
  return (
    <DialogFrame title="A Server Error Has Occurred" alert onClose={onClose}>
      Please contact your system administrator for more information.
      <p className={styles.errorId}>
        Error id <code>{errorId}</code>
      </p>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Ok
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
