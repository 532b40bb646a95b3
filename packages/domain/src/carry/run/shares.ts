import {
  type Fraction,
  PERCENT_SCALE,
  applyFraction,
  splitCents,
  subtract,
  type Whole,
  toWhole,
} from '../../kernel/cents/index.ts';
import { type Decimal, type Path, toCents, toSmallUnits } from '../../kernel/index.ts';
import { checkDistinct, checkPercent, type Refuse } from './checks.ts';
import type { Share } from './distribution.ts';

const UNITS_OF_FOURTH_DECIMAL = 1e6;
const HUNDRED_PERCENT = 1e12;
const HUNDRED_TO_FOUR_DECIMALS = 1e6;

/** Stored effectives as whole weights, with their sum. */
export interface Weights {
  readonly weights: readonly number[];
  /** In units of the tenth decimal. */
  readonly total: number;
  /** True if the sum, rounded to 4 decimals, is 100. */
  readonly isWhole: boolean;
  /** In investor-balance mode, the balances in whole cents. They split the amount instead of the weights. */
  readonly balances?: readonly Whole[];
}

/**
 * Converts effectives to weights.
 *
 * Fails:  PERCENT_RANGE, PERCENT_SCALE, SHARE_DUPLICATE; the result is then undefined.
 */
export function shareWeights(shares: readonly Share[], path: Path, refuse: Refuse): Weights | undefined {
  let refused = false;
  const refuseHere: Refuse = (code, at, detail) => {
    refused = true;
    refuse(code, at, detail);
  };
  const weights: number[] = new Array<number>(shares.length);
  let total = 0;
  shares.forEach(({ effective }, i) => {
    const weight = weightOf(effective, () => [...path, i, 'effective'], refuseHere);
    weights[i] = weight;
    total += weight;
  });
  const ids = shares.map(({ participantId }) => participantId);
  checkDistinct(ids, 'SHARE_DUPLICATE', (i) => [...path, i, 'participantId'], refuseHere);
  return refused ? undefined : { weights, total, isWhole: toFourDecimals(total) === HUNDRED_TO_FOUR_DECIMALS };
}

/** Converts one effective percentage. A value above 100 is over-allocated anyway, so it need not be exact. */
function weightOf(effective: Decimal, pathOf: () => Path, refuse: Refuse): number {
  const units = toSmallUnits(effective, PERCENT_SCALE);
  if (units !== undefined && units >= 0) return units;
  if (effective.gt(100)) return 2 * HUNDRED_PERCENT;
  checkPercent(effective, pathOf(), refuse);
  return 0;
}

export function isOverAllocated({ total }: Weights): boolean {
  return toFourDecimals(total) > HUNDRED_TO_FOUR_DECIMALS;
}

function toFourDecimals(units: number): number {
  return Math.floor((units + UNITS_OF_FOURTH_DECIMAL / 2) / UNITS_OF_FOURTH_DECIMAL);
}

export interface SharedOut {
  readonly distributed: Whole;
  readonly unallocated: Whole;
  readonly parts: ArrayLike<Whole>;
}

/**
 * Allocates an amount by effective percentages.
 *
 *     T = N when the effectives total 100.0000, else round(N x total / 100);  gross = allocate(T, effectives)
 *
 * The rest of N stays unallocated. In investor-balance mode, the balances themselves split N.
 *
 * Units:  whole cents, not negative.
 * Source: docs/calculations/distribution.md.
 */
export function shareOut(amount: Whole, { weights, total, isWhole, balances }: Weights): SharedOut {
  if (balances) return { distributed: amount, unallocated: 0, parts: splitCents(amount, balances) };
  const part: Fraction = { numerator: total, denominator: HUNDRED_PERCENT };
  const distributed = isWhole ? amount : applyFraction(amount, part);
  return { distributed, unallocated: subtract(amount, distributed), parts: splitCents(distributed, weights) };
}

/** Returns the balances that split a source, in whole cents; undefined if none is positive or somebody's percentage was overridden. */
export function shareBalances(shares: readonly Share[]): readonly Whole[] | undefined {
  if (shares.length === 0) return undefined;
  const balances = shares.flatMap(({ balance }) => (balance === undefined ? [] : [balance]));
  if (balances.length < shares.length || !balances.some((balance) => balance.gt(0))) return undefined;
  return balances.map((balance) => (balance.gt(0) ? toWhole(toCents(balance)) : 0));
}
