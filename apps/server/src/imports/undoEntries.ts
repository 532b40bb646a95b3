import { readActsAfter } from '@carrara/adapters/postgres/performance/ledger/readActs';
import { shareRows } from '@carrara/adapters/postgres/performance/ledger/ledgerRows';
import type { StoredEntry } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { type EntryOriginRow, entryOrigins } from '@carrara/adapters/postgres/performance/imports/namedRecords';
import type { Change } from '@carrara/adapters/postgres/engine/journal/change';
import { planUndo, type UndonePosting } from '@carrara/domain/performance/imports';
import { earliestDate, isLate, type Source } from '@carrara/domain/performance/ledger';
import { importedEntry, importedRow } from './importedEntries.ts';
import { undoVehicles } from './undoVehicles.ts';

/**
 * Undoes the ledger entries of an upload: reverses them, and reenters those that it had reversed.
 *
 * Fails: UNFUNDED_BELOW_ZERO, COST_ABOVE_REMAINING (later entries depend on it), USED_LATER.
 */
export const undoEntries = undoVehicles(async (tx, { vehicle: { id }, ledger }, { uploadId, reason }) => {
  const origins = new Map((await entryOrigins(tx, id)).map((row) => [row.id, row]));
  const sources = new Map(ledger.entries.map((entry) => [entry.id, entry.source]));
  const laterActs = await readActsAfter(tx, id, 0);
  return planUndo(ledger, origins, uploadId, laterActs).map(({ postings, replaced }) => {
    const reversals = postings.map((posting) => ({ entry: undoneEntry(posting, uploadId, sources), posting }));
    return {
      after: { ...ledger, entries: [...ledger.entries, ...reversals.map(({ entry }) => entry)] },
      from: earliestDate(reversals.map(({ entry }) => entry.booked)),
      rows: [
        [
          'ledger_entry',
          reversals.map(({ entry, posting: { externalId, description, posting } }) =>
            importedRow(entry, id, {
              externalId,
              description: posting.reversalOf === null ? description : reason,
            }),
          ),
        ],
        ['ledger_share', reversals.flatMap(({ entry }) => shareRows(id, entry))],
      ],
      changes: restoredChanges(reversals, uploadId, origins, reason),
      late: reversals.filter(({ entry }) => isLate(entry.effective, entry.booked)).map(() => null),
      notes: [...replaced].map(([name, count]) => replacedText(name, count)),
    };
  });
});

/** An entry of another file that is restored keeps its source, so that undoing that file reverses it. */
function undoneEntry(
  { posting, restores }: UndonePosting,
  uploadId: string,
  sources: ReadonlyMap<string, Source | null>,
): StoredEntry {
  const entry = importedEntry(posting, uploadId, null);
  const source = restores === null ? null : sources.get(restores);
  return source?.kind === 'UPLOAD' ? { ...entry, source } : entry;
}

/** The audit log digests the entries of each file, so a file that gets entries back is recorded too. */
function restoredChanges(
  reversals: readonly { readonly entry: StoredEntry; readonly posting: UndonePosting }[],
  uploadId: string,
  origins: ReadonlyMap<string, EntryOriginRow>,
  reason: string,
): readonly Change[] {
  const restored = new Map<string, { name: string | null; ids: string[] }>();
  for (const { entry, posting } of reversals) {
    const fileId = entry.source?.id;
    if (posting.restores === null || fileId === undefined || fileId === uploadId) continue;
    const file = restored.get(fileId) ?? { name: origins.get(posting.restores)?.uploadName ?? null, ids: [] };
    file.ids.push(entry.id);
    restored.set(fileId, file);
  }
  return [...restored].map(([fileId, { name, ids }]) => ({
    operation: 'restoreUploadEntries',
    objectType: 'upload',
    linkType: 'DataUpload',
    objectId: fileId,
    objectName: name,
    before: null,
    after: { restored: ids.length, undoneUploadId: uploadId },
    reason,
  }));
}

const replacedText = (name: string, count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'entry of this file was' : 'entries of this file were'} replaced or removed by ${name}, so undoing this file changes nothing about ${count === 1 ? 'it' : 'them'}. If ${name} is wrong too, undo it as well.`;
