import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import type { WeightedAverageEvidence } from '@carrara/contract/carry/allocation/allocationEvidence';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { Button } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { useDownload } from '../../../api/download.ts';
import { AsOfInput } from './AsOf.tsx';
import { profilePath } from './addresses.ts';
import { useState } from 'react';
import styles from './allocationProfile.module.css';

/** Opens a dialog that breaks down the weighted average of a container's tranches. */
export const showWeightedAverage = (container: { readonly id: string; readonly name: string }): Promise<void> =>
  openDialog<void>((close) => <WeightedAverageDialog container={container} onClose={() => close()} />);

interface WeightedAverageDialogProps {
  readonly container: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

export function WeightedAverageDialog({ container, onClose }: WeightedAverageDialogProps) {
  const [asOf, setAsOf] = useState<string>();
  const params = { containerId: container.id };
  const query = asOf ? { asOf } : {};
  const { currentData: evidence, error } = useRead('getWeightedAverageEvidence', { params, query });
  const download = useDownload();
  const excel = () =>
    void download('exportAllocationReport', { params: { ...params, reportType: 'weighted-average' }, query });
  return (
    <DialogFrame title={`Weighted average allocation, ${container.name}`} onClose={onClose} size="wide">
      <div className={styles.evidence}>
        <p className={styles.lead}>
          Each tranche is weighted by its share of the invested amount: weighted % = effective % × weight % / 100. A
          tranche without the participant counts as 0.
        </p>
        <div data-only-shows>
          <AsOfInput value={asOf} onChange={setAsOf} />
        </div>
      </div>
      <div className={styles.tall}>
        {error ? (
          error.status === 422 ? (
            <EmptyState text="The tranches have no invested amounts, so weights can’t be computed. Enter the invested amounts first." />
          ) : (
            <ErrorState message={failureText(error)} />
          )
        ) : evidence ? (
          <Evidence evidence={evidence} onLeave={onClose} />
        ) : (
          <LoadingState lines={6} />
        )}
      </div>
      <DialogActions>
        <Button variant="default" onClick={excel} disabled={!evidence}>
          Excel
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

const trancheColumns = [
  { field: 'name', kind: 'text', title: 'Tranche' },
  { field: 'profile', kind: 'reference', title: 'Allocation profile' },
  { field: 'investedAmount', kind: 'money', title: 'Invested' },
  { field: 'weight', kind: 'percent', title: 'Weight %' },
] as const;
const participantColumns = [
  { field: 'name', kind: 'text', title: 'Participant, tranche' },
  { field: 'weight', kind: 'percent', title: 'Weight %' },
  { field: 'effective', kind: 'percent', title: 'Effective %' },
  { field: 'weighted', kind: 'percent', title: 'Weighted %' },
] as const;

interface EvidenceRow {
  readonly id: string;
  readonly name: string;
  readonly weight: string | null;
  readonly effective: string | null;
  readonly weighted: string;
  readonly parts: readonly EvidenceRow[];
}

const rowsOf = ({ participants, tranches }: WeightedAverageEvidence): readonly EvidenceRow[] =>
  participants.map(({ participantId, name, effective: average }) => ({
    id: participantId,
    name,
    weight: null,
    effective: null,
    weighted: average,
    parts: tranches.flatMap(({ id, name: tranche, weight, allocations }) =>
      allocations
        .filter((part) => part.participantId === participantId)
        .map(({ effective, weighted }) => ({
          id: `${participantId} ${id}`,
          name: tranche,
          weight,
          effective,
          weighted,
          parts: [],
        })),
    ),
  }));

function Evidence({ evidence, onLeave }: { readonly evidence: WeightedAverageEvidence; readonly onLeave: () => void }) {
  return (
    <>
      <DataTable
        label="Tranches"
        columns={trancheColumns}
        rows={evidence.tranches}
        rowKey={({ id }) => id}
        density="compact"
        cells={{
          profile: ({ profile }) =>
            profile ? (
              <a href={`#${profilePath(profile.id)}`} onClick={onLeave}>
                {profile.name}
              </a>
            ) : (
              <Value kind="text" value={null} />
            ),
        }}
        totals={[{ field: 'investedAmount', total: evidence.totalInvested }]}
        totalsLabel={`Total, ${String(evidence.tranches.length)}`}
      />
      <h3 className={styles.subtitle}>Participants</h3>
      <DataTable<EvidenceRow>
        label="Weighted averages"
        columns={participantColumns}
        rows={rowsOf(evidence)}
        rowKey={({ id }) => id}
        childrenOf={({ parts }) => parts}
        density="compact"
      />
    </>
  );
}
