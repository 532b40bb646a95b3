import type { Column } from '@carrara/contract/core/fields';
import { notDetermined } from '@carrara/contract/core/kinds';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { Checkbox } from '@mantine/core';
import type { Computation } from '../../../record/run/useComputed.ts';
import styles from './applyVestingDialog.module.css';
import { type HolderShare, type HolderShares, holdersByPerson, type SourceVesting } from './vestingChoice.ts';

const nameColumn: Column = { field: 'name', kind: 'text', title: 'Not fully vested' };
const figureColumns = [
  { field: 'effectiveAllocation', kind: 'percent', title: 'Effective % of source' },
  { field: 'vestedPercentage', kind: 'percent', title: 'Vested %', nullIs: notDetermined },
  { field: 'vestedOn', kind: 'date', title: 'As of' },
  { field: 'forfeitedAllocation', kind: 'percent', title: 'Would forfeit %', nullIs: notDetermined },
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross now', nullIs: notDetermined },
] as const;

type Row = HolderShare | HolderShares;
const isPerson = (row: Row): row is HolderShares => 'shares' in row;

/** The figures of a share. A person with shares in several sources has none. */
const figureCells = Object.fromEntries(
  figureColumns.map((column) => [
    column.field,
    (row: Row) => (isPerson(row) ? null : <Value {...column} value={row[column.field]} />),
  ]),
);

export interface VestingHoldersProps {
  readonly preview: Computation<readonly SourceVesting[]>;
  /** The keys of the chosen shares. */
  readonly chosen: readonly string[];
  readonly sourceName: (sourceId: string) => string;
  readonly onChoose: (keys: readonly string[], isChosen: boolean) => void;
}

/** The shares that aren't fully vested. With several sources, they are grouped by person; each group unfolds to one row for each source. */
export function VestingHolders({ preview, chosen, sourceName, onChoose }: VestingHoldersProps) {
  const { run, refusals, away, recompute } = preview;
  const failure = away ? `Vesting can’t be computed: ${away}.` : refusals.map(({ message }) => message).join(' ');
  if (failure) return <ErrorState message={failure} onRetry={recompute} />;
  if (!run) return <LoadingState lines={4} label="Loading vesting" />;
  const people = holdersByPerson(run);
  const all = people.flatMap(({ shares }) => shares);
  if (all.length === 0) return <EmptyState text="Everyone paid by this distribution is fully vested on its date." />;
  const isChosen = ({ key }: HolderShare) => chosen.includes(key);
  const choice = (label: string, shares: readonly HolderShare[], description?: string) => {
    const possible = shares.filter((share) => share.refusal === null || isChosen(share));
    const count = possible.filter(isChosen).length;
    const isWhole = possible.length > 0 && count === possible.length;
    return (
      <Checkbox
        label={label}
        description={description}
        checked={isWhole}
        indeterminate={count > 0 && !isWhole}
        disabled={possible.length === 0}
        onChange={() =>
          onChoose(
            possible.map(({ key }) => key),
            !isWhole,
          )
        }
      />
    );
  };
  const selected = (shares: readonly HolderShare[]) =>
    `${String(shares.filter(isChosen).length)} of ${String(shares.length)} selected`;
  const pathOf = ({ through, refusal }: HolderShare) =>
    refusal ?? (through.length > 0 ? `through ${through.toReversed().join(' of ')}` : undefined);
  const isGrouped = run.length > 1;
  return (
    <>
      {choice('All', all, selected(all))}
      <div className={styles.tall}>
        <DataTable<Row>
          label="Not fully vested"
          columns={[nameColumn, ...figureColumns]}
          rows={isGrouped ? people : all}
          rowKey={({ key }) => key}
          childrenOf={isGrouped ? (row) => (isPerson(row) ? row.shares : []) : undefined}
          density="compact"
          cells={{
            ...figureCells,
            name: (row) => (
              <span className={styles.choice}>
                {isPerson(row)
                  ? choice(row.name, row.shares, selected(row.shares))
                  : choice(isGrouped ? sourceName(row.sourceId) : row.name, [row], pathOf(row))}
                {row.isTerminated && (isPerson(row) || !isGrouped) ? <Tag>Terminated</Tag> : null}
              </span>
            ),
          }}
        />
      </div>
    </>
  );
}
