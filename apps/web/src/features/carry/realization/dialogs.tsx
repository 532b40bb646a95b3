import type { RealizationSource } from '@carrara/contract/carry/run/realizationRecord';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { ReadDialog } from '../../../record/profile/ReadDialog.tsx';
import { vestingDateNotes } from '../../../record/profile/vestingDates.ts';

type Source = Pick<RealizationSource, 'containerId' | 'containerName' | 'realizationDate'>;

export interface VestingQuestion {
  readonly source: Source;
  readonly participant: { readonly participantId: string; readonly name: string };
  /** The total carry of the source. */
  readonly carry: string;
}

/** Opens a dialog with the vested and forfeited parts of a participant's carry at a source, by tranche. */
export const showVesting = (question: VestingQuestion): Promise<void> =>
  openDialog<void>((close) => <VestingDialog {...question} onClose={() => close()} />);

const vestingColumns = [
  { field: 'trancheNumber', kind: 'count', title: 'Tranche #' },
  { field: 'trancheName', kind: 'text', title: 'Tranche' },
  { field: 'vestingFrom', kind: 'date', title: 'Vesting from' },
  { field: 'trancheInvestmentAmount', kind: 'money', title: 'Invested' },
  { field: 'trancheWeightingPercentage', kind: 'percent', title: 'Weight %' },
  { field: 'calculatedTrancheCarryAmount', kind: 'money', title: 'Carry' },
  { field: 'originalCarryAmount', kind: 'money', title: 'Original' },
  { field: 'vestedPercentage', kind: 'percent', title: 'Vested %' },
  { field: 'vestedCarryAmount', kind: 'money', title: 'Vested' },
  { field: 'forfeitedCarryAmount', kind: 'money', title: 'Forfeited' },
  { field: 'weightedVestedEffectiveAllocationPercentage', kind: 'percent', title: 'Weighted vested %' },
  { field: 'weightedForfeitedEffectiveAllocationPercentage', kind: 'percent', title: 'Weighted forfeited %' },
] as const;
const vestingTotals = [
  'trancheInvestmentAmount',
  'calculatedTrancheCarryAmount',
  'originalCarryAmount',
  'vestedCarryAmount',
  'forfeitedCarryAmount',
  'weightedVestedEffectiveAllocationPercentage',
  'weightedForfeitedEffectiveAllocationPercentage',
] as const;

export function VestingDialog({
  source,
  participant,
  carry,
  onClose,
}: VestingQuestion & { readonly onClose: () => void }) {
  const { currentData: analysis, error } = useRead('getParticipantVesting', {
    params: { id: participant.participantId },
    query: { sourceId: source.containerId, carryAmount: carry, vestingDate: source.realizationDate },
  });
  const found = analysis?.sources[0];
  const { totals } = analysis ?? {};
  const on =
    analysis?.vestingDateIs === 'termination'
      ? `${formatDate(analysis.vestingDate)}, ${vestingDateNotes.termination}`
      : 'its realization date';
  return (
    <ReadDialog
      title={`Vesting and forfeiture, ${participant.name}`}
      lead={`For the carry of ${source.containerName}, on ${on}. Viewing this changes nothing.`}
      onClose={onClose}
    >
      {error ? (
        <ErrorState message={failureText(error)} />
      ) : !analysis ? (
        <LoadingState lines={6} />
      ) : !found ? (
        <EmptyState text="There is no direct allocation at this source on this day." />
      ) : found.reason !== null ? (
        <EmptyState text={found.reason} />
      ) : (
        <DataTable
          label="Vesting"
          density="compact"
          columns={vestingColumns}
          rows={analysis.rows}
          rowKey={({ trancheName, vestingFrom }) => `${String(trancheName)} ${String(vestingFrom)}`}
          totals={vestingTotals.map((field) => ({ field, total: totals?.[field] ?? null }))}
          totalsLabel="Total"
        />
      )}
    </ReadDialog>
  );
}

/** Opens a dialog with the profiles and weights of a source's tranches. */
export const showTranches = (source: Source): Promise<void> =>
  openDialog<void>((close) => <TrancheDialog source={source} onClose={() => close()} />);

const trancheColumns = [
  { field: 'name', kind: 'text', title: 'Tranche' },
  { field: 'profile', kind: 'reference', title: 'Allocation profile' },
  { field: 'investedAmount', kind: 'money', title: 'Invested' },
  { field: 'weight', kind: 'percent', title: 'Weight %' },
] as const;
const shareColumns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'effective', kind: 'percent', title: 'Weighted average %' },
] as const;

export function TrancheDialog({ source, onClose }: { readonly source: Source; readonly onClose: () => void }) {
  const { currentData: evidence, error } = useRead('getWeightedAverageEvidence', {
    params: { containerId: source.containerId },
    query: { asOf: source.realizationDate },
  });
  return (
    <ReadDialog
      title={`Tranche profile summary, ${source.containerName}`}
      lead="The profile of each tranche on the source’s date, and each participant’s share of all tranches, weighted by invested amount."
      onClose={onClose}
    >
      {error ? (
        error.status === 422 ? (
          <EmptyState text="The tranches have no invested amounts, so weights can’t be computed. Enter the invested amounts first." />
        ) : (
          <ErrorState message={failureText(error)} />
        )
      ) : !evidence ? (
        <LoadingState lines={6} />
      ) : (
        <>
          <DataTable
            label="Tranches"
            density="compact"
            columns={trancheColumns}
            rows={evidence.tranches}
            rowKey={({ id }) => id}
          />
          <DataTable
            label="Participants"
            density="compact"
            columns={shareColumns}
            rows={evidence.participants}
            rowKey={({ participantId }) => participantId}
          />
        </>
      )}
    </ReadDialog>
  );
}
