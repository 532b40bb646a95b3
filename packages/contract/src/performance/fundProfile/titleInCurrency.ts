import type { Kind } from '../../core/kinds.ts';

interface DisplayedFund {
  /** The display currency of its amounts. */
  readonly isoCode?: string | null | undefined;
  readonly ownCurrency: string | null;
}

/**
 * Returns the title of a fund's figure. If the fund is displayed in another currency, each title names its currency.
 * Amounts have the display currency, and returns and multiples remain in the fund's own currency.
 */
export function titleInCurrency(title: string, kind: Kind, { isoCode, ownCurrency }: DisplayedFund): string {
  const code = kind === 'money' ? isoCode : ownCurrency;
  return code && isoCode && isoCode !== ownCurrency ? `${title}, ${code}` : title;
}
