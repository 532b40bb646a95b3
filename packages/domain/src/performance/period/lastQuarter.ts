import type { CalendarDate } from '@carrara/domain/kernel';
import type { VehicleLedger } from './computeVehicle.ts';

interface Row {
  readonly id: string;
  readonly booked: CalendarDate;
  readonly reversalOf: string | null;
}

/** Returns the quarters of rows, without rows that are reversed in their own quarter, and without their reversals. */
function quartersOf(rows: readonly Row[]): readonly CalendarDate[] {
  const reversals = new Map(rows.flatMap((row) => (row.reversalOf === null ? [] : [[row.reversalOf, row]])));
  const canceled = new Set(
    rows.flatMap(({ id, booked }) => {
      const reversal = reversals.get(id);
      return reversal?.booked === booked ? [id, reversal.id] : [];
    }),
  );
  return rows.flatMap(({ id, booked }) => (canceled.has(id) ? [] : [booked]));
}

/** Returns the quarters of valuations, without withdrawn ones that an earlier quarter never displayed. */
function valuedQuarters(valuations: VehicleLedger['valuations']): readonly CalendarDate[] {
  const byDay = new Map<string, VehicleLedger['valuations'][number][]>();
  for (const valuation of valuations) {
    const key = `${valuation.securityId} ${valuation.date} ${valuation.booked}`;
    byDay.set(key, [...(byDay.get(key) ?? []), valuation]);
  }
  return [...byDay.values()].flatMap((entered) => {
    const latest = entered.reduce((last, valuation) => (valuation.seq > last.seq ? valuation : last));
    return latest.fairValue === null && entered.length > 1 ? [] : [latest.booked];
  });
}

/**
 * Returns the end of the last quarter that anything in the ledgers of a vehicle changes. Something that was entered and reversed in the same quarter
 * changes none. Undefined if nothing does.
 */
export const lastQuarter = (
  ledgers: readonly (Pick<VehicleLedger, 'entries' | 'valuations' | 'reported'> & {
    readonly events: readonly Row[];
  })[],
): CalendarDate | undefined =>
  ledgers
    .flatMap(({ events, entries, valuations, reported = [] }) => [
      ...quartersOf(events),
      ...quartersOf(entries),
      ...quartersOf(reported),
      ...valuedQuarters(valuations),
    ])
    .sort()
    .at(-1);
