import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
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
    <DialogActions onCancel={onClose} cancelLabel="Close" />
  </DialogFrame>
);
