import { normalizeKey } from './planState.ts';
import type { ExistingRecord } from './existingRecords.ts';

/** Returns the id of a stored reference. */
export const referenceId = (reference: unknown): string | undefined =>
  (reference as { id?: string } | null | undefined)?.id;

/** Returns the stored record with a code, ignoring case. */
export const findByCode = (records: readonly ExistingRecord[], code: string): ExistingRecord | undefined =>
  records.find((record) => normalizeKey(String(record['code'] ?? '')) === normalizeKey(code));
