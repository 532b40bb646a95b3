import { cashFlowCategories } from '@carrara/domain/performance/ledger/entryType';

/** What cash flows are filtered by; the first of them is no filter. */
export const eventCategories = ['All', ...cashFlowCategories] as const;
