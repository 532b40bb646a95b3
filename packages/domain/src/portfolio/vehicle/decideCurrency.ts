import { fail, type Failures } from '../../kernel/index.ts';

interface Currency {
  readonly id: string;
  readonly code?: string;
  readonly description?: string;
}

/** Returns true if both are the same currency. */
export const isSameCurrency = (first: Currency | null | undefined, other: Currency | null | undefined): boolean =>
  first?.id.toLowerCase() === other?.id.toLowerCase();

/**
 * Decides whether the currency of a fund or coinvestment can change. `written` lists what has amounts in it. They would be reported in another
 * currency, and sums would mix currencies.
 *
 * Fails: CURRENCY_IN_USE.
 */
export function decideCurrency(before: Currency, written: string | null): Failures {
  if (written === null) return [];
  const text = `The currency must stay ${before.code ?? before.description ?? 'the same'}, because ${written} already use it.`;
  return [fail('CURRENCY_IN_USE', ['currency'], text)];
}
