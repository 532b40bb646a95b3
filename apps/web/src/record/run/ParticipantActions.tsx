import { type RowAction as MenuAction, RowMenu } from '@carrara/ui/list/RowMenu.tsx';
import { toastError } from '@carrara/ui/feedback/toasts.ts';
import type { ReactNode } from 'react';
import { failureText } from '../../api/failure.ts';
import styles from './run.module.css';
import { showDetails, showMembers } from './ParticipantDialogs.tsx';
import { participantMembers, type ParticipantRow, type DisplayedRun } from './participantParts.ts';
import { showTaxAllocation } from './TaxAllocationDialog.tsx';

export interface ParticipantActionsProps {
  /** Loads the run with the rows of its sources. */
  readonly load: () => Promise<DisplayedRun>;
  readonly row: ParticipantRow;
  /** Additional actions of the page. */
  readonly more?: readonly MenuAction[];
}

/** The menu of a participant's row in a run. */
export function ParticipantActions({ load, row, more = [] }: ParticipantActionsProps) {
  const open = (show: (run: DisplayedRun, row: ParticipantRow) => Promise<void>) => () =>
    void load().then(
      (run) => show(run, row),
      (failure: unknown) => toastError(failureText(failure)),
    );
  const hasMembers = participantMembers(row).length > 0;
  return (
    <RowMenu
      label={row.participant.name}
      actions={[
        { label: 'Details', onSelect: open(showDetails) },
        { label: 'Taxes', onSelect: open(showTaxAllocation) },
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
