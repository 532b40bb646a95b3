import type { AllocationState } from '@carrara/contract/carry/allocation/allocationHistory';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { stateKey, stateName } from './stateNames.ts';
import { profilePath } from './addresses.ts';
import { RowButton } from '../../../record/list/RowButton.tsx';

const columns = [
  { field: 'state', kind: 'text', title: 'Version' },
  { field: 'effectiveDate', kind: 'date', title: 'Effective from' },
  { field: 'changedDate', kind: 'instant', title: 'When' },
  { field: 'changedBy', kind: 'text', title: 'Who' },
  { field: 'reason', kind: 'text', title: 'Reason' },
  { field: 'participants', kind: 'count', title: 'Participants changed' },
] as const;

export interface StateListProps {
  readonly states: readonly (AllocationState & { readonly changes: readonly unknown[] })[];
  /** The profile of the page. */
  readonly profileId: string;
  /** The state whose changes are displayed. */
  readonly current: string;
  readonly onCompare: (state: AllocationState) => void;
}

/** The change log of the profiles: author, time and reason of each state, with the number of participants whose share it changed. */
export function StateList({ states, profileId, current, onCompare }: StateListProps) {
  const rows = states.map((state) => ({ ...state, participants: state.changes.length }));
  return (
    <TablePanel
      title="Versions"
      columns={columns}
      rows={rows}
      rowKey={stateKey}
      currentRow={rows.findIndex((state) => stateKey(state) === current)}
      cells={{
        state: (state) => (
          <>
            {state.profileId === profileId ? (
              stateName(state)
            ) : (
              <a href={`#${profilePath(state.profileId)}`}>{stateName(state)}</a>
            )}
            {state.profileId === profileId ? <Tag>This version</Tag> : null}
          </>
        ),
      }}
      rowActions={(state) => (
        <RowButton label="Changes" subject={`of ${stateName(state)}`} onClick={() => onCompare(state)} />
      )}
    />
  );
}
