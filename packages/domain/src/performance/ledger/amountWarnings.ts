import { distributionsAboveNav } from './distributionsAboveNav.ts';
import type { EntryWarning } from './entryWarnings.ts';
import { type AmountFacts, implausibleAmounts } from './implausibleAmounts.ts';
import type { Posting } from './ledgerState.ts';
import { transferWarnings } from './transferredValues.ts';

/** Returns the warnings about the amounts of entries that are typed or imported. Acts have their own for distributions and transfers. */
export const amountWarnings = <At>(
  postings: readonly { readonly at: At; readonly posting: Posting }[],
  facts: AmountFacts,
): readonly EntryWarning<At>[] => [
  ...implausibleAmounts(postings, facts),
  ...distributionsAboveNav(postings, facts),
  ...transferWarnings(postings, facts),
];
