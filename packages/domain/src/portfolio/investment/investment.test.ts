import { describe, expect, it } from 'vitest';
import { decideAssociation, decideHoldings, decideVehicles } from './index.ts';

const refused = (failures: readonly { readonly code: string; readonly path: readonly unknown[] }[]) =>
  failures.map(({ code, path }) => `${code} ${path.join('.')}`);

describe('an investment', () => {
  it('has at least one holder', () => {
    expect(decideAssociation([{}], 'fundInvestments')).toEqual([]);
    expect(refused(decideAssociation([], 'fundInvestments'))).toEqual(['ASSOCIATION_REQUIRED fundInvestments']);
    expect(refused(decideVehicles([]))).toEqual(['ASSOCIATION_REQUIRED vehicles']);
    expect(refused(decideVehicles(['fund', undefined]))).toEqual(['NOT_FOUND vehicles.1']);
    expect(decideVehicles(['fund', 'coinvestment'])).toEqual([]);
  });

  it('has each holder once, in a vintage of its fund', () => {
    const holding = { ownerId: 'a', owner: { fundId: 'a' } };
    expect(decideHoldings('fund', [{ ...holding, vintage: { fundId: 'a' } }])).toEqual([]);
    expect(refused(decideHoldings('fund', [holding, holding]))).toEqual(['DUPLICATE fundInvestments.1.fund']);
    expect(refused(decideHoldings('coinvestment', [{ ownerId: 'c', owner: undefined }]))).toEqual([
      'NOT_FOUND coinvestmentInvestments.0.coinvestment',
    ]);
    expect(refused(decideHoldings('fund', [{ ...holding, vintage: { fundId: 'b' } }]))).toEqual([
      'VINTAGE_OF_OTHER_FUND fundInvestments.0.vintage',
    ]);
  });
});
