import { cashFlowCategories } from '@carrara/domain/performance/ledger/entryType';

/** The filter options of cash flows. The first one selects all. */
export const eventCategories = ['All', ...cashFlowCategories] as const;
