import { DataGrid, type GridColumn, type GridEdit } from '@carrara/ui/grid';
import { useMemo } from 'react';
import { takeBack } from '../../record/takeBack.ts';
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
    <div
      className={styles.grid}
      onKeyDownCapture={(event) => takeBack(event, { undo: props.onUndo, redo: props.onRedo })}
    >
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

const figures: readonly GridColumn[] = [
  { field: 'predilute', kind: 'percent', title: 'Predilute %', width: 96, editable: true },
  { field: 'fixed', kind: 'percent', title: 'Fixed %', width: 88, editable: true },
  { field: 'discretionary', kind: 'percent', title: 'Discretionary %', width: 116, editable: true },
];
const shares: readonly GridColumn[] = [
  { field: 'shares', kind: 'shares', title: 'Shares', width: 150, editable: true },
];

const columnsOf = (isShareBased: boolean, hasEntities: boolean, choices: EntryChoices): readonly GridColumn[] => [
  { field: 'name', kind: 'text', title: 'Participant', width: 190, grow: true },
  // An entity's profile takes the room of the titles: what is edited stays in view.
  ...(hasEntities ? [] : [{ field: 'businessTitle', kind: 'text', title: 'Title', width: 132 } as const]),
  { field: 'status', kind: 'text', title: 'Status', width: 84 },
  ...(isShareBased ? shares : figures),
  { field: 'effective', kind: 'percent', title: 'Effective %', width: 96 },
  {
    field: 'participantClass',
    kind: 'reference',
    title: 'Class',
    width: 96,
    editable: true,
    options: choices.classes,
  },
  {
    field: 'vestingSchedule',
    kind: 'reference',
    title: 'Vesting schedule',
    width: 160,
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
  { field: 'remove', kind: 'text', title: 'Remove', width: 76 },
];
