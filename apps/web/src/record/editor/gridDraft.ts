import { type Kind, kinds, type Reference } from '@carrara/contract/core/kinds';
import type { Field } from '@carrara/contract/core/fields';
import type { GridEdit, UnreadText } from '@carrara/ui/grid/gridTypes.ts';
import { unreadInput } from '@carrara/ui/grid/gridCells.ts';
import { plainDecimal } from '@carrara/ui/value/formatDecimal.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';

/** A changed, unsaved cell of a grid: the input, and the value that it was based on. */
export interface DraftCell {
  readonly key: string;
  readonly field: string;
  readonly kind: Kind;
  readonly required?: boolean | undefined;
  readonly value: unknown;
  readonly unread?: UnreadText | undefined;
  readonly expected: unknown;
  /** The message of a refused save. */
  readonly refused?: string | undefined;
}
/** The unsaved cells of a grid, by the id of each. */
export type GridDraft<C extends DraftCell = DraftCell> = Readonly<Record<string, C>>;

/** The stored values of a row, and the person who saved them. */
export interface StoredCells {
  readonly values: Readonly<Record<string, unknown>>;
  readonly updatedBy?: string | null | undefined;
}

const blank = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** True if two values of a kind are equal. References compare by id, and numbers regardless of trailing zeros. */
function isSame(kind: Kind, first: unknown, other: unknown): boolean {
  const [a, b] = [blank(first), blank(other)];
  if (a === null || b === null) return a === b;
  if (typeof a === 'object') return (a as Reference).id === (b as Reference).id;
  return 'decimals' in kinds[kind] ? plainDecimal(String(a)) === plainDecimal(String(b)) : a === b;
}

export interface EditedCells<C extends DraftCell> {
  /** Returns the rules of an edited cell; undefined if it isn't part of the draft. */
  readonly rulesOf: (field: string) => Field | undefined;
  readonly storedOf: (key: string) => StoredCells | undefined;
  readonly idOf: (key: string, field: string) => string;
  /** Adds what the caller stores with its cells. */
  readonly cellOf: (cell: DraftCell) => C;
}

/**
 * Returns the draft after an edit. A cell that is back to its stored value counts as unchanged. New input is based on the value that is stored now.
 */
export function withGridEdits<C extends DraftCell>(
  draft: GridDraft<C>,
  { rulesOf, storedOf, idOf, cellOf }: EditedCells<C>,
  edits: readonly GridEdit[],
): GridDraft<C> {
  const next: Record<string, C> = { ...draft };
  for (const { key, field, value, unread } of edits) {
    const rules = rulesOf(field);
    if (!rules) continue;
    const { kind, required } = rules;
    const id = idOf(key, field);
    const expected = storedOf(key)?.values[field] ?? null;
    if (unread === undefined && isSame(kind, value, expected)) delete next[id];
    else next[id] = cellOf({ key, field, kind, required, value, unread, expected });
  }
  return next;
}

/** A cell that somebody else has saved since it was edited, with the value that is stored now. */
export interface Conflict {
  readonly cell: DraftCell;
  readonly theirs: unknown;
  readonly by: string | null;
}

/** Returns the cells whose stored value has changed since they were edited, unless it equals the input. */
export function conflictsIn<C extends DraftCell>(
  draft: GridDraft<C>,
  storedOf: (cell: C) => StoredCells | undefined,
): ReadonlyMap<string, Conflict> {
  const found = new Map<string, Conflict>();
  for (const [id, cell] of Object.entries(draft)) {
    const { field, kind, expected, value, unread } = cell;
    const stored = storedOf(cell);
    const theirs = stored?.values[field] ?? null;
    if (stored === undefined || isSame(kind, theirs, expected)) continue;
    if (unread === undefined && isSame(kind, theirs, value)) continue;
    found.set(id, { cell, theirs, by: stored.updatedBy ?? null });
  }
  return found;
}

export function conflictText({ cell: { kind, value, unread }, theirs, by }: Conflict): string {
  const display = (cellValue: unknown) => (blank(cellValue) === null ? 'nothing' : valueText(kind, cellValue));
  return `${by ?? 'Someone else'} has since saved ${display(theirs)}; you typed ${unread ? unreadInput(kind, unread.text) : display(value)}`;
}

/** Resolves conflicts in favor of the input. Only values that are stored after this can conflict with it again. */
export const acceptInput = <C extends DraftCell>(
  draft: GridDraft<C>,
  conflicts: ReadonlyMap<string, Conflict>,
): GridDraft<C> =>
  Object.fromEntries(
    Object.entries(draft).map(([id, cell]) => {
      const conflict = conflicts.get(id);
      return [id, conflict ? { ...cell, expected: conflict.theirs, refused: undefined } : cell];
    }),
  );

/** Resolves conflicts in favor of the stored value, and drops the input. */
export const acceptStored = <C extends DraftCell>(
  draft: GridDraft<C>,
  conflicts: ReadonlyMap<string, Conflict>,
): GridDraft<C> => Object.fromEntries(Object.entries(draft).filter(([id]) => !conflicts.has(id)));
