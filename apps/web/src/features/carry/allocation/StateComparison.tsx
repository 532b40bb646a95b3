import type { AllocationComparison, AllocationState } from '@carrara/contract/carry/allocation/allocationHistory';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import { datedName, stateKey, stateName } from './stateNames.ts';
import styles from './allocationProfile.module.css';

type Participant = AllocationComparison['participants'][number];
type Inputs = NonNullable<Participant['inputsBefore']>;

const columns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'change', kind: 'text', title: 'Change' },
  { field: 'before', kind: 'percent', title: 'Before %' },
  { field: 'after', kind: 'percent', title: 'After %' },
  { field: 'difference', kind: 'percent', title: 'Difference' },
  { field: 'typed', kind: 'text', title: 'Changed inputs' },
] as const;

export interface StateComparisonProps {
  readonly id: string;
  readonly states: readonly AllocationState[];
  /** The state to compare with. By default, the one that this state is based on. */
  readonly from: AllocationState | undefined;
  readonly to: AllocationState;
  readonly onChoose: (chosen: { readonly from?: string; readonly to?: string }) => void;
}

/** The changes of each participant between two states. Either state can be chosen. */
export function StateComparison({ id, states, from, to, onChoose }: StateComparisonProps) {
  const [onlyChanges, setOnlyChanges] = useState(true);
  const query = {
    toProfileId: to.profileId,
    toRevision: to.revision,
    ...(from ? { fromProfileId: from.profileId, fromRevision: from.revision } : {}),
  };
  const { currentData: data, error } = useRead('compareAllocationProfiles', { params: { id }, query });
  const base = from ?? data?.from ?? undefined;
  // The comparison has the state that this one is based on. Until it is loaded, there may or may not be an earlier one.
  const isLoaded = base !== undefined || data !== undefined;
  const visible = data?.participants.filter(({ change }) => !onlyChanges || change !== 'same') ?? [];
  const choices = states.map((state) => ({ value: stateKey(state), label: datedName(state) }));
  return (
    <Panel title={titleOf(base, to, isLoaded)} flush>
      <div className={styles.compare}>
        <NativeSelect
          label="From"
          data={
            base ? choices : [{ value: '', label: isLoaded || error ? 'Nothing before it' : 'Loading…' }, ...choices]
          }
          value={base ? stateKey(base) : ''}
          disabled={!isLoaded && !error}
          onChange={(event) => onChoose({ from: event.currentTarget.value, to: stateKey(to) })}
        />
        <NativeSelect
          label="To"
          data={choices}
          value={stateKey(to)}
          onChange={(event) => onChoose({ ...(base ? { from: stateKey(base) } : {}), to: event.currentTarget.value })}
        />
        <Checkbox
          label="Only what changed"
          checked={onlyChanges}
          onChange={(event) => setOnlyChanges(event.currentTarget.checked)}
        />
      </div>
      {error ? (
        <ErrorState message={failureText(error)} />
      ) : !data ? (
        <LoadingState lines={5} />
      ) : visible.length === 0 ? (
        <EmptyState text="No participant's share changed." />
      ) : (
        <DataTable
          label="Changes per participant"
          columns={columns}
          rows={visible}
          rowKey={({ participantId }) => participantId}
          cells={{
            change: ({ change }) => labels[change],
            typed: (row) => typed(row),
          }}
          totals={[
            ...(data.totalBefore === null ? [] : [{ field: 'before', total: data.totalBefore }]),
            { field: 'after', total: data.totalAfter },
          ]}
          totalsLabel="Total of everybody"
        />
      )}
    </Panel>
  );
}

function titleOf(from: AllocationState | undefined, to: AllocationState, isLoaded: boolean): string {
  if (from) return `From ${stateName(from)} to ${stateName(to)}`;
  return isLoaded ? `${stateName(to)}, the first` : stateName(to);
}

const labels = { added: 'Added', removed: 'Removed', changed: 'Changed', same: 'Same' } as const;
const inputNames = {
  predilute: 'Predilute',
  fixed: 'Fixed',
  discretionary: 'Discretionary',
  shares: 'Shares',
} as const;

/** Lists the inputs that were changed, before and after. The changes of others can move a prediluted share without any input. */
function typed({ inputsBefore, inputsAfter, change }: Participant): string {
  if (change === 'same') return '';
  const text = (inputs: Inputs | null, field: keyof Inputs) =>
    valueText(field === 'shares' ? 'shares' : 'percent', inputs?.[field] ?? null);
  const parts = (Object.keys(inputNames) as (keyof Inputs)[]).flatMap((field) => {
    const [before, after] = [text(inputsBefore, field), text(inputsAfter, field)];
    if (before === after) return [];
    if (!inputsBefore) return [`${inputNames[field]} ${after}`];
    if (!inputsAfter) return [`${inputNames[field]} ${before}`];
    return [`${inputNames[field]} ${before} → ${after}`];
  });
  return parts.length > 0 ? parts.join(', ') : 'None (moved by other entries)';
}
