import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { ReconciliationLine } from '@carrara/ui/profile/ReconciliationLine.tsx';

type Reconciliation = Distribution['reconciliation'];

interface MoneyLineProps {
  readonly reconciliation: Reconciliation;
  /** The reason why the figures don't cover all of the input. */
  readonly unknown?: string | undefined;
}

/**
 * The reconciliation of a run: gross = net + tax + escrow + loan + other. If a part is allocated to nobody, it starts from the distributable amount.
 * The server computes the difference.
 */
export function MoneyLine({ reconciliation, unknown }: MoneyLineProps) {
  const isPartlyUnallocated = /[1-9]/.test(reconciliation.unallocated ?? '');
  const whole = isPartlyUnallocated
    ? { label: 'net distributable', value: reconciliation.netDistributableAmount }
    : { label: 'gross', value: reconciliation.grossCarryDistributed };
  const unallocated = isPartlyUnallocated ? [{ label: 'unallocated', value: reconciliation.unallocated }] : [];
  return (
    <ReconciliationLine
      whole={whole}
      parts={[
        ...unallocated,
        { label: 'net', value: reconciliation.netCarryDistributed },
        { label: 'tax', value: reconciliation.tax },
        { label: 'escrow', value: reconciliation.escrow },
        { label: 'loan', value: reconciliation.loanRepayment },
        { label: 'other', value: reconciliation.otherAdjustment },
      ]}
      difference={reconciliation.difference}
      unknown={unknown}
    />
  );
}
