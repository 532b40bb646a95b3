import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from '../dialogs.module.css';

export interface ReadDialogProps {
  readonly title: string;
  readonly lead: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A read-only dialog. */
export const ReadDialog = ({ title, lead, onClose, children }: ReadDialogProps) => (
  <DialogFrame title={title} onClose={onClose} size="wide">
    <p className={styles.lead}>{lead}</p>
    <div className={styles.tall}>{children}</div>
    <DialogActions>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  </DialogFrame>
);
