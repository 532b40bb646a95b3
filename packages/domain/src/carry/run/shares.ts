import {
  type Fraction,
  PERCENT_SCALE,
  partOf,
  splitCents,
  subtract,
  type Whole,
  whole,
} from '../../kernel/cents/index.ts';
import { type Decimal, type Path, toCents, toSmallUnits } from '../../kernel/index.ts';
import { checkDistinct, checkPercent, type Refuse } from './checks.ts';
import type { Share } from './distribution.ts';

const UNITS_OF_FOURTH_DECIMAL = 1e6;
const HUNDRED_PERCENT = 1e12;
const HUNDRED_TO_FOUR_DECIMALS = 1e6;

/** Kept effectives as whole weights, with their sum. */
export interface Weights {
  readonly weights: readonly number[];
  /** In units of the tenth decimal. */
  readonly total: number;
  /** The sum rounded to 4 decimals is 100. */
  readonly isWhole: boolean;
  /** In investor-balance mode the balances in whole cents, by which the amount is split instead. */
  readonly balances?: readonly Whole[];
}

/**
 * Turns effectives into weights.
 *
 * Fails:  PERCENT_RANGE, PERCENT_SCALE, SHARE_DUPLICATE; then the weights are undefined.
 */
export function weightsOf(shares: readonly Share[], path: Path, refuse: Refuse): Weights | undefined {
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

/** One above 100 is over-allocated by itself and need not be exact. */
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
 * Shares an amount out by effective percentages.
 *
 *     T = N when the effectives total 100.0000, else round(N x total / 100);  gross = allocate(T, effectives)
 *
 * What remains of N is unallocated. By balances, N is split by the balances themselves.
 *
 * Units:  whole cents, not negative.
 * Source: calculations 5.1, 5 'Investor-balance mode'.
 */
export function shareOut(amount: Whole, { weights, total, isWhole, balances }: Weights): SharedOut {
  if (balances) return { distributed: amount, unallocated: 0, parts: splitCents(amount, balances) };
  const part: Fraction = { numerator: total, denominator: HUNDRED_PERCENT };
  const distributed = isWhole ? amount : partOf(amount, part);
  return { distributed, unallocated: subtract(amount, distributed), parts: splitCents(distributed, weights) };
}

/** The balances of a source that is shared out by them, in whole cents; undefined where somebody's effective was given. */
export function balancesOf(shares: readonly Share[]): readonly Whole[] | undefined {
  if (shares.length === 0) return undefined;
  const balances = shares.flatMap(({ balance }) => (balance === undefined ? [] : [balance]));
  if (balances.length < shares.length || !balances.some((balance) => balance.gt(0))) return undefined;
  return balances.map((balance) => (balance.gt(0) ? whole(toCents(balance)) : 0));
}
