import type { Counts, RowRefusal } from '@carrara/domain/performance/imports';
import type { UploadReport } from '@carrara/contract/platform/upload/upload';
import { sortByRow } from '@carrara/domain/platform/upload';
import type { PlannedImport } from '../usecases/platform/importer.ts';
import type { ReadTable } from './readTable.ts';

type Conflict = NonNullable<UploadReport['conflict']>;

interface TablePlan {
  /** Name of the rows. */
  readonly kind: string;
  readonly counts: Counts;
  /** The number of existing entries that the file replaces with others. */
  readonly replacedCount?: number;
  readonly refusals: readonly RowRefusal[];
  readonly notes?: readonly string[];
  /** Findings that have to be acknowledged before the file is imported. */
  readonly warnings?: readonly string[];
  readonly changes: PlannedImport['changes'];
}

/** Returns the findings of a planned table that isn't about vehicles, with errors at their rows. */
export function plannedTable(
  table: ReadTable,
  { kind, counts, replacedCount = 0, refusals, notes = [], warnings = [], changes }: TablePlan,
): Omit<PlannedImport, 'carryOut'> {
  const { created, changed: updated, unchanged, missing } = counts;
  const changed = updated + replacedCount;
  const errors = refusals.map(({ row, field, reason }) => ({
    sheet: table.sheet,
    row,
    column: field === null ? null : table.headingOf(field),
    reason,
  }));
  return {
    effects: [{ kind, created, updated, unchanged, newVersions: 0 }],
    errors: sortByRow([...table.errors, ...errors], [table.sheet]),
    notes: [...table.notes, ...notes],
    warnings,
    changes,
    conflict: conflictOf({ changed, missing }),
  };
}

/** Returns the conflicts of a file with existing entries. Null if there are none. */
export const conflictOf = ({
  changed,
  missing,
  reversals = [],
  figures = [],
  refusals = [],
}: Pick<Conflict, 'changed' | 'missing'> & Partial<Conflict>): Conflict | null =>
  changed > 0 || missing > 0 ? { changed, missing, reversals, figures, refusals } : null;

/** Combines the findings of several sheets. */
export function plannedTogether(parts: readonly Omit<PlannedImport, 'carryOut'>[]): Omit<PlannedImport, 'carryOut'> {
  const conflicts = parts.flatMap(({ conflict }) => conflict ?? []);
  const sum = (sumCounts: 'changed' | 'missing') =>
    conflicts.reduce((total, conflict) => total + conflict[sumCounts], 0);
  return {
    effects: parts.flatMap(({ effects }) => effects),
    errors: parts.flatMap(({ errors }) => errors),
    notes: parts.flatMap(({ notes }) => notes),
    warnings: parts.flatMap(({ warnings }) => warnings),
    changes: parts.flatMap(({ changes }) => changes),
    conflict: conflictOf({ changed: sum('changed'), missing: sum('missing') }),
  };
}
