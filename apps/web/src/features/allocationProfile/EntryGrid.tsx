import { DataGrid, type GridColumn, type GridEdit } from '@carrara/ui/grid';
import { type KeyboardEvent, useMemo } from 'react';
import type { DraftEntry } from './draft.ts';
import type { EntryChoices } from './useEntryChoices.ts';
import { problemKey, type ProfilePreview } from './preview.ts';
import styles from './allocationProfile.module.css';

export interface EntryGridProps {
  readonly entries: readonly DraftEntry[];
  readonly isShareBased: boolean;
  readonly choices: EntryChoices;
  readonly preview: ProfilePreview;
  readonly onEdit: (edits: readonly GridEdit[]) => void;
  readonly onUnreadableChange: (count: number) => void;
  readonly onRemove: (participantId: string) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** The entries as a spreadsheet; effectives and totals follow each keystroke. */
export function EntryGrid(props: EntryGridProps) {
  const { entries, isShareBased, choices, preview } = props;
  const hasEntities = entries.some(({ type }) => type === 'Entity');
  const columns = useMemo(() => columnsOf(isShareBased, hasEntities, choices), [isShareBased, hasEntities, choices]);
  const rows = useMemo(
    () =>
      entries.map((entry) => ({
        ...entry,
        effective: preview.effectives.get(entry.participantId) ?? null,
        remove: 'Remove',
      })),
    [entries, preview],
  );
  return (
    <div className={styles.grid} onKeyDownCapture={(event) => takeBack(event, props)}>
      <DataGrid
        label="Allocation profile entries"
        columns={columns}
        rows={rows}
        rowKey={({ participantId }) => participantId}
        onEdit={props.onEdit}
        isEditable={({ type }, field) => field !== 'profile' || type === 'Entity'}
        problem={({ participantId }, field) => preview.problems.get(problemKey(participantId, field))}
        onUnreadableChange={props.onUnreadableChange}
        onCellOpen={({ participantId }, field) => (field === 'remove' ? props.onRemove(participantId) : undefined)}
        totals={preview.totals}
        totalsLabel={`Total, ${String(rows.length)}`}
      />
    </div>
  );
}

/** The editor keeps one history of its own: added and removed rows are taken back like typing. Inside an open cell the keys are the cell's. */
function takeBack(event: KeyboardEvent, { onUndo, onRedo }: EntryGridProps): void {
  if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
  const key = event.key.toLowerCase();
  const wantsRedo = key === 'y' || (event.shiftKey && key === 'z');
  if (!wantsRedo && key !== 'z') return;
  event.preventDefault();
  event.stopPropagation();
  if (wantsRedo) onRedo();
  else onUndo();
}

const figures: readonly GridColumn[] = [
  { field: 'predilute', kind: 'percent', title: 'Predilute %', width: 104, editable: true },
  { field: 'fixed', kind: 'percent', title: 'Fixed %', width: 104, editable: true },
  { field: 'discretionary', kind: 'percent', title: 'Discretionary %', width: 122, editable: true },
];
const shares: readonly GridColumn[] = [
  { field: 'shares', kind: 'shares', title: 'Shares', width: 150, editable: true },
];

const columnsOf = (isShareBased: boolean, hasEntities: boolean, choices: EntryChoices): readonly GridColumn[] => [
  { field: 'name', kind: 'text', title: 'Participant', width: 220, grow: true },
  { field: 'businessTitle', kind: 'text', title: 'Title', width: 150 },
  { field: 'status', kind: 'text', title: 'Status', width: 96 },
  ...(isShareBased ? shares : figures),
  { field: 'effective', kind: 'percent', title: 'Effective %', width: 104 },
  {
    field: 'participantClass',
    kind: 'reference',
    title: 'Class',
    width: 130,
    editable: true,
    options: choices.classes,
  },
  {
    field: 'vestingSchedule',
    kind: 'reference',
    title: 'Vesting schedule',
    width: 170,
    editable: true,
    options: choices.schedules.map(({ id, name }) => ({ id, name })),
  },
  ...(hasEntities
    ? [
        {
          field: 'profile',
          kind: 'reference',
          title: "Entity's profile",
          width: 210,
          editable: true,
          options: [...choices.entityProfiles.values()].flat(),
        } as const,
      ]
    : []),
  { field: 'remove', kind: 'text', title: '', width: 84 },
];
