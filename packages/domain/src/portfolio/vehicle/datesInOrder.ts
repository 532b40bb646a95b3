import { type Failure, fail } from '../../kernel/index.ts';

/** The dates of a vehicle by field. Blank ones aren't known yet. */
export interface VehicleDates {
  readonly initialCloseDate?: unknown;
  readonly finalCloseDate?: unknown;
  readonly investmentPeriodEnd?: unknown;
  readonly liquidationDate?: unknown;
  readonly escrowReleaseDate?: unknown;
}

/** Pairs of dates that must be in order: the later field, the earlier field, and the message. */
const order = [
  ['finalCloseDate', 'initialCloseDate', 'The final close can’t be before the initial close.'],
  ['investmentPeriodEnd', 'initialCloseDate', 'The investment period can’t end before the initial close.'],
  ['escrowReleaseDate', 'initialCloseDate', 'The escrow can’t be released before the initial close.'],
  ['liquidationDate', 'initialCloseDate', 'The liquidation can’t be before the initial close.'],
  ['liquidationDate', 'finalCloseDate', 'The liquidation can’t be before the final close.'],
  ['liquidationDate', 'investmentPeriodEnd', 'The liquidation can’t be before the end of the investment period.'],
] as const;

/**
 * Checks that the dates of a fund or coinvestment are in a possible order. Equal dates are allowed.
 *
 * Units: days as `yyyy-MM-dd`.
 * Fails: DATES_REVERSED, once at each field.
 */
export function datesInOrder(dates: VehicleDates): readonly Failure[] {
  const reversed = order.filter(([later, earlier]) => {
    const [after, before] = [dates[later], dates[earlier]];
    return typeof after === 'string' && typeof before === 'string' && after !== '' && after < before;
  });
  const first = new Map(reversed.toReversed().map((item) => [item[0], item]));
  return [...first.values()].map(([field, , text]) => fail('DATES_REVERSED', [field], text));
}
