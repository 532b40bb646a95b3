import { type CalendarDate, type Decimal, hundred, zero } from '@carrara/domain/kernel';
import type { VehicleLedger } from './computeVehicle.ts';
import { positionOn, type Security, type Valuation } from '../ledger/index.ts';

type IdentifiedValuation = Valuation & { readonly id: string };

/** Returns the valuation of a security on a day that counts, even if it withdraws the value. Undefined if there is none. */
export const valuationOn = <V extends Valuation>(
  valuations: readonly V[],
  securityId: string,
  day: CalendarDate,
): V | undefined =>
  valuations
    .filter((valuation) => valuation.securityId === securityId && valuation.date === day)
    .reduce<V | undefined>(
      (latest, valuation) => (latest === undefined || valuation.seq > latest.seq ? valuation : latest),
      undefined,
    );

/** A security that can be valued at a quarter end. */
interface QuarterValue {
  readonly securityId: string;
  readonly holdingId: string;
  /** The remaining cost at the quarter end. */
  readonly cost: Decimal;
  /** The value that counts if none is entered for the quarter end. */
  readonly last: Decimal;
  /** The date of the valuation that it comes from; null if the security has never been valued and counts at cost. */
  readonly lastDate: CalendarDate | null;
  /** The valuation on the quarter end, even if it withdraws the value. */
  readonly valuation: IdentifiedValuation | undefined;
}

/**
 * Returns the securities that can be valued at a quarter end: those with a remaining cost, an earlier value, or a value on that day.
 *
 *     last = the last valuation before the quarter end, plus later purchases, less the part that was sold; before the first valuation, the cost
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  never.
 */
export function quarterValues(
  ledger: Pick<VehicleLedger, 'entries'> & {
    readonly securities: readonly Security[];
    readonly valuations: readonly IdentifiedValuation[];
  },
  end: CalendarDate,
): readonly QuarterValue[] {
  return ledger.securities.flatMap(({ id, holdingId }) => {
    const trades = ledger.entries.filter(({ securityId }) => securityId === id);
    const own = ledger.valuations.filter(({ securityId }) => securityId === id);
    const earlier = own.filter(({ date }) => date < end);
    const days = [...new Set(earlier.map(({ date }) => date))].sort();
    const { cost, fairValue: last } = positionOn(trades, earlier, end);
    const lastDate = days.findLast((day) => (valuationOn(earlier, id, day)?.fairValue ?? null) !== null) ?? null;
    const valuation = valuationOn(own, id, end);
    const isSold = cost.isZero() && last.isZero() && valuation === undefined;
    return isSold ? [] : [{ securityId: id, holdingId, cost, last, lastDate, valuation }];
  });
}

/** A change from one value to another. The percentage is null if there was no value before. */
export interface ValueChange {
  readonly change: Decimal;
  readonly percent: Decimal | null;
}

/**
 * Computes a change of value.
 *
 *     change = value - last;  percent = 100 x change / last
 *
 * Units:  money in cents; percent unrounded.
 * Fails:  never.
 */
export function valueChange(last: Decimal, value: Decimal): ValueChange {
  const change = value.minus(last);
  return { change, percent: last.isZero() ? null : change.times(hundred).div(last) };
}

/** Adds up values and their changes. A security without a new value counts with its last one. */
export function sumValues(
  values: readonly { readonly cost: Decimal; readonly last: Decimal; readonly value: Decimal | null }[],
): ValueChange & { readonly cost: Decimal; readonly last: Decimal; readonly value: Decimal } {
  const total = (amounts: readonly Decimal[]) => amounts.reduce((sum, amount) => sum.plus(amount), zero);
  const last = total(values.map((row) => row.last));
  const value = total(values.map((row) => row.value ?? row.last));
  return { cost: total(values.map(({ cost }) => cost)), last, value, ...valueChange(last, value) };
}
