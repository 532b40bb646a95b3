import type { ReferenceType } from '@carrara/contract/platform/reference/reference';
import { countries } from './countries.ts';
import { currencies } from './currencies.ts';
import { taxonomy } from './taxonomy.ts';

export interface StandardEntry {
  readonly code: string;
  readonly description: string;
  readonly symbol?: string;
  readonly subType?: string;
  /** Code of the parent entry in the same tenant (the sector of an industry). */
  readonly parent?: string;
}

const list = (...descriptions: readonly string[]): readonly StandardEntry[] =>
  descriptions.map((description) => ({ code: description.toUpperCase().replace(/[^A-Z0-9]+/g, '-'), description }));

const documentCategories: Readonly<Record<string, readonly string[]>> = {
  TRUST: ['Trust agreement', 'Tax form', 'Correspondence'],
  INVESTMENT: ['Purchase agreement', 'Valuation', 'Board material', 'Correspondence'],
  FUND: ['Partnership agreement', 'Side letter', 'Audited accounts', 'Carry plan', 'Correspondence'],
  ENTITY: ['Operating agreement', 'Tax form', 'Correspondence'],
  EMPLOYEE: ['Award letter', 'Vesting agreement', 'Tax form', 'Correspondence'],
  DISTRIBUTION: ['Distribution notice', 'Letter', 'Workbook', 'Approval'],
};

/** Initial entries of a new tenant by type, in display order. */
export const standardEntries: Readonly<Record<ReferenceType, readonly StandardEntry[]>> = {
  country: countries.map(([code, description]) => ({ code, description })),
  currency: currencies.map(([code, description, symbol]) => ({ code, description, symbol })),
  'fund-status': list('Raising', 'Investing', 'Harvesting', 'Liquidated'),
  'investment-status': list('Active', 'Partially Realized', 'Realized', 'Written Off'),
  'investment-type': list('Buyout', 'Growth', 'Venture', 'Credit', 'Real Assets', 'Public'),
  sector: taxonomy.filter(({ level }) => level === 'sector').map(({ code, description }) => ({ code, description })),
  'sub-sector': taxonomy
    .filter(({ level }) => level === 'subSector')
    .map(({ code, description, parent }) => ({ code, description, parent })),
  industry: taxonomy
    .filter(({ level }) => level === 'industry')
    .map(({ code, description, parent }) => ({ code, description, parent })),
  'fund-family': list('Buyout', 'Growth', 'Venture', 'Credit', 'Real Estate', 'Europe', 'Asia'),
  platform: list('Private Equity', 'Private Credit', 'Real Assets', 'Secondaries'),
  region: list('North America', 'Europe', 'Asia Pacific', 'Latin America', 'Middle East and Africa', 'Global'),
  'tranche-status': list('Open', 'Closed', 'Realized'),
  'coinvestment-status': list('Open', 'Closed', 'Realized'),
  'entity-type': list('Limited partnership', 'Limited liability company', 'Corporation', 'General partnership'),
  'trust-type': list('Grantor trust', 'Dynasty trust', 'Descendants trust', 'Charitable trust', 'Family trust'),
  title: list('Managing Partner', 'Partner', 'Principal', 'Vice President', 'Associate', 'Advisor'),
  office: list('New York', 'San Francisco', 'London', 'Luxembourg', 'Hong Kong'),
  'participant-class': list('Partner', 'Principal', 'Associate', 'Advisor'),
  'tax-characterization': list(
    'Long-term capital gain',
    'Short-term capital gain',
    'Qualified dividend',
    'Interest and ordinary income',
    'Return of capital',
  ),
  'document-category': Object.entries(documentCategories).flatMap(([subType, names]) =>
    list(...names).map((entry) => ({ ...entry, subType })),
  ),
  // These codes determine an investor's relation to a fund.
  'investor-type': [
    { code: 'INVESTOR', description: 'Investor' },
    { code: 'GP', description: 'General partner' },
    { code: 'RELATEDPARTY', description: 'Related party' },
    { code: 'FUND', description: 'Fund' },
    { code: 'SPV', description: 'SPV' },
  ],
  'deal-type': list('Buyout', 'Growth capital', 'Venture capital', 'Credit', 'Real assets', 'Secondary'),
  'deal-sub-type': list('Platform', 'Add-on', 'Carve-out', 'Public to private', 'Minority', 'Recapitalization'),
  'deal-source': list('Proprietary', 'Limited auction', 'Auction', 'Corporate seller', 'Sponsor', 'Founder or family'),
  'exit-method': list('Trade sale', 'Secondary sale', 'Public offering', 'Recapitalization', 'Repayment', 'Write-off'),
  'exit-buyer-type': list('Strategic', 'Financial sponsor', 'Management', 'Public market', 'Lender'),
  'debt-type': list('Senior secured', 'Second lien', 'Mezzanine', 'Unitranche', 'Shareholder loan', 'Convertible'),
  'equity-type': list('Common', 'Preferred', 'Partnership interest', 'Warrants', 'Options'),
  'geo-region': list(
    'United States',
    'Canada',
    'Latin America',
    'United Kingdom',
    'Western Europe',
    'Central and Eastern Europe',
    'Nordics',
    'Middle East',
    'Africa',
    'Greater China',
    'India',
    'Japan and Korea',
    'South East Asia',
    'Australia and New Zealand',
  ),
  'valuation-method': list(
    'Market multiples',
    'Recent transaction',
    'Discounted cash flow',
    'Net assets',
    'Quoted price',
    'Cost',
  ),
  // The class determines how an award counts.
  'pay-type': [
    { code: 'SALARY', description: 'Salary', subType: 'SALARY' },
    { code: 'BONUS', description: 'Annual bonus', subType: 'BONUS' },
    { code: 'SUPPLEMENTAL', description: 'Supplemental bonus', subType: 'SUPPLEMENTAL' },
    { code: 'SIGNING', description: 'Signing bonus', subType: 'OTHER' },
    { code: 'RETENTION', description: 'Retention payment', subType: 'OTHER' },
    { code: 'OTHER', description: 'Other', subType: 'OTHER' },
    { code: 'DEFERRED', description: 'Deferred award', subType: 'DEFERRED' },
  ],
  'pay-change-reason': list(
    'Annual review',
    'Promotion',
    'Market adjustment',
    'Change of hours',
    'Transfer',
    'Correction',
  ),
};
