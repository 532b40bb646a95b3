import { type CalendarDate, type Decimal, zero } from '../../kernel/index.ts';
import { commitmentsOn, quarterEnds } from '../ledger/index.ts';
import { positionOn, type Trade, UnrealisedGain } from '../period/index.ts';
import type { StatementLedger } from './statementLedger.ts';

/**
 * The unrealised gain of each commitment at quarter ends, by their days.
 *
 *     fair value - remaining cost of each holding, shared over who takes part in it, quarter after quarter from the first
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function unrealisedOn(
  ledger: StatementLedger,
  days: readonly CalendarDate[],
): ReadonlyMap<CalendarDate, ReadonlyMap<string, Decimal>> {
  const asked = new Set(days);
  const found = new Map<CalendarDate, ReadonlyMap<string, Decimal>>();
  const last = [...asked].sort().at(-1);
  const first = [...ledger.trades, ...ledger.valuations].map(({ booked }) => booked).sort()[0];
  if (first === undefined || last === undefined || first > last) return found;
  const holdings = [...new Set(ledger.securities.map(({ holdingId }) => holdingId))].sort().map((holdingId) => ({
    holdingId,
    gain: new UnrealisedGain(holdingId),
    positions: positionsOf(ledger, holdingId),
  }));
  for (const end of quarterEnds(first, last)) {
    const known = ledger.events.filter(({ booked }) => booked <= end);
    const states = commitmentsOn(ledger.commitments, known, end);
    const shares = new Map<string, Decimal>();
    for (const { gain, positions } of holdings) {
      const unrealised = positions.reduce((sum, position) => {
        const { cost, fairValue } = position(end);
        return sum.plus(fairValue).minus(cost);
      }, zero);
      for (const [id, share] of gain.next(unrealised, states)) shares.set(id, (shares.get(id) ?? zero).plus(share));
    }
    if (asked.has(end)) found.set(end, shares);
  }
  return found;
}

/** What is held of each security of a holding at a quarter end. */
function positionsOf({ securities, trades, valuations }: StatementLedger, holdingId: string) {
  return securities
    .filter((security) => security.holdingId === holdingId)
    .map(({ id }) => {
      const own: readonly Trade[] = trades.filter(({ securityId }) => securityId === id);
      const values = valuations.filter(({ securityId }) => securityId === id);
      return (end: CalendarDate) => positionOn(own, values, end);
    });
}
