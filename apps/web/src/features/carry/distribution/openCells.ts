import type { GridEdit } from '@carrara/ui/grid/gridTypes.ts';
import type { EnteredField, SourceDraft } from './runDraft.ts';

/**
 * A figure is entered either for an entity as a whole, which splits it over its members, or for each member. Returns the reason why a row's cell
 * accepts no input because there is one above or below it. Returns undefined if the cell accepts input, for example because it already has some.
 */
export function closedCellReason(
  entered: SourceDraft['entered'],
  path: string,
  field: string,
  action: readonly GridEdit[] = [],
): { readonly path: string; readonly isAbove: boolean } | undefined {
  const enteredAt = new Set<string>();
  for (const [at, cells] of entered) if (cells[field as EnteredField] !== undefined) enteredAt.add(at);
  for (const { key, field: edited, value, unread } of action) {
    if (edited !== field) continue;
    if (value === null && unread === undefined) enteredAt.delete(key);
    else enteredAt.add(key);
  }
  if (enteredAt.has(path)) return undefined;
  for (const at of enteredAt) {
    if (path.startsWith(`${at}/`)) return { path: at, isAbove: true };
    if (at.startsWith(`${path}/`)) return { path: at, isAbove: false };
  }
  return undefined;
}
