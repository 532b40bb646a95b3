import { keyOf } from './desk.ts';
import type { ExistingRecord } from './existing.ts';

/** The id that a stored reference points at. */
export const idOf = (reference: unknown): string | undefined => (reference as { id?: string } | null | undefined)?.id;

/** The stored record with a code, in any letter case. */
export const byCode = (records: readonly ExistingRecord[], code: string): ExistingRecord | undefined =>
  records.find((record) => keyOf(String(record['code'] ?? '')) === keyOf(code));
