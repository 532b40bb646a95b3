import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { id, requiredText, text } from './schema.ts';

/** The types of reference data and what each calls its fields on the screen. */
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
} as const;
export type ReferenceType = keyof typeof referenceTypes;
const type = z.enum(Object.keys(referenceTypes) as [ReferenceType, ...ReferenceType[]]);

export const referenceEntry = z.object({
  id: id(),
  rowVersion: z.int(),
  code: z.string(),
  description: z.string(),
  symbol: z.string().nullable(),
  subType: z.string().nullable(),
  displayOrder: z.int(),
  isInactive: z.boolean(),
});

export const referenceEndpoints = defineEndpoints({
  listReferenceEntries: {
    method: 'GET',
    path: '/api/reference/:type',
    summary: 'Entries of a reference type',
    permission: 'member',
    params: z.strictObject({ type }),
    query: z.strictObject({ includeInactive: z.stringbool().default(false), subType: z.string().max(50).optional() }),
    result: z.array(referenceEntry),
    tags: ['Reference'],
  },
  saveReferenceEntry: {
    method: 'POST',
    path: '/api/reference/:type',
    summary: 'Create, change, archive or restore a reference entry',
    permission: 'reference.edit',
    params: z.strictObject({ type }),
    body: z.strictObject({
      id: id().nullish(),
      rowVersion: z.int().nullish(),
      code: requiredText(50),
      description: requiredText(),
      symbol: text(10).nullish(),
      subType: text(50).nullish(),
      displayOrder: z.int().min(0).max(1_000_000).default(0),
      isInactive: z.boolean().default(false),
    }),
    result: referenceEntry,
    failures: ['STALE_VERSION', 'DUPLICATE'],
  },
});
export type ReferenceEntry = z.output<typeof referenceEntry>;
