import { type RowAction as MenuAction, RowMenu } from '@carrara/ui/list/RowMenu.tsx';
import type { ReactNode } from 'react';
import styles from './run.module.css';
import { showDetails, showMembers } from './ParticipantDialogs.tsx';
import { participantMembers, type ParticipantRow, type DisplayedRun } from './participantParts.ts';
import { showTaxAllocation } from './TaxAllocationDialog.tsx';

export interface ParticipantActionsProps {
  readonly run: DisplayedRun;
  readonly row: ParticipantRow;
  /** Additional actions of the page. */
  readonly more?: readonly MenuAction[];
}

/** The menu of a participant's row in a run. */
export function ParticipantActions({ run, row, more = [] }: ParticipantActionsProps) {
  const hasMembers = participantMembers(row).length > 0;
  return (
    <RowMenu
      label={row.participant.name}
      actions={[
        { label: 'Details', onSelect: () => void showDetails(run, row) },
        { label: 'Taxes', onSelect: () => void showTaxAllocation(run, row) },
        ...(hasMembers ? [{ label: 'Members', onSelect: () => void showMembers(row) }] : []),
        ...more,
      ]}
    />
  );
}

export interface RowActionProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button inside a table row. */
export const RowAction = ({ onClick, children }: RowActionProps) => (
  <button type="button" className={styles.rowAction} onClick={onClick}>
    {children}
  </button>
);
