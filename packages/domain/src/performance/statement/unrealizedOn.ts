import { type CalendarDate, type Decimal, required, zero } from '../../kernel/index.ts';
import { quarterEnd, quarterEnds } from '../ledger/index.ts';
import { gainAt, sharingDays, type SecurityHistory, UnrealizedGain } from '../period/index.ts';
import type { StatementLedger } from './statementLedger.ts';

/**
 * Returns the unrealized gain of each commitment at quarter ends, by date.
 *
 *     fair value - remaining cost of each holding, allocated to its participants, quarter by quarter from the first
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function unrealizedOn(
  ledger: StatementLedger,
  days: readonly CalendarDate[],
): ReadonlyMap<CalendarDate, ReadonlyMap<string, Decimal>> {
  const found = new Map<CalendarDate, ReadonlyMap<string, Decimal>>();
  const last = [...days].sort().at(-1);
  const gains = [...ledger.trades, ...ledger.valuations].map(({ booked }) => booked).sort();
  const first = gains[0];
  if (first === undefined || last === undefined || first > last) return found;
  const holdings = [...new Set(ledger.securities.map(({ holdingId }) => holdingId))].sort().map((holdingId) => ({
    holdingId,
    gain: new UnrealizedGain(holdingId),
    securities: securitiesOf(ledger, holdingId),
  }));
  const changes = [...gains, ...ledger.events.flatMap(({ booked, date }) => [booked, date])].sort();
  const lastChange = quarterEnd(required(changes.at(-1), 'the last change of a ledger'));
  let latest: ReadonlyMap<string, Decimal> = new Map();
  // Without changes, the shares stay as they are.
  const ends = quarterEnds(first, lastChange < last ? lastChange : last);
  for (const [at, end] of ends.entries()) {
    const sharing = sharingDays(ledger, { after: ends[at - 1], end });
    const shares = new Map<string, Decimal>();
    for (const { gain, securities } of holdings) {
      let parts: ReadonlyMap<string, Decimal> = new Map();
      for (const { day, states } of sharing) parts = gain.next(gainAt(securities, day, end), states);
      for (const [id, share] of parts) shares.set(id, (shares.get(id) ?? zero).plus(share));
    }
    if (days.includes(end)) found.set(end, shares);
    latest = shares;
  }
  for (const day of days) if (day > lastChange) found.set(day, latest);
  return found;
}

/** Returns the trades and valuations of each security of a holding. */
const securitiesOf = (
  { securities, trades, valuations }: StatementLedger,
  holdingId: string,
): readonly SecurityHistory[] =>
  securities
    .filter((security) => security.holdingId === holdingId)
    .map(({ id }) => ({
      trades: trades.filter(({ securityId }) => securityId === id),
      valuations: valuations.filter(({ securityId }) => securityId === id),
    }));
