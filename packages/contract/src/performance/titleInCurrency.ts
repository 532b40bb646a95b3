import type { Kind } from '../core/kinds.ts';

interface ShownFund {
  /** What its amounts are shown in. */
  readonly isoCode?: string | null | undefined;
  readonly ownCurrency: string | null;
}

/**
 * What a figure of a fund is called. In the fund's own currency as it is; shown in another, each figure says which one it is in: amounts the shown
 * one, returns and multiples the own one, which they stay those of.
 */
export function titleInCurrency(title: string, kind: Kind, { isoCode, ownCurrency }: ShownFund): string {
  const code = kind === 'money' ? isoCode : ownCurrency;
  return code && isoCode && isoCode !== ownCurrency ? `${title}, ${code}` : title;
}
