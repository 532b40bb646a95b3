import { type Failures, fail } from '../../kernel/index.ts';

/**
 * What is said beside figures of a fund against an index in another currency: MIXED_CURRENCIES. Nothing is converted, so that what the rate between
 * the two did counts as the fund's. An index whose currency is not known is taken as it is.
 */
export const currencyOfIndex = (index: string | null | undefined, fund: string): Failures =>
  index == null || index === fund
    ? []
    : [
        fail(
          'MIXED_CURRENCIES',
          ['index'],
          `the index is in ${index} and the fund in ${fund}: nothing is converted, so that their exchange rate counts as the fund's result`,
        ),
      ];
