import { IconAlertTriangle, IconCheck, IconCircleDashed, IconClockPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dash } from '../value/formatDecimal.ts';
import { valueText } from '../value/valueText.ts';
import styles from './reconciliationBar.module.css';

/** The state of a run that is being edited. Only `difference` and `reconciled` mean that the figures include all input. */
export type ReconciliationState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'calculating' }
  | { readonly kind: 'outdated'; readonly reason: string }
  /** With `isTaxOnly`, the figures that don't depend on the tax include all input. */
  | { readonly kind: 'undetermined'; readonly reason: string; readonly isTaxOnly?: boolean }
  | { readonly kind: 'difference' }
  | { readonly kind: 'reconciled' };

export interface ReconciliationBarProps {
  readonly state: ReconciliationState;
  /** In the order of the proof; null if not yet computed. */
  readonly figures: readonly { readonly label: string; readonly value: string | null }[];
  /** The coverage of the figures, if they include only a part of the run. */
  readonly partial?: string;
  /** Computed by the domain. */
  readonly difference: string | null;
  /** The available actions. */
  readonly children?: ReactNode;
}

/** The totals of a run and whether they reconcile. Stays visible while rows are edited. */
export function ReconciliationBar({ state, figures, partial, difference, children }: ReconciliationBarProps) {
  const isDetermined =
    state.kind !== 'nothing' && (state.kind !== 'undetermined' || state.isTaxOnly === true || partial !== undefined);
  return (
    <div className={styles.bar} data-state={state.kind}>
      <div className={styles.state} role="status">
        {icons[state.kind]}
        <b>{titles[state.kind]}</b>
        <span>
          {'reason' in state ? state.reason : state.kind === 'nothing' ? 'Enter the first amount.' : ''}
          {partial && state.kind !== 'nothing' ? ` ${partial}` : ''}
        </span>
      </div>
      <dl className={styles.figures} data-old={state.kind === 'calculating' || state.kind === 'outdated'}>
        {[...figures, { label: 'Difference', value: difference }].map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{isDetermined && value !== null ? valueText('money', value) : dash}</dd>
          </div>
        ))}
      </dl>
      {children ? <div className={styles.actions}>{children}</div> : null}
    </div>
  );
}

const titles: Record<ReconciliationState['kind'], string> = {
  nothing: 'Nothing entered',
  calculating: 'Calculating…',
  outdated: 'Out of date',
  undetermined: 'Can’t be determined',
  difference: 'Not reconciled',
  reconciled: 'Reconciled',
};

const icons: Record<ReconciliationState['kind'], ReactNode> = {
  nothing: <IconCircleDashed size={15} aria-hidden />,
  calculating: <IconCircleDashed size={15} aria-hidden />,
  outdated: <IconClockPause size={15} aria-hidden />,
  undetermined: <IconAlertTriangle size={15} aria-hidden />,
  difference: <IconAlertTriangle size={15} aria-hidden />,
  reconciled: <IconCheck size={15} aria-hidden />,
};
