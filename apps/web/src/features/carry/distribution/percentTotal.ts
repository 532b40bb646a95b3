import { decimal, hundred, numberText, zero } from '@carrara/domain/kernel';

/** The exact total of typed percentages, and whether it is 100 to the last decimal; what is not there counts as nothing. */
export function percentTotal(percentages: readonly (string | null)[]): {
  readonly text: string;
  readonly isHundred: boolean;
} {
  const total = percentages.reduce((sum, text) => (text === null ? sum : sum.plus(decimal(text))), zero);
  return { text: numberText(total), isHundred: total.equals(hundred) };
}
