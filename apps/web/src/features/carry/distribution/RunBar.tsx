import { ReconciliationBar, type ReconciliationState } from '@carrara/ui/profile/ReconciliationBar.tsx';
import { Button, Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import styles from './runBar.module.css';
import type { RunLocation } from './runLocation.ts';
import { distinctRemarks, RunReasons, toFixTitle } from './RunReasons.tsx';
import { totalsCoverage } from './totalsCoverage.ts';
import type { Generation } from './useGenerated.ts';
import { warningsTitle } from '../../../record/run/warningsTitle.ts';

export interface RunBarProps {
  readonly state: ReconciliationState;
  readonly generation: Generation;
  readonly hasSources: boolean;
  /** The source of the open tab; undefined on other tabs. Only its warnings are listed. */
  readonly sourceId?: string | undefined;
  /** True if something was entered. Until then, problems are not displayed. */
  readonly isStarted: boolean;
  /** The acknowledgment that a part is allocated to nobody; undefined if there is none. */
  readonly acknowledgment: { readonly checked: boolean; readonly onChange: (checked: boolean) => void } | undefined;
  readonly note: string;
  readonly isSaving: boolean;
  readonly onNavigate: (location: RunLocation) => void;
  readonly onCancel: () => void;
}

const barFigures = [
  ['grossCarryDistributed', 'Gross'],
  ['unallocated', 'Unallocated'],
  ['tax', 'Tax'],
  ['escrow', 'Escrow'],
  ['loanRepayment', 'Loan'],
  ['otherAdjustment', 'Other'],
  ['netCarryDistributed', 'Net'],
] as const;

/**
 * The bar below the rows: the reconciliation with all totals, obstacles to submitting, and the save button. It opens upward and moves nothing above
 * it.
 */
export function RunBar({
  state,
  generation: { run, current, refusals },
  hasSources,
  sourceId,
  isStarted,
  acknowledgment,
  note,
  isSaving,
  onNavigate,
  onCancel,
}: RunBarProps) {
  const [isOpen, setOpen] = useState(false);
  const rest = useRef<HTMLInputElement>(null);
  const navigateTo = (location: RunLocation) =>
    location.field === 'unallocatedAcknowledged' ? rest.current?.focus() : onNavigate(location);
  const refused = refusals.map(({ code, message }) => ({
    code,
    message,
    path: [],
    location: null,
    acknowledgment: null,
  }));
  const problems = hasSources ? [...refused, ...(run?.problems ?? [])] : [];
  const warnings = (hasSources ? (run?.warnings ?? []) : []).filter(
    ({ location }) => sourceId === undefined || !location || location.sourceId === sourceId,
  );
  const parts = [
    ...(problems.length > 0 ? [toFixTitle(distinctRemarks(problems).length)] : []),
    ...(warnings.length > 0 ? [warningsTitle(warnings.length)] : []),
  ].join(' · ');
  const part = current?.reconciliation.determined;
  // If some sources can't be computed, the bar sums the others and displays how many they are.
  const proof = part ?? current?.reconciliation;
  return (
    <footer className={styles.bar}>
      {isOpen && parts !== '' ? <RunReasons problems={problems} warnings={warnings} onNavigate={navigateTo} /> : null}
      <div className={styles.barLine}>
        {parts === '' ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            {...(isStarted && problems.length > 0 ? { color: 'red' } : {})}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {parts}
          </Button>
        )}
        {acknowledgment ? (
          <Checkbox
            size="xs"
            label="The unallocated amount goes to nobody. This is intended."
            checked={acknowledgment.checked}
            ref={rest}
            onChange={(event) => acknowledgment.onChange(event.currentTarget.checked)}
          />
        ) : null}
        <span role="status">{note}</span>
      </div>
      <ReconciliationBar
        state={state}
        figures={barFigures.map(([name, label]) => ({ label, value: proof?.[name] ?? null }))}
        difference={current?.reconciliation.difference ?? null}
        {...(part ? { partial: totalsCoverage(part) } : {})}
      >
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving}>
          Save
        </Button>
      </ReconciliationBar>
    </footer>
  );
}
