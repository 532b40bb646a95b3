import type { WhatIfTerms } from '@carrara/contract/core/whatIfTerms';
import { changeTerms } from '@carrara/domain/performance/carryTerms';
import type { LiquidationBook } from '@carrara/domain/performance/liquidation';

/** Returns a book whose terms a what-if changes. */
export const withChangedTerms = (book: LiquidationBook, changes: WhatIfTerms): LiquidationBook => ({
  ...book,
  terms: book.terms && { ...book.terms, entered: changeTerms(book.terms.entered, changes) },
});

/** True if changed terms may count write-downs, which need the values of investments over time. */
export const countsOtherCapital = ({ basis, returnFirst }: WhatIfTerms): boolean =>
  basis !== undefined || returnFirst !== undefined;
