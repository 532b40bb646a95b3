import { type Decimal, decimal, hundred, zero } from './decimal.ts';
import { moneyText, numberText } from './number.ts';

/** Returns the exact sum of amounts as text. */
export const sumOfMoney = (amounts: readonly string[]): string =>
  moneyText(amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero));

/** Adds up figures exactly, one at a time as rows arrive. */
export function runningSum() {
  let sum: Decimal = zero;
  return {
    add(figure: string): void {
      sum = sum.plus(figure);
    },
    text: (): string => numberText(sum),
  };
}

/** Returns the exact total of percentages, and whether it is exactly 100. Missing values count as zero. */
export function percentTotal(percentages: readonly (string | Decimal | null)[]): {
  readonly text: string;
  readonly isHundred: boolean;
} {
  const total = percentages.reduce<Decimal>((sum, part) => (part === null ? sum : sum.plus(decimal(part))), zero);
  return { text: numberText(total), isHundred: total.equals(hundred) };
}

/** Compares amounts by size, regardless of sign: the largest first, missing amounts last. */
export const compareSizes = (first: string | null, other: string | null): number => sizeOf(other).cmp(sizeOf(first));
const sizeOf = (amount: string | null): Decimal => (amount === null ? decimal(-1) : decimal(amount).abs());
