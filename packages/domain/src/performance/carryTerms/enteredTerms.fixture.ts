import { type EnteredCarryTerms, type EnteredTier, wholeFundTerms } from './index.ts';
import { blankTier } from './wholeFundTerms.ts';

export const tier = (kind: string, more: Partial<EnteredTier> = {}): EnteredTier => ({ ...blankTier(kind), ...more });

/** Terms of a whole fund: capital, 8% preferred return, full catch-up, 20% carry. */
export const enteredTerms = (more: Partial<EnteredCarryTerms> = {}): EnteredCarryTerms => ({
  ...wholeFundTerms({ carry: '20', hurdle: '8', catchUp: '100' }),
  ...more,
});
