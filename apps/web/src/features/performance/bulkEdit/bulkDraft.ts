import type { Fields } from '@carrara/contract/core/fields';
import type { BulkPart } from '@carrara/contract/performance/investment/bulkDomains';
import type { GridEdit } from '@carrara/ui/grid/gridTypes.ts';
import { problemText } from '@carrara/ui/grid/problemText.ts';
import { type DraftCell, type GridDraft, type StoredCells, withGridEdits } from '../../../record/editor/gridDraft.ts';
import { bulkField } from './bulkFields.ts';
import { type BulkLocation, type BulkRow, bulkLocations } from './bulkLocations.ts';

/** An unsaved cell, with the part of the row that it belongs to. */
interface BulkCell extends DraftCell {
  readonly part: BulkPart;
}
export type BulkDraft = GridDraft<BulkCell>;

export const cellId = (part: BulkPart, key: string, field: string): string => `${part} ${key} ${field}`;

/** Returns the draft after an edit in a section. */
export function applyGridEdits(
  draft: BulkDraft,
  { part, fields }: { readonly part: BulkPart; readonly fields: Fields },
  locations: readonly BulkLocation[],
  edits: readonly GridEdit[],
): BulkDraft {
  const stored = new Map(locations.map(({ key, state }) => [key, state]));
  return withGridEdits(
    draft,
    {
      rulesOf: (field) => fields[field],
      storedOf: (key) => stored.get(key),
      idOf: (key, field) => cellId(part, key, field),
      cellOf: (cell) => ({ ...cell, part }),
    },
    edits,
  );
}

/** Returns a lookup of the stored values of cells. */
export function storedValues(rows: readonly BulkRow[]) {
  const parts = new Map<BulkPart, ReadonlyMap<string, BulkLocation>>();
  return ({ part, key }: Pick<BulkCell, 'part' | 'key'>): StoredCells | undefined => {
    const locations = parts.get(part) ?? new Map(bulkLocations(part, rows).map((location) => [location.key, location]));
    parts.set(part, locations);
    return locations.get(key)?.state;
  };
}

/** The body of a save, and the cells that each record comes from. */
export interface BulkSave {
  readonly records: readonly object[];
  readonly cells: readonly (readonly string[])[];
}

/** Returns the changed fields of each part or reported figure, with the version that was displayed. */
export function changedRecords(draft: BulkDraft, rows: readonly BulkRow[]): BulkSave {
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
  return problemText(row, bulkField(cell.part, cell.field)?.title ?? cell.field, message);
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
