import { describe, expect, it } from 'vitest';
import { readTerms } from './enteredTerms.ts';
import { checkTerms } from '../waterfall/index.ts';
import { changeTerms, mainTerms } from './changeTerms.ts';
import { blankTier, wholeFundTerms } from './wholeFundTerms.ts';

const usual = wholeFundTerms({ carry: '20', hurdle: '8', catchUp: '100' });
const tiersOf = (terms: typeof usual) =>
  terms.tiers.map(({ kind, rate, gpShare, target }) =>
    [kind, rate, gpShare, target].filter((value) => value !== null).join(' '),
  );

describe('changed terms of a what-if', () => {
  it('are the usual terms with other percentages', () => {
    const percentages = [
      { carry: '25', hurdle: '7', catchUp: '80' },
      { carry: '20', hurdle: '0', catchUp: '100' },
      { carry: '15.5', hurdle: '6', catchUp: '0' },
      { carry: '0', hurdle: '8', catchUp: '50' },
    ];
    for (const { carry, hurdle, catchUp } of percentages) {
      const expected = wholeFundTerms({ carry, hurdle, catchUp });
      expect(changeTerms(usual, { carry, preferredReturn: hurdle, catchUp })).toEqual(expected);
      expect(mainTerms(expected)).toMatchObject({ carry, preferredReturn: hurdle, catchUp });
      expect(checkTerms(readTerms(expected))).toEqual([]);
    }
  });

  it('leave out tiers and add missing ones', () => {
    const plain = changeTerms(usual, { preferredReturn: '0.00', catchUp: '0' });
    expect(tiersOf(plain)).toEqual(['RETURN_OF_CAPITAL', 'SPLIT 20']);
    expect(changeTerms(plain, { preferredReturn: '8', catchUp: '100' })).toEqual(usual);
    expect(tiersOf(changeTerms({ ...usual, tiers: [] }, { carry: '20', catchUp: '100' }))).toEqual([]);
  });

  it('keep a catch-up to another share than that of the last split', () => {
    const split = (gpShare: string, untilIrr: string | null) => ({ ...blankTier('SPLIT'), gpShare, untilIrr });
    const hurdles = { ...usual, tiers: [...usual.tiers.slice(0, 3), split('20', '12'), split('30', null)] };
    expect(tiersOf(changeTerms(hurdles, { carry: '25' })).slice(2)).toEqual([
      'CATCH_UP 100 20',
      'SPLIT 20',
      'SPLIT 25',
    ]);
  });

  it('are choices, too, and nothing else changes', () => {
    const changes = {
      basis: 'DEAL_BY_DEAL',
      returnFirst: 'REALIZED',
      clawback: 'NONE',
      compounding: 'SIMPLE',
      preferredBase: 'CAPITAL',
    };
    const changed = changeTerms(usual, changes);
    expect(mainTerms(changed)).toEqual({ ...mainTerms(usual), ...changes });
    expect(changeTerms(usual, {})).toEqual(usual);
    // The capital returned first follows the basis.
    expect(mainTerms(changeTerms(usual, { basis: 'DEAL_BY_DEAL' })).returnFirst).toBe('REALIZED_AND_EXPENSES');
  });
});
