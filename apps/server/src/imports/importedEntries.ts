import type { PlannedEntry } from '@carrara/domain/performance/imports';
import type { Posting } from '@carrara/domain/performance/ledger';
import { entryRow } from '@carrara/adapters/postgres/performance/ledger/ledgerRows';
import type { StoredEntry } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { v7 as newId } from 'uuid';

/** Returns the entry created by a row of a file. The row is null for an entry that undoes the file. */
export const importedEntry = (posting: Posting, uploadId: string, row: number | null): StoredEntry => ({
  ...posting,
  id: newId(),
  source: { kind: 'UPLOAD', id: uploadId, row },
});

/** Returns the stored row of such an entry. */
export const importedRow = (
  entry: StoredEntry,
  vehicleId: string,
  { externalId, description }: Pick<PlannedEntry, 'externalId' | 'description'>,
) => ({ ...entryRow(entry, description), vehicle_id: vehicleId, external_id: externalId });
