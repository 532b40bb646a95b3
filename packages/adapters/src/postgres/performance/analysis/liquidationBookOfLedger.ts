import { calendarDate, required } from '@carrara/domain/kernel';
import type { LiquidationBook } from '@carrara/domain/performance/liquidation';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import type { StoredEntry, StoredLedger } from '../ledger/loadLedger.ts';
import {
  figuresSql,
  holdingsSql,
  numberedSql,
  partnersSql,
  readFigures,
  type Row,
  termsSql,
} from './liquidationBooks.ts';

type Figures = Pick<Row, 'until' | 'terms' | 'partners' | 'figures' | 'holdings'> & {
  /** The due dates of notices. */
  readonly due: Readonly<Record<string, string>> | null;
  /** The positions of acts. */
  readonly acts: readonly number[];
};

/** Calls, distributions, carry paid and returned, and transfers. */
const cashTypes = /^(?:CALL-|EXCESS-|DIST-|CARRY-PAID$|CLAWBACK$|TRANSFER$)/;

/** Returns the same as `liquidationBooks` for a vehicle whose ledger is loaded, from its entries. */
export async function liquidationBookOfLedger(
  tx: Transaction,
  ledger: StoredLedger,
  { end, termsDay = end }: { readonly end: string; readonly termsDay?: string },
): Promise<LiquidationBook> {
  const { vehicleId } = ledger;
  const [found] = await tx.query<Figures>(
    `WITH ${numberedSql}
     SELECT v.until, t.terms, coalesce(${partnersSql}, '[]') AS partners,
       coalesce(${figuresSql}, '[]') AS figures, coalesce(${holdingsSql}, '[]') AS holdings,
       (SELECT json_object_agg(n.id, n.due_date) FROM notice n WHERE n.tenant_id = $1 AND n.vehicle_id = v.id) AS due,
       (SELECT coalesce(json_agg(a.seq), '[]') FROM ledger_act a WHERE a.tenant_id = $1 AND a.vehicle_id = v.id) AS acts
     FROM requested v ${termsSql('$4::date')}`,
    [tx.tenantId, [vehicleId], end, termsDay],
  );
  const { until: last, terms, partners, due, acts, ...figures } = required(found, 'the figures of a vehicle');
  const until = calendarDate(last);
  const positions = new Set(acts);
  const byId = new Map(ledger.entries.map((entry) => [entry.id, entry]));
  const isCounted = (entry: StoredEntry) => {
    if (entry.type !== 'CARRY-EARNED') return cashTypes.test(entry.type);
    // A quarter close books the other carry.
    const original = entry.reversalOf === null ? entry : byId.get(entry.reversalOf);
    return positions.has(original?.seq ?? 0);
  };
  return {
    vehicleId,
    until,
    terms: terms && { ...terms, effectiveDate: calendarDate(terms.effectiveDate) },
    partners,
    events: ledger.events.filter(({ booked }) => booked <= until),
    entries: ledger.entries
      .filter((entry) => entry.booked <= until && isCounted(entry))
      .map(({ noticeId, shares, ...entry }) => {
        const date = noticeId === null ? undefined : due?.[noticeId];
        return {
          ...entry,
          dueDate: date === undefined ? null : calendarDate(date),
          shares: shares.filter(({ isMirror }) => !isMirror),
        };
      }),
    ...readFigures(figures),
  };
}
