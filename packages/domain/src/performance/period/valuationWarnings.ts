import { type CalendarDate, type Decimal, displayedDate, groupBy, spokenMoney } from '@carrara/domain/kernel';
import {
  initialCloseWarning,
  endOfTime,
  implausibleChangeText,
  positionOn,
  type Trade,
  type Valuation,
  withoutReversed,
} from '../ledger/index.ts';
import { valuationOn } from './quarterValues.ts';

/** A value to enter. Null withdraws the value of the date. */
interface EnteredValue {
  readonly securityId: string;
  readonly date: CalendarDate;
  readonly fairValue: Decimal | null;
}

/** The parts of a vehicle that entered values are compared with. */
export interface ValuedFacts {
  readonly entries: readonly Trade[];
  readonly valuations: readonly Valuation[];
  /** The vehicle's initial close. Null or absent if it has none. */
  readonly firstClose?: CalendarDate | null;
}

/**
 * Returns warnings about values that are valid but probably typos. Either they are below a tenth of, or above ten
 * times, the value that they replace or, if there is none, the one before. Or they are dated before the security's
 * first purchase or the vehicle's initial close. A value of zero is a write-off and has none.
 *
 *     value before = the last earlier valuation, also of those entered together, plus later purchases, less the part that was sold; before the first
 *     valuation, the cost
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/user/quarter-close.md.
 */
export function valuationWarnings<V extends EnteredValue>(
  entered: readonly V[],
  { entries, valuations, firstClose = null }: ValuedFacts,
): readonly { readonly entered: V; readonly text: string }[] {
  const together = entered.map((value): Valuation => ({ ...value, booked: value.date, seq: Number.MAX_SAFE_INTEGER }));
  const securities = new Set(entered.map(({ securityId }) => securityId));
  const tradesOf = groupBy(
    entries.filter(({ securityId }) => securityId !== null && securities.has(securityId)),
    ({ securityId }) => securityId,
  );
  const storedOf = groupBy(valuations, ({ securityId }) => securityId);
  const togetherOf = groupBy(together, ({ securityId }) => securityId);
  return entered.flatMap((value) => {
    const { securityId, date, fairValue } = value;
    if (fairValue === null || fairValue.isZero()) return [];
    const trades = tradesOf.get(securityId) ?? [];
    const [firstBought] = withoutReversed(trades)
      .flatMap(({ type, effective }) => (type === 'BUY' ? [effective] : []))
      .toSorted();
    const stored = storedOf.get(securityId) ?? [];
    const replaced = valuationOn(stored, securityId, date)?.fairValue ?? null;
    const before =
      replaced ??
      positionOn(
        trades.filter(({ effective }) => effective <= date),
        [...stored, ...(togetherOf.get(securityId) ?? [])].filter((valuation) => valuation.date < date),
        endOfTime,
      ).fairValue;
    const change = implausibleChangeText(fairValue, before);
    const origin = replaced === null ? 'the value before' : 'which it replaces';
    const texts = [
      ...(change === undefined
        ? []
        : [`The fair value is ${spokenMoney(fairValue)}, ${change} ${spokenMoney(before)}, ${origin}.`]),
      ...(firstBought !== undefined && date < firstBought
        ? [
            `The value is dated ${displayedDate(date)}, before the first purchase of the security on ${displayedDate(firstBought)}.`,
          ]
        : []),
      ...initialCloseWarning('The value is', date, firstClose),
    ];
    return texts.map((text) => ({ entered: value, text }));
  });
}
