import { describe, expect, it } from 'vitest';
import { decideEconomicTerms, type TermsFacts, type TermsToSave } from './index.ts';

const facts: TermsFacts = { stored: undefined, isLocked: false, percentages: { managementFee: 'Management fee' } };
const decide = (values: TermsToSave['values'], more: Partial<TermsFacts & TermsToSave> = {}) =>
  decideEconomicTerms({ values, isOfInvestor: false, ...more }, { ...facts, ...more }).map(
    ({ code, path }) => `${code} ${path.join('.')}`,
  );

describe('economic terms', () => {
  it('have percentages up to 100', () => {
    expect(decide({ managementFee: '100' })).toEqual([]);
    expect(decide({ managementFee: '100.01' })).toEqual(['PERCENT_RANGE managementFee']);
  });

  it('keep the method of a fund with a locked quarter', () => {
    const stored = { performanceMethod: { code: 'GRANULAR' } };
    const other = { performanceMethod: { code: 'GROSS_UP' } };
    expect(decide(other, { stored, rowVersion: 1 })).toEqual([]);
    expect(decide(other, { stored, rowVersion: 1, isLocked: true })).toEqual(['PERIOD_LOCKED performanceMethod']);
    expect(decide(other, { isLocked: true })).toEqual([]);
    expect(decide(other, { isOfInvestor: true })).toEqual(['FIELD_NOT_OF_TYPE performanceMethod']);
  });

  it('require the version that a change is based on', () => {
    const stored = { performanceMethod: null };
    expect(decide({ managementFee: '200' }, { stored })).toEqual(['ROW_VERSION_REQUIRED rowVersion']);
  });
});
