import { type Decimal, hundred, roundTo, zero } from '../../kernel/index.ts';

export type AllocationMethod = 'percent' | 'shares';

/** The values typed for one participant. Blank and 0 both mean 'no value'. */
interface EntryInputs {
  readonly predilute?: Decimal | undefined;
  readonly fixed?: Decimal | undefined;
  readonly discretionary?: Decimal | undefined;
  readonly shares?: Decimal | undefined;
}

export interface ProfileEntry extends EntryInputs {
  readonly id: string;
}

export interface AllocationProfile {
  readonly method: AllocationMethod;
  readonly entries: readonly ProfileEntry[];
}

export const entryFields = ['predilute', 'fixed', 'discretionary', 'shares'] as const;
export type EntryField = (typeof entryFields)[number];

/** An entry with its stored effective percentage (10 decimals). All later steps start from this value. */
export interface ComputedEntry {
  readonly id: string;
  readonly effective: Decimal;
  readonly error?: 'PREDILUTE_WITH_OTHERS';
}

export interface ProfileTotals {
  readonly predilute: Decimal;
  readonly fixed: Decimal;
  readonly discretionary: Decimal;
  readonly effective: Decimal;
  readonly shares: Decimal;
}

export interface ComputedProfile {
  readonly entries: readonly ComputedEntry[];
  readonly totals: ProfileTotals;
  readonly unallocated: Decimal;
}

/** Decimals of percentage totals, adjustments and displayed percentages. */
export const TOTAL_PERCENT_DECIMALS = 4;
export const SHARES_DECIMALS = 2;

export function sumDecimals(values: readonly Decimal[]): Decimal {
  return values.reduce((sum, value) => sum.plus(value), zero);
}

/** S4: returns the sum of the stored effectives, rounded to 4 decimals. This total decides whether a profile is fully allocated. */
export function effectiveTotal(effectives: readonly Decimal[]): Decimal {
  return roundTo(sumDecimals(effectives), TOTAL_PERCENT_DECIMALS);
}

/** Returns the percentage that a profile leaves unallocated; zero if it allocates 100 or more. */
export function unallocatedPercent(effectives: readonly Decimal[]): Decimal {
  const rest = hundred.minus(effectiveTotal(effectives));
  return rest.isNegative() ? zero : rest;
}
