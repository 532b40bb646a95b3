import { type Failures, fail } from '../../kernel/index.ts';

/**
 * Returns a warning if a fund is compared with an index in another currency: MIXED_CURRENCIES. Nothing is converted, so changes of the exchange rate
 * count as the fund's performance. An index without a known currency is used as is.
 */
export const currencyOfIndex = (index: string | null | undefined, fund: string): Failures =>
  index == null || index === fund
    ? []
    : [
        fail(
          'MIXED_CURRENCIES',
          ['index'],
          `the index is in ${index} and the fund in ${fund}. Nothing is converted, so exchange rate changes count as the fund’s result`,
        ),
      ];
