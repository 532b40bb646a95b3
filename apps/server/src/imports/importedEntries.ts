import type { PlannedEntry } from '@carrara/domain/performance/imports';
import type { Posting } from '@carrara/domain/performance/ledger';
import type { StoredEntry } from '@carrara/adapters/postgres/performance/ledger';
import { v7 as newId } from 'uuid';
import { entryRow } from '../concepts/performance/postEntries.ts';

/** An entry that a row of a file makes; null for one that follows from undoing the file. */
export const entryOf = (posting: Posting, uploadId: string, row: number | null): StoredEntry => ({
  ...posting,
  id: newId(),
  source: { kind: 'UPLOAD', id: uploadId, row },
});

/** The same as it is stored. */
export const importedRow = (
  entry: StoredEntry,
  vehicleId: string,
  { externalId, description }: Pick<PlannedEntry, 'externalId' | 'description'>,
) => ({ ...entryRow(entry, description), vehicle_id: vehicleId, external_id: externalId });
