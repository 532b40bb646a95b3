import type { Fields } from '@carrara/contract/core/fields';
import { type Kind, kinds, type Reference } from '@carrara/contract/core/kinds';
import type { BulkPart } from '@carrara/contract/performance/bulkDomains';
import type { GridEdit, UnreadText } from '@carrara/ui/grid/gridTypes.ts';
import { problemText } from '@carrara/ui/grid/problemText.ts';
import { plainDecimal } from '@carrara/ui/value/formatDecimal.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { type BulkLocation, type BulkRow, bulkLocations } from './bulkLocations.ts';

/** A changed, unsaved cell: the input, and the value that it was based on. */
interface BulkCell {
  readonly part: BulkPart;
  readonly key: string;
  readonly field: string;
  readonly title: string;
  readonly kind: Kind;
  readonly required?: boolean | undefined;
  readonly value: unknown;
  readonly unread?: UnreadText | undefined;
  readonly expected: unknown;
  /** The message of a refused save. */
  readonly refused?: string | undefined;
}
export type BulkDraft = Readonly<Record<string, BulkCell>>;

export const cellId = (part: BulkPart, key: string, field: string): string => `${part} ${key} ${field}`;

const blank = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** True if two values of a kind are equal. References compare by id, and numbers regardless of trailing zeros. */
function isSame(kind: Kind, first: unknown, other: unknown): boolean {
  const [a, b] = [blank(first), blank(other)];
  if (a === null || b === null) return a === b;
  if (typeof a === 'object') return (a as Reference).id === (b as Reference).id;
  return 'decimals' in kinds[kind] ? plainDecimal(String(a)) === plainDecimal(String(b)) : a === b;
}

/**
 * Returns the draft after an edit in a section. A cell that is back to its stored value counts as unchanged. New input is based on the value that is
 * stored now.
 */
export function withEdits(
  draft: BulkDraft,
  { part, fields }: { readonly part: BulkPart; readonly fields: Fields },
  locations: readonly BulkLocation[],
  edits: readonly GridEdit[],
): BulkDraft {
  const stored = new Map(locations.map(({ key, state }) => [key, state.values]));
  const next: Record<string, BulkCell> = { ...draft };
  for (const { key, field, value, unread } of edits) {
    const rules = fields[field];
    if (!rules) continue;
    const { kind, title, required } = rules;
    const id = cellId(part, key, field);
    const expected = stored.get(key)?.[field] ?? null;
    if (unread === undefined && isSame(kind, value, expected)) delete next[id];
    else next[id] = { part, key, field, title, kind, required, value, unread, expected };
  }
  return next;
}

/** A cell that somebody else has saved since it was edited, with the value that is stored now. */
export interface Conflict {
  readonly cell: BulkCell;
  readonly theirs: unknown;
  readonly by: string | null;
}

/** Returns the cells whose stored value has changed since they were edited, unless it equals the input. */
export function findConflicts(draft: BulkDraft, rows: readonly BulkRow[]): ReadonlyMap<string, Conflict> {
  const found = new Map<string, Conflict>();
  const parts = new Map<BulkPart, ReadonlyMap<string, BulkLocation>>();
  for (const [id, cell] of Object.entries(draft)) {
    const { part, key, field, kind, expected, value, unread } = cell;
    const locations = parts.get(part) ?? new Map(bulkLocations(part, rows).map((location) => [location.key, location]));
    parts.set(part, locations);
    const state = locations.get(key)?.state;
    const theirs = state?.values[field] ?? null;
    if (state === undefined || isSame(kind, theirs, expected)) continue;
    if (unread === undefined && isSame(kind, theirs, value)) continue;
    found.set(id, { cell, theirs, by: state.updatedBy ?? null });
  }
  return found;
}

export function conflictText({ cell: { kind, value, unread }, theirs, by }: Conflict): string {
  const display = (cellValue: unknown) => (blank(cellValue) === null ? 'nothing' : valueText(kind, cellValue));
  return `${by ?? 'Someone else'} has since saved ${display(theirs)}; you typed ${unread?.text ?? display(value)}`;
}

