import { type Decimal, decimal, hundred, zero } from './decimal.ts';
import { moneyText, numberText } from './number.ts';

/** The exact sum of amounts, as text. */
export const sumOfMoney = (amounts: readonly string[]): string =>
  moneyText(amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero));

/** Adds up figures one by one while rows pass by, exactly. */
export function runningSum() {
  let sum: Decimal = zero;
  return {
    add(figure: string): void {
      sum = sum.plus(figure);
    },
    text: (): string => numberText(sum),
  };
}

/** The exact total of percentages, and whether it is 100 to the last decimal; what is not there counts as nothing. */
export function percentTotal(percentages: readonly (string | Decimal | null)[]): {
  readonly text: string;
  readonly isHundred: boolean;
} {
  const total = percentages.reduce<Decimal>((sum, part) => (part === null ? sum : sum.plus(decimal(part))), zero);
  return { text: numberText(total), isHundred: total.equals(hundred) };
}
