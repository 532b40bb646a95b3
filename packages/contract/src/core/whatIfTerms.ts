import { z } from 'zod';
import { decimal } from './schema.ts';

const percent = () => decimal('percent', { most: 100 }).optional();

/** Carry terms that a what-if changes, as parameters of a call. Absent ones stay as agreed. */
export const whatIfTerms = {
  basis: z.enum(['WHOLE_FUND', 'DEAL_BY_DEAL', 'DEAL_BY_DEAL_NO_LOSS']).optional(),
  returnFirst: z.enum(['ALL_CAPITAL', 'REALIZED_AND_EXPENSES', 'REALIZED']).optional(),
  /** The GP's share of the last split. */
  carry: percent(),
  /** 0 leaves out the tier. */
  preferredReturn: percent(),
  compounding: z.enum(['ANNUAL', 'QUARTERLY', 'MONTHLY', 'DAILY', 'SIMPLE']).optional(),
  preferredBase: z.enum(['CAPITAL_AND_FEES', 'CAPITAL']).optional(),
  /** The GP's share of the catch-up. 0 leaves out the tier. */
  catchUp: percent(),
  clawback: z.enum(['FINAL', 'INTERIM', 'NONE']).optional(),
};
const schema = z.object(whatIfTerms);
export type WhatIfTerms = z.output<typeof schema>;

/** Returns the changed terms among the parameters of a call. */
export const changedTermsIn = (query: WhatIfTerms & object): WhatIfTerms => schema.parse(query);
