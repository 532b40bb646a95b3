import { DataGrid } from '@carrara/ui/grid/DataGrid.tsx';
import type { GridColumn, GridEdit } from '@carrara/ui/grid/gridTypes.ts';
import { useMediaQuery, useViewportSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { handleUndoKeys } from '../../../record/editor/handleUndoKeys.ts';
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
  readonly onRemove: (participantId: string) => void;
  /** Number of edits that are in effect. */
  readonly actions?: number;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** The entries as a spreadsheet. Effective percentages and totals follow each keystroke. */
export function EntryGrid(props: EntryGridProps) {
  const { entries, isShareBased, choices, preview } = props;
  const hasEntities = entries.some(({ type }) => type === 'Entity');
  const isNarrow = useMediaQuery('(max-width: 1279px)') ?? false;
  const { height } = useViewportSize();
  // Limits the grid to the window, so that the page does not scroll as long as the window fits some rows.
  const maxHeight = Math.max(300, (height || window.innerHeight) - 420);
  const columns = useMemo(
    () => columnsOf(isShareBased, hasEntities, choices, isNarrow),
    [isShareBased, hasEntities, choices, isNarrow],
  );
  const rows = useMemo(
    () =>
      entries.map((entry) => ({
        ...entry,
        name: entry.status === 'Terminated' ? `${entry.name} (terminated)` : entry.name,
        effective: preview.effectives.get(entry.participantId) ?? null,
        remove: 'Remove',
      })),
    [entries, preview],
  );
  return (
    <div
      className={styles.grid}
      onKeyDownCapture={(event) => handleUndoKeys(event, { undo: props.onUndo, redo: props.onRedo })}
    >
      <DataGrid
        label="Allocation profile entries"
        columns={columns}
        rows={rows}
        rowKey={({ participantId }) => participantId}
        onEdit={props.onEdit}
        actions={props.actions}
        isEditable={({ type }, field) => field !== 'profile' || type === 'Entity'}
        problem={({ participantId }, field) => preview.problems.get(problemKey(participantId, field))}
        typed={({ unread }, field) => unread?.[field]}
        onCellOpen={({ participantId }, field) => (field === 'remove' ? props.onRemove(participantId) : undefined)}
        maxHeight={maxHeight}
        totals={preview.totals}
        totalsLabel={`Total, ${String(rows.length)}`}
      />
    </div>
  );
}

/** Column widths in a wide and in a narrow window. All columns fit from 1280 pixels on. */
const widths = {
  wide: { name: 170, figure: 96, long: 120, shares: 150, reference: 96, schedule: 170, profile: 170, remove: 74 },
  narrow: { name: 150, figure: 84, long: 112, shares: 120, reference: 84, schedule: 130, profile: 130, remove: 74 },
} as const;

function columnsOf(
  isShareBased: boolean,
  hasEntities: boolean,
  { classes, schedules, entityProfiles }: EntryChoices,
  isNarrow: boolean,
): readonly GridColumn[] {
  const width = isNarrow ? widths.narrow : widths.wide;
  const percent = { kind: 'percent', editable: true } as const;
  const figures: readonly GridColumn[] = isShareBased
    ? [{ field: 'shares', kind: 'shares', title: 'Shares', width: width.shares, editable: true }]
    : [
        { ...percent, field: 'predilute', title: 'Predilute %', width: width.figure },
        { ...percent, field: 'fixed', title: 'Fixed %', width: width.figure - 10 },
        { ...percent, field: 'discretionary', title: 'Discretionary %', width: width.long },
      ];
  const reference = { kind: 'reference', editable: true } as const;
  const remove = { field: 'remove', kind: 'text', title: 'Remove', width: width.remove } as const;
  return [
    { field: 'name', kind: 'text', title: 'Participant', width: width.name, grow: true },
    ...(isNarrow ? [remove] : []),
    // The column of entity profiles replaces the titles, so that all editable columns stay in view.
    ...(hasEntities || isNarrow ? [] : [{ field: 'businessTitle', kind: 'text', title: 'Title', width: 132 } as const]),
    ...figures,
    { field: 'effective', kind: 'percent', title: 'Effective %', width: width.figure },
    { ...reference, field: 'participantClass', title: 'Class', width: width.reference, options: classes },
    {
      ...reference,
      field: 'vestingSchedule',
      title: 'Vesting schedule',
      width: width.schedule,
      grow: true,
      options: schedules.map(({ id, name }) => ({ id, name })),
    },
    ...(hasEntities
      ? [
          {
            ...reference,
            field: 'profile',
            title: "Entity's profile",
            width: width.profile,
            grow: true,
            options: [...entityProfiles.values()].flat(),
          },
        ]
      : []),
    ...(isNarrow ? [] : [remove]),
  ];
}