/** Resolves conflicts in favor of the input, which is then based on the stored value. */
export const withMine = (draft: BulkDraft, conflicts: ReadonlyMap<string, Conflict>): BulkDraft => ({
  ...draft,
  ...Object.fromEntries(
    [...conflicts].map(([id, { cell, theirs }]) => [id, { ...cell, expected: theirs, refused: undefined }]),
  ),
});
/** Resolves conflicts in favor of the stored value, and drops the input. */
export const acceptTheirs = (draft: BulkDraft, conflicts: ReadonlyMap<string, Conflict>): BulkDraft =>
  Object.fromEntries(Object.entries(draft).filter(([id]) => !conflicts.has(id)));

/** The body of a save, and the cells that each record comes from. */
export interface BulkSave {
  readonly records: readonly object[];
  readonly cells: readonly (readonly string[])[];
}

/** Returns the changed fields of each part or reported figure, with the version that was displayed. */
export function toSave(draft: BulkDraft, rows: readonly BulkRow[]): BulkSave {
  const parts = [...new Set(Object.values(draft).map(({ part }) => part))];
  const records = parts.flatMap((part) =>
    bulkLocations(part, rows).flatMap(({ key, row, state }) => {
      const own = Object.entries(draft).filter(([, cell]) => cell.part === part && cell.key === key);
      const { fundId, investmentId, id, reportingDate } = row;
      const record = (name: string, valueId: string | null, cells: typeof own) => ({
        record: {
          fundId,
          investmentId,
          id,
          reportingDate,
          key: name,
          valueId,
          rowVersion: state.rowVersion ?? null,
          values: Object.fromEntries(cells.map(([, cell]) => [cell.field, toSend(cell)])),
        },
        cells: cells.map(([cell]) => cell),
      });
      if (part === 'reported')
        return own.map((cell) => record(cell[1].field, state.valueIds?.[cell[1].field] ?? null, [cell]));
      return own.length === 0 ? [] : [record(part, state.valueId ?? null, own)];
    }),
  );
  return { records: records.map(({ record }) => record), cells: records.map(({ cells }) => cells) };
}

/** Sends an empty text for a required text without a value, so that the server refuses it with the right message. */
const toSend = ({ kind, required, value }: BulkCell) =>
  value === null && required && kind !== 'reference' ? '' : value;

/** Returns the id of the cell that an error is about. */
function refusedCell(draft: BulkDraft, cells: BulkSave['cells'], path: string): string | undefined {
  const [, at, , field] = path.split('.');
  return cells[Number(at)]?.find((id) => draft[id]?.field === field);
}

/** Returns the message of an error with its row and column. An error that is about no cell has only its message. */
export function refusalText(
  draft: BulkDraft,
  { cells }: BulkSave,
  rows: readonly BulkRow[],
  { path, message }: { readonly path: string; readonly message: string },
): string {
  const cell = draft[refusedCell(draft, cells, path) ?? ''];
  const location = cell && bulkLocations(cell.part, rows).find(({ key }) => key === cell.key);
  if (cell === undefined || location === undefined) return message;
  const { name, holderName } = location.row;
  const row = cell.part === 'reported' && holderName !== null ? `${name} (${holderName})` : name;
  return problemText(row, cell.title, message);
}

/** Adds the errors of a refused save to their cells, and returns the remaining errors for display above the grid. */
export function withRefusals(
  draft: BulkDraft,
  { cells }: BulkSave,
  errors: readonly { readonly path: string; readonly code: string; readonly message: string }[],
): BulkDraft {
  const next: Record<string, BulkCell> = { ...draft };
  for (const { path, code, message } of errors) {
    const id = refusedCell(next, cells, path);
    const cell = id === undefined ? undefined : next[id];
    // If the version is outdated, the grid displays both values after reloading.
    if (id !== undefined && cell && code !== 'STALE_VERSION') next[id] = { ...cell, refused: message };
  }
  return next;
}
