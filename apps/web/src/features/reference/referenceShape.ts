import type { Fields } from '@carrara/contract/fields';
import type { StatusValue } from '@carrara/contract/kinds';
import type { ReferenceEntry, ReferenceType } from '@carrara/contract/reference';

/** The types of reference data, as their screens call them. */
export const titles: Readonly<Record<ReferenceType, string>> = {
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
};

export const isReferenceType = (name: string | undefined): name is ReferenceType =>
  name !== undefined && name in titles;

/** What a category of documents is for: these kinds of record. */
const subTypes: readonly StatusValue[] = ['TRUST', 'INVESTMENT', 'FUND', 'ENTITY', 'EMPLOYEE', 'DISTRIBUTION'].map(
  (code) => ({ code, description: code.charAt(0) + code.slice(1).toLowerCase() }),
);

export function fieldsOf(type: ReferenceType): Fields {
  return {
    code: { kind: 'code', title: 'Code', required: true },
    description: { kind: 'text', title: 'Description', required: true },
    ...(type === 'currency' ? { symbol: { kind: 'text', title: 'Symbol', max: 10 } } : {}),
    ...(type === 'document-category'
      ? { subType: { kind: 'status', title: 'For', options: subTypes, required: true } }
      : {}),
    displayOrder: { kind: 'count', title: 'Order', help: 'Smaller numbers come first.' },
  } satisfies Fields;
}

export function columnsOf(type: ReferenceType) {
  return [
    { field: 'code', kind: 'code', title: 'Code' },
    { field: 'description', kind: 'text', title: 'Description' },
    ...(type === 'currency' ? [{ field: 'symbol', kind: 'text', title: 'Symbol' } as const] : []),
    ...(type === 'document-category' ? [{ field: 'subType', kind: 'text', title: 'For' } as const] : []),
    { field: 'displayOrder', kind: 'count', title: 'Order' },
  ] as const;
}

/** In quotes: exactly that text; otherwise any entry that contains it. Case never matters. */
export function matches({ code, description }: ReferenceEntry, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  const texts = [code.toLowerCase(), description.toLowerCase()];
  const exact = /^"(.*)"$/.exec(wanted)?.[1];
  return exact === undefined ? texts.some((text) => text.includes(wanted)) : texts.includes(exact);
}

/** An entry as its form holds it. */
export const typedEntry = (entry: ReferenceEntry | undefined): Readonly<Record<string, unknown>> => ({
  displayOrder: 0,
  ...entry,
  subType: subTypes.find(({ code }) => code === entry?.subType) ?? null,
});
