import type { ReactNode } from 'react';
import styles from './run.module.css';
import { showDetails, showMembers } from './ParticipantDialogs.tsx';
import { membersOf, type ParticipantRow, type RunShown } from './participantParts.ts';
import { showTaxAllocation } from './TaxAllocationDialog.tsx';

export interface ParticipantActionsProps {
  readonly run: RunShown;
  readonly row: ParticipantRow;
  readonly children?: ReactNode;
}

/** What can be looked at of a participant's part of a run; what else a screen offers follows. */
export function ParticipantActions({ run, row, children }: ParticipantActionsProps) {
  return (
    <span className={styles.rowActions}>
      <RowAction onClick={() => void showDetails(run, row)}>Details</RowAction>
      <RowAction onClick={() => void showTaxAllocation(run, row)}>Tax</RowAction>
      {membersOf(row).length > 0 ? <RowAction onClick={() => void showMembers(row)}>Members</RowAction> : null}
      {children}
    </span>
  );
}

export interface RowActionProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button in the line of a row. */
export const RowAction = ({ onClick, children }: RowActionProps) => (
  <button type="button" className={styles.rowAction} onClick={onClick}>
    {children}
  </button>
);
