import { z } from 'zod';
import { archiveBody, changedCount, defineEndpoints } from '../../core/endpoint.ts';
import { type ReferenceType, referenceTypes } from './referenceTypes.ts';
import { id, requiredText, text } from '../../core/schema.ts';

export { type ReferenceType, referenceTypes } from './referenceTypes.ts';

const type = z.enum(Object.keys(referenceTypes) as [ReferenceType, ...ReferenceType[]]);

const referenceEntry = z.object({
  id: id(),
  rowVersion: z.int(),
  code: z.string(),
  description: z.string(),
  symbol: z.string().nullable(),
  subType: z.string().nullable(),
  displayOrder: z.int(),
  isInactive: z.boolean(),
});
const listedEntry = referenceEntry.extend({
  /** With `withUses`: the uses that prevent its archiving, such as `funds`. Empty if it can. */
  uses: z.array(z.string()).optional(),
});

/** The display settings of a type's entries: the description field and the sort field. */
const referenceConfiguration = z.object({
  name: z.string(),
  title: z.string(),
  descriptionField: z.string(),
  orderingField: z.string(),
  subTypes: z.array(z.string()),
});

/** The entries of one type at a separate address, for older screens. */
const entriesOf = (path: string, noun: string) =>
  ({
    method: 'GET',
    path,
    summary: `Active entries of reference type ${noun}`,
    permission: 'staff',
    result: z.array(referenceEntry),
    tags: ['Reference'],
  }) as const;

export const referenceEndpoints = defineEndpoints({
  listReferenceTypes: {
    method: 'GET',
    path: '/api/reference',
    summary: 'Reference data types, with the names of their description and ordering fields',
    permission: 'staff',
    result: z.array(referenceConfiguration),
    tags: ['Reference'],
  },
  listTrustTypes: entriesOf('/api/trusttype', 'trust-type'),
  listOffices: entriesOf('/api/office', 'office'),
  listCountries: entriesOf('/api/country', 'country'),
  listStandardReferenceData: {
    method: 'GET',
    path: '/api/performance/reference/standard-ref-data',
    summary: 'Active entries of a reference type by its code, such as InvestorType',
    permission: 'staff',
    query: z.strictObject({
      code: z
        .string()
        .max(50)
        .overwrite((text) => text.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase())
        .pipe(type),
    }),
    result: z.array(referenceEntry),
    tags: ['Reference'],
  },
  listReferenceEntries: {
    method: 'GET',
    path: '/api/reference/:type',
    summary: 'Entries of a reference type',
    permission: 'staff',
    params: z.strictObject({ type }),
    query: z.strictObject({
      includeInactive: z.stringbool().default(false),
      subType: z.string().max(50).optional(),
      withUses: z.stringbool().default(false),
    }),
    result: z.array(listedEntry),
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
    failures: ['FORBIDDEN', 'STALE_VERSION', 'DUPLICATE', 'INVALID_VALUE', 'CURRENCY_IN_USE'],
  },
  archiveReferenceEntries: {
    method: 'POST',
    path: '/api/reference/:type/archive',
    summary: 'Archive or restore reference entries. If one of them is refused, none changes',
    permission: 'reference.edit',
    params: z.strictObject({ type }),
    body: archiveBody,
    result: changedCount,
    failures: ['STALE_VERSION', 'CURRENCY_IN_USE'],
    tags: ['Reference'],
  },
});
export type ReferenceEntry = z.output<typeof referenceEntry>;
export type ListedEntry = z.output<typeof listedEntry>;
