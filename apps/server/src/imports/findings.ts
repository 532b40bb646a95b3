import { mostChangesTold } from '@carrara/contract/platform/upload';
import type { PlannedImport } from './importer.ts';

/** What is kept of a check; of very many changes the first ones by name, and how many there are. */
export const findingsOf = ({ effects, errors, notes, warnings, changes, conflict, figures }: PlannedImport) => ({
  conflict: conflict ?? null,
  figures: figures ?? [],
  effects: [...effects],
  errors: [...errors],
  notes: [...notes],
  warnings: [...warnings],
  changes: changes.slice(0, mostChangesTold),
  numberOfChanges: changes.length,
});
export type Findings = ReturnType<typeof findingsOf>;
