import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { valueText } from '../value/valueText.ts';
import styles from './reconciliationLine.module.css';

interface ReconciliationTerm {
  readonly label: string;
  readonly value: string | null;
}

export interface ReconciliationLineProps {
  readonly whole: ReconciliationTerm;
  readonly parts: readonly ReconciliationTerm[];
  /** Computed by the domain. The line only displays whether it is zero. */
  readonly difference: string | null;
  /** Why the figures don't include all input. The line then doesn't claim to reconcile. */
  readonly unknown?: string | undefined;
}

/** gross = net + tax + …, and whether the difference is zero: the line that an accountant looks at first. */
export function ReconciliationLine({ whole, parts, difference, unknown }: ReconciliationLineProps) {
  const reconciled = !/[1-9]/.test(difference ?? '');
  if (unknown !== undefined || difference === null) {
    return (
      <div className={styles.reconciliation} data-reconciled="false" role="status">
        <b>
          <IconAlertTriangle size={15} aria-hidden />
          Can’t be determined
        </b>
        <span>{unknown}</span>
      </div>
    );
  }
  return (
    <div className={styles.reconciliation} data-reconciled={reconciled} role="status">
      <b>
        {reconciled ? <IconCheck size={15} aria-hidden /> : <IconAlertTriangle size={15} aria-hidden />}
        {reconciled ? 'Reconciled' : 'Not reconciled'}
      </b>
      <span>
        {whole.label} {valueText('money', whole.value)} ={' '}
        {parts.map(({ label, value }) => `${label} ${valueText('money', value)}`).join(' + ')}
      </span>
      <span className={styles.difference}>difference {valueText('money', difference)}</span>
    </div>
  );
}
