import type { Source } from '../ledger/index.ts';
import type { PlannedRow, TransferPlan } from './planTransfer.ts';
import type { TransferLedger } from './transferLedger.ts';

/**
 * Returns the rows of a plan as they are entered. The source of each is the transfer with its position in the package,
 * or that of the row that it restores.
 */
export function enteredRows(
  { entries, events, reported }: Pick<TransferLedger, 'entries' | 'events' | 'reported'>,
  plan: TransferPlan,
  transferId: string,
) {
  const sources = new Map([...entries, ...events, ...reported].map(({ id, source }) => [id, source]));
  const sourceOf = ({ restores, row }: PlannedRow<unknown>): Source | null =>
    restores === null ? { kind: 'TRANSFER', id: transferId, row } : (sources.get(restores) ?? null);
  const enter = <T>(rows: readonly PlannedRow<T>[]) =>
    rows.map((planned) => ({ planned, row: { ...planned.posting, id: planned.id, source: sourceOf(planned) } }));
  return { events: enter(plan.events), entries: enter(plan.entries), reported: enter(plan.reports) };
}
