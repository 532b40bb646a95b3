import type { Fields } from '@carrara/contract/core/fields';
import { type Kind, kinds, type Reference } from '@carrara/contract/core/kinds';
import type { BulkPart } from '@carrara/contract/performance/bulkDomains';
import type { GridEdit, UnreadText } from '@carrara/ui/grid';
import { plainDecimal, valueText } from '@carrara/ui/value';
import { type BulkPlace, type BulkRow, placesOf } from './bulkPlaces.ts';

/** A cell that was changed and not saved: what was typed over which value. */
export interface BulkCell {
  readonly part: BulkPart;
  readonly key: string;
  readonly field: string;
  readonly kind: Kind;
  readonly required?: boolean | undefined;
  readonly value: unknown;
  readonly unread?: UnreadText | undefined;
  readonly seen: unknown;
  /** What the save was refused with. */
  readonly refused?: string | undefined;
}
export type BulkDraft = Readonly<Record<string, BulkCell>>;

export const cellId = (part: BulkPart, key: string, field: string): string => `${part} ${key} ${field}`;

const blank = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** Whether two values of a kind say the same: a reference by its id, a number whatever its decimals. */
export function isSame(kind: Kind, one: unknown, other: unknown): boolean {
  const [a, b] = [blank(one), blank(other)];
  if (a === null || b === null) return a === b;
  if (typeof a === 'object') return (a as Reference).id === (b as Reference).id;
  return 'decimals' in kinds[kind] ? plainDecimal(String(a)) === plainDecimal(String(b)) : a === b;
}

/** The draft after a deed in a section: what is again as it was stored is no change; a cell that is typed anew is typed over what is stored now. */
export function withEdits(
  draft: BulkDraft,
  { part, fields }: { readonly part: BulkPart; readonly fields: Fields },
  places: readonly BulkPlace[],
  edits: readonly GridEdit[],
): BulkDraft {
  const stored = new Map(places.map(({ key, state }) => [key, state.values]));
  const next: Record<string, BulkCell> = { ...draft };
  for (const { key, field, value, unread } of edits) {
    const rules = fields[field];
    if (!rules) continue;
    const { kind, required } = rules;
    const id = cellId(part, key, field);
    const seen = stored.get(key)?.[field] ?? null;
    if (unread === undefined && isSame(kind, value, seen)) delete next[id];
    else next[id] = { part, key, field, kind, required, value, unread, seen };
  }
  return next;
}

/** A cell that somebody else has saved since it was typed over: what is stored now. */
export interface Conflict {
  readonly cell: BulkCell;
  readonly theirs: unknown;
  readonly by: string | null;
}

/** Cells whose stored value is another by now than the one that was typed over, unless it is what was typed. */
export function conflictsOf(draft: BulkDraft, rows: readonly BulkRow[]): ReadonlyMap<string, Conflict> {
  const found = new Map<string, Conflict>();
  const parts = new Map<BulkPart, ReadonlyMap<string, BulkPlace>>();
  for (const [id, cell] of Object.entries(draft)) {
    const { part, key, field, kind, seen, value, unread } = cell;
    const places = parts.get(part) ?? new Map(placesOf(part, rows).map((place) => [place.key, place]));
    parts.set(part, places);
    const state = places.get(key)?.state;
    const theirs = state?.values[field] ?? null;
    if (state === undefined || isSame(kind, theirs, seen)) continue;
    if (unread === undefined && isSame(kind, theirs, value)) continue;
    found.set(id, { cell, theirs, by: state.updatedBy ?? null });
  }
  return found;
}

export function conflictText({ cell: { kind, value, unread }, theirs, by }: Conflict): string {
  const told = (one: unknown) => (blank(one) === null ? 'nothing' : valueText(kind, one));
  return `${by ?? 'Somebody else'} has saved ${told(theirs)} meanwhile; you typed ${unread?.text ?? told(value)}`;
}

/** Mine stay, typed over what is stored now. */
export const keepMine = (draft: BulkDraft, conflicts: ReadonlyMap<string, Conflict>): BulkDraft => ({
  ...draft,
  ...Object.fromEntries(
    [...conflicts].map(([id, { cell, theirs }]) => [id, { ...cell, seen: theirs, refused: undefined }]),
  ),
});
/** Theirs stay: what was typed there goes. */
export const takeTheirs = (draft: BulkDraft, conflicts: ReadonlyMap<string, Conflict>): BulkDraft =>
  Object.fromEntries(Object.entries(draft).filter(([id]) => !conflicts.has(id)));

/** What a save sends, and the cells that each record is of. */
export interface BulkSave {
  readonly records: readonly object[];
  readonly cells: readonly (readonly string[])[];
}

/** The changed fields of each part, or of each reported figure, with the version that is shown. */
export function toSave(draft: BulkDraft, rows: readonly BulkRow[]): BulkSave {
  const parts = [...new Set(Object.values(draft).map(({ part }) => part))];
  const made = parts.flatMap((part) =>
    placesOf(part, rows).flatMap(({ key, row, state }) => {
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
        return own.map((one) => record(one[1].field, state.valueIds?.[one[1].field] ?? null, [one]));
      return own.length === 0 ? [] : [record(part, state.valueId ?? null, own)];
    }),
  );
  return { records: made.map(({ record }) => record), cells: made.map(({ cells }) => cells) };
}

/** A required text that was emptied is an empty text, which is refused as such. */
const toSend = ({ kind, required, value }: BulkCell) =>
  value === null && required && kind !== 'reference' ? '' : value;

/** The draft with the reasons of a refused save at their cells; what is at none of them is left to be told above. */
export function withRefusals(
  draft: BulkDraft,
  { cells }: BulkSave,
  errors: readonly { readonly path: string; readonly code: string; readonly message: string }[],
): BulkDraft {
  const next: Record<string, BulkCell> = { ...draft };
  for (const { path, code, message } of errors) {
    const [, at, , field] = path.split('.');
    const id = cells[Number(at)]?.find((one) => next[one]?.field === field);
    const cell = id === undefined ? undefined : next[id];
    // Of a newer version both values are shown once it is read.
    if (id !== undefined && cell && code !== 'STALE_VERSION') next[id] = { ...cell, refused: message };
  }
  return next;
}
