/** The types of reference data and what their screens call them. This file is data and imports nothing. */
export const referenceTypes = {
  country: 'Countries',
  currency: 'Currencies',
  'fund-status': 'Fund statuses',
  'investment-status': 'Investment statuses',
  'investment-type': 'Investment types',
  sector: 'Sectors',
  industry: 'Industries',
  'fund-family': 'Fund families',
  platform: 'Platforms',
  region: 'Regions',
  'tranche-status': 'Tranche statuses',
  'coinvestment-status': 'Coinvestment statuses',
  'entity-type': 'Entity types',
  'trust-type': 'Trust types',
  title: 'Titles',
  office: 'Offices',
  'participant-class': 'Participant classes',
  'tax-characterization': 'Tax characterizations',
  'document-category': 'Document categories',
  'investor-type': 'Investor types',
  'sub-sector': 'Sub-sectors',
  'deal-type': 'Deal types',
  'deal-sub-type': 'Deal sub-types',
  'deal-source': 'Deal sources',
  'exit-method': 'Exit methods',
  'exit-buyer-type': 'Exit buyer types',
  'debt-type': 'Debt types',
  'equity-type': 'Equity types',
  'geo-region': 'Geographic regions',
  'valuation-method': 'Valuation methods',
  'pay-type': 'Pay types',
  'pay-change-reason': 'Reasons of pay changes',
} as const;
export type ReferenceType = keyof typeof referenceTypes;

/** The types by whose entries figures of a module go: vesting by the class, taxes by the characterization, pay by its type. Others only describe records. */
const owners: Partial<Readonly<Record<ReferenceType, 'carry' | 'comp'>>> = {
  'participant-class': 'carry',
  'tax-characterization': 'carry',
  'pay-type': 'comp',
};
export const ownerOf = (type: ReferenceType): 'carry' | 'comp' | undefined => owners[type];

const ofOwner = { carry: 'reference.editOfCarry', comp: 'reference.editOfCompensation' } as const;
/** Who changes the entries of a type: the administrators of any module, of a module's own types those of it. */
export function editPermissionOf(type: ReferenceType): 'reference.edit' | (typeof ofOwner)[keyof typeof ofOwner] {
  const owner = ownerOf(type);
  return owner ? ofOwner[owner] : 'reference.edit';
}

/** What a category of documents is for: these kinds of record. */
export const documentSubTypes = ['TRUST', 'INVESTMENT', 'FUND', 'ENTITY', 'EMPLOYEE', 'DISTRIBUTION'] as const;

/** Classes of pay types: those of awards, and salary and deferred pay as payroll pays them. */
export const payTypeSubTypes = ['SALARY', 'BONUS', 'SUPPLEMENTAL', 'OTHER', 'DEFERRED'] as const;

/** The types whose entries are sorted into kinds, by what those are called. */
export const subTypesOf: Partial<
  Readonly<Record<ReferenceType, { readonly title: string; readonly codes: readonly string[] }>>
> = {
  'document-category': { title: 'For', codes: documentSubTypes },
  'pay-type': { title: 'Class', codes: payTypeSubTypes },
};

/** The view beside the types: pairs are made of two currencies, so they are no entries of a list. */
export const currencyPairView = { name: 'currency-pair', title: 'Currency pairs' } as const;
