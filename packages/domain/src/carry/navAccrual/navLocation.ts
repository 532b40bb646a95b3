import { type CalendarDate, compareDates, type Decimal, unit, zero } from '../../kernel/index.ts';
import { countedParts, investedIn, type VestingPart, type VestingPosition, vestingStart } from '../vesting/index.ts';

interface NavTranche extends VestingPart {
  readonly id: string;
  /** True if it has an allocation profile of its own in force, or an assigned one. */
  readonly hasProfile: boolean;
}

/** A holding of a vehicle, or the vehicle itself for carry that no investment has. */
export interface NavLocation {
  readonly id: string;
  readonly vehicleId: string;
  /** Null for the vehicle itself. */
  readonly investmentId: string | null;
  readonly own: VestingPart;
  readonly tranches: readonly NavTranche[];
}

/** A part of a location whose carry one allocation profile shares out. */
export interface NavPart {
  readonly sourceId: string;
  readonly weight: Decimal;
  /** The dollars invested by the date. Null if none are recorded, and for carry that no investment has. */
  readonly invested: Decimal | null;
  readonly vesting: Omit<VestingPosition, 'schedule'>;
}

/**
 * Returns the parts of a holding that are allocated separately: its tranches by invested amount if one of them has its own profile, as a
 * distribution would pay them. Otherwise, the holding is one part. Tranches bought after the date don't count.
 *
 * Source: docs/calculations/waterfall.md.
 */
export function navParts({ id, investmentId, own, tranches }: NavLocation, on: CalendarDate): readonly NavPart[] {
  const whole = {
    sourceId: id,
    weight: unit,
    invested: investmentId === null ? null : investedBy(countedParts<VestingPart>({ own, tranches }, on)),
    vesting: { own, tranches },
  };
  if (investmentId === null || !tranches.some(({ hasProfile }) => hasProfile)) return [whole];
  const source = { ...own, id, hasProfile: false };
  const counted = countedParts({ own: source, tranches }, on);
  if (counted.includes(source)) return [whole];
  return counted.map((tranche) => ({
    sourceId: tranche.id,
    weight: tranche.investedAmount ?? zero,
    invested: tranche.investedAmount ?? null,
    vesting: { own: tranche, tranches: [] },
  }));
}

const investedBy = (parts: readonly VestingPart[]): Decimal | null =>
  parts.some(({ investedAmount }) => investedAmount) ? investedIn(parts) : null;

/** Returns true unless all dates of a holding are after the day, so that it had no carry yet. */
export const isBoughtBy = ({ own, tranches }: NavLocation, on: CalendarDate): boolean =>
  [own, ...tranches].some((part) =>
    vestingStart(part).match(
      (start) => compareDates(start, on) <= 0,
      () => true,
    ),
  );
