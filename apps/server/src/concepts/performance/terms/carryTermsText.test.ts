import { readTerms, wholeFundTerms } from '@carrara/domain/performance/carryTerms';
import { expect, it } from 'vitest';
import { policyTexts } from './carryTermsText.ts';

const policyOf = (letter: { readonly rate?: string; readonly carry?: string; readonly isExempt?: boolean }) => {
  const { rate = null, carry = null, isExempt = false } = letter;
  const party = { investorId: 'A', investorTypeId: null, effectiveDate: '2026-07-01' };
  const terms = wholeFundTerms({ carry: '20', hurdle: '8', catchUp: '100' });
  const policies = policyTexts(readTerms({ ...terms, letters: [{ ...party, rate, carry, isExempt }] }));
  return policies.find(({ title }) => title === 'Carry of a side letter')?.value;
};

it('the policies say that the carry of a side letter applies to all profit', () => {
  const text = 'All profit of the partner, once in force';
  expect([policyOf({ isExempt: true }), policyOf({ carry: '10' })]).toEqual([text, text]);
  expect(policyOf({ rate: '6' })).toBeUndefined();
});
