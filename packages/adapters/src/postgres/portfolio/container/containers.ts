import { type Coinvestment, coinvestmentFields } from '@carrara/contract/portfolio/coinvestment';
import { type Fund, fundFields } from '@carrara/contract/portfolio/fund';
import { type Investment, investmentFields } from '@carrara/contract/portfolio/investment';
import { vehicleTexts } from '@carrara/contract/portfolio/vehicleFields';
import { trancheFields } from '@carrara/contract/portfolio/tranche';
import { defineRecord } from '../../engine/records/recordStore.ts';

const container = (kind: string, fields: readonly string[]) => [{ table: 'container' as const, kind, fields }];
const named = ['code', 'name', 'legalName'];

/** Figures that are computed for an investment and not stored. */
export type InvestmentFigures = Pick<
  Investment,
  | 'fundInvestments'
  | 'coinvestmentInvestments'
  | 'totalFundInvestmentAmount'
  | 'totalCarryDistributed'
  | 'investedByCurrency'
  | 'carryByCurrency'
  | 'investedAmounts'
  | 'carryAmounts'
  | 'numberOfTranches'
  | 'canDelete'
>;
/** Likewise for funds and coinvestments. */
type Figures = 'totalCarryDistributed' | 'numberOfInvestments' | 'canDelete';

/** Stores of all sources of carry. */
export const fundStore = defineRecord<Omit<Fund, Figures | 'numberOfCoinvestments'>>({
  objectType: 'fund',
  table: 'fund',
  parents: container('fund', named),
  fields: fundFields,
  statusTexts: vehicleTexts,
  lists: { sectors: { table: 'fund_sector', owner: 'fund_id', target: 'sector_id' } },
});

export const coinvestmentStore = defineRecord<Omit<Coinvestment, Figures>>({
  objectType: 'coinvestment',
  table: 'coinvestment',
  parents: container('coinvestment', named),
  fields: coinvestmentFields,
  statusTexts: vehicleTexts,
});

export const investmentStore = defineRecord<Omit<Investment, keyof InvestmentFigures>>({
  objectType: 'investment',
  table: 'investment',
  parents: container('investment', named),
  fields: investmentFields,
  stored: ['logo'],
  lists: { industries: { table: 'investment_industry', owner: 'investment_id', target: 'industry_id' } },
});

/** A fund's holding in an investment. Lists of sources call it `fund: investment`. */
export const fundInvestmentStore = defineRecord({
  objectType: 'fundInvestment',
  linkType: 'Investment',
  table: 'fund_investment',
  parents: container('fundInvestment', ['name']),
  fields: { name: { kind: 'text', title: 'Name' }, investedAmount: { kind: 'money', title: 'Invested amount' } },
  links: {
    fund: { kind: 'reference', target: 'fund' },
    investment: { kind: 'reference', target: 'investment' },
    vintage: { kind: 'reference', target: 'vintage' },
  },
});

export const coinvestmentInvestmentStore = defineRecord({
  objectType: 'coinvestmentInvestment',
  linkType: 'Investment',
  table: 'coinvestment_investment',
  parents: container('coinvestmentInvestment', ['name']),
  fields: { name: { kind: 'text', title: 'Name' }, investedAmount: { kind: 'money', title: 'Invested amount' } },
  links: {
    coinvestment: { kind: 'reference', target: 'coinvestment' },
    investment: { kind: 'reference', target: 'investment' },
    vintage: { kind: 'reference', target: 'vintage' },
  },
});

export const trancheStore = defineRecord({
  objectType: 'tranche',
  table: 'tranche',
  parents: container('tranche', ['name']),
  fields: trancheFields,
  links: {
    investment: { kind: 'reference', target: 'investment' },
    fundInvestment: { kind: 'reference', target: 'fundInvestment' },
    coinvestmentInvestment: { kind: 'reference', target: 'coinvestmentInvestment' },
  },
});
