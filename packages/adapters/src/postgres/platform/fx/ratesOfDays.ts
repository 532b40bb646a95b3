import { type CalendarDate, calendarDate, decimal } from '@carrara/domain/kernel';
import type { FxRate } from '@carrara/domain/platform/fx';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { pairJoins } from './currencyPairs.ts';

/** Returns the rates that apply on each of some dates: for every active pair, the latest on or before the date. */
export async function ratesOfDays(
  tx: Transaction,
  days: readonly CalendarDate[],
): Promise<ReadonlyMap<string, readonly FxRate[]>> {
  const rows = await tx.query<{ day: string; date: string; from: string; to: string; rate: string }>(
    `SELECT q.day::text AS day, r.effective_date::text AS date, s.code AS "from", d.code AS "to", r.rate::text AS rate
     FROM unnest($2::date[]) q (day) CROSS JOIN currency_pair b ${pairJoins}
     JOIN LATERAL (SELECT x.rate, x.effective_date FROM exchange_rate x
       WHERE x.tenant_id = b.tenant_id AND x.currency_pair_id = b.id AND x.effective_date <= q.day
       ORDER BY x.effective_date DESC LIMIT 1) r ON true
     WHERE b.tenant_id = $1 AND NOT b.is_inactive`,
    [tx.tenantId, [...new Set(days)]],
  );
  const byDay = new Map<string, FxRate[]>();
  for (const { day, date, from, to, rate } of rows) {
    const ofDay = byDay.get(day) ?? [];
    byDay.set(day, ofDay);
    ofDay.push({ date: calendarDate(date), from, to, rate: decimal(rate) });
  }
  return byDay;
}
