/** The types of reference data with their titles. This file contains only data and imports nothing. */
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
  'pay-change-reason': 'Pay change reasons',
} as const;
export type ReferenceType = keyof typeof referenceTypes;

/**
 * The types that a module's figures depend on: vesting on the class, taxes on the characterization, pay on its type. All other types only describe
 * records.
 */
const owners: Partial<Readonly<Record<ReferenceType, 'carry' | 'comp'>>> = {
  'participant-class': 'carry',
  'tax-characterization': 'carry',
  'pay-type': 'comp',
};
export const areaOwner = (type: ReferenceType): 'carry' | 'comp' | undefined => owners[type];

const ofOwner = { carry: 'reference.editOfCarry', comp: 'reference.editOfCompensation' } as const;
/** Returns the permission to change a type's entries: for administrators of any module or, for a module's own types, of that module. */
export function editPermissionFor(type: ReferenceType): 'reference.edit' | (typeof ofOwner)[keyof typeof ofOwner] {
  const owner = areaOwner(type);
  return owner ? ofOwner[owner] : 'reference.edit';
}

/** The kinds of records that a document category can apply to. */
const documentSubTypes = ['TRUST', 'INVESTMENT', 'FUND', 'ENTITY', 'EMPLOYEE', 'DISTRIBUTION'] as const;

/** Classes of pay types: those of awards, plus salary and deferred pay as paid by payroll. */
const payTypeSubTypes = ['SALARY', 'BONUS', 'SUPPLEMENTAL', 'OTHER', 'DEFERRED'] as const;

/** The types whose entries are classified, with the title of the classification. */
export const subTypesByType: Partial<
  Readonly<Record<ReferenceType, { readonly title: string; readonly codes: readonly string[] }>>
> = {
  'document-category': { title: 'For', codes: documentSubTypes },
  'pay-type': { title: 'Class', codes: payTypeSubTypes },
};

/** An additional view. Currency pairs combine two currencies, so they aren't entries of a type. */
export const currencyPairView = { name: 'currency-pair', title: 'Currency pairs' } as const;
