import { decimal } from '@carrara/domain/kernel';
import { readTerms, termChanges, wholeFundTerms } from '@carrara/domain/performance/carryTerms';
import { expect, it } from 'vitest';
import { defaultTerms, namedTerms, policyTexts, readableTerms } from './carryTermsText.ts';

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

it('a comparison names investors, and lists no default of a blank term as a change', () => {
  const investor = { investorId: 'a1', name: 'Kestrel', investorTypeId: 't', isGp: false, paysCarry: true };
  const facts = { lockedEnds: [], versions: [], investments: new Map<string, string>() };
  const terms = { clawback: { code: 'FINAL' }, guarantee: { code: 'JOINT' } };
  const date = { effectiveDate: '2026-07-01' };
  const body = {
    letters: [
      { investor: { id: 'A1' }, ...date },
      { investorType: { id: 'T' }, ...date },
    ],
  };
  const investors = [{ ...investor, amount: decimal('1'), departureDate: null }];
  const changes = termChanges(
    readableTerms(terms),
    readableTerms(namedTerms(body, { ...facts, investors }, new Map([['t', 'Fund of funds']]))),
    defaultTerms,
  );
  expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['letters.0.investor', null, 'Kestrel'],
    ['letters.0.effectiveDate', null, '07/01/2026'],
    ['letters.1.investorType', null, 'Fund of funds'],
    ['letters.1.effectiveDate', null, '07/01/2026'],
    ['guarantee', 'Joint', null],
  ]);
});
