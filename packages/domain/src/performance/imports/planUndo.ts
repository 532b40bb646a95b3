import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { type Ledger, type LedgerEntry, postMany, type Posting } from '../ledger/index.ts';
import type { EntryOrigin } from './planLedger.ts';

/** What is entered so that the ledger is what it would be without an upload. */
export interface UndonePosting {
  readonly posting: Posting;
  readonly externalId: string | null;
  readonly description: string | null;
}

/**
 * What an upload entered, and nothing has reversed since, is reversed; what it had reversed, and nothing stands in place of, is entered again.
 *
 * Fails:  UNFUNDED_BELOW_ZERO, COST_ABOVE_REMAINING (what came later stands on it).
 */
export function planUndo(
  ledger: Ledger,
  origins: ReadonlyMap<string, EntryOrigin>,
  uploadId: string,
): Result<readonly UndonePosting[], Failures> {
  const byId = new Map(ledger.entries.map((entry) => [entry.id, entry]));
  const turned = new Set(ledger.entries.map(({ reversalOf }) => reversalOf));
  const own = ledger.entries.filter(({ id }) => origins.get(id)?.uploadId === uploadId);
  const reversals = own
    .filter(({ id, reversalOf }) => reversalOf === null && !turned.has(id))
    .map((entry) => ({ at: undefined as LedgerEntry | undefined, entry }));
  const restored = own.flatMap(({ reversalOf }) => {
    const entry = reversalOf === null ? undefined : byId.get(reversalOf);
    return entry === undefined || origins.get(entry.id)?.uploadId === uploadId ? [] : [{ at: entry, entry }];
  });
  const { postings, refusals } = postMany<LedgerEntry | undefined>({ entries: [], reversals, restored }, ledger);
  if (refusals.length > 0) return err(refusals.flatMap(({ failures }) => failures));
  return ok(
    postings.map(({ at, posting }) => {
      const origin = at === undefined ? undefined : origins.get(at.id);
      return { posting, externalId: origin?.externalId ?? null, description: origin?.description ?? null };
    }),
  );
}
