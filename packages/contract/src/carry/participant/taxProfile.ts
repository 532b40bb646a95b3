import { z } from 'zod';
import {
  archiveBody,
  changedCount,
  defineEndpoints,
  getEndpoint,
  idParams,
  listEndpoint,
  recordSchema,
  saveEndpoint,
  saveSchema,
} from '../../core/endpoint.ts';
import { buildColumns } from '../../core/columns.ts';
import { defineFields } from '../../core/fields.ts';
import { decimal, figure, figureOrNull, id, reference } from '../../core/schema.ts';

export const taxProfileFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true },
  description: { kind: 'longText', title: 'Description' },
  subjectToCharacterization: {
    kind: 'boolean',
    title: 'Subject to characterization',
    required: true,
    help: 'Use a separate rate for each tax characterization instead of a single rate.',
  },
  taxRate: { kind: 'percent', title: 'Tax rate %' },
  isInactive: { kind: 'boolean', title: 'Archived', required: true },
});

const rate = z.object({
  id: id(),
  taxProfileId: id(),
  name: z.string(),
  taxCharacterizationId: id(),
  taxRate: figure('percent'),
  isInactive: z.boolean(),
});
const taxProfile = recordSchema(taxProfileFields, { taxProfileRates: z.array(rate), numberOfAssignments: z.int() });
const saveTaxProfileBody = saveSchema(taxProfileFields, {
  taxProfileRates: z
    .array(
      z.strictObject({
        id: id().nullish(),
        taxCharacterizationId: id(),
        taxRate: decimal('percent'),
        isInactive: z.boolean().default(false),
        name: z.string().nullish(),
        taxProfileId: id().nullish(),
      }),
    )
    .max(100)
    .default([]),
});

/** A tax profile assigned to a participant or a source. The sourceType 'all' means every invested fund and coinvestment. */
const taxProfileAssignment = z.object({
  id: id(),
  sourceId: id().nullable(),
  sourceType: z.string(),
  sourceName: z.string(),
  taxProfile: reference(),
  subjectToCharacterization: z.boolean(),
  /** For a profile without characterization. */
  taxRate: figureOrNull('percent'),
  rates: z.array(rate),
  isInactive: z.boolean(),
});
const assignments = z.array(taxProfileAssignment);
const assign = z
  .array(
    z.strictObject({
      taxProfileId: id(),
      sourceId: id().nullish(),
      sourceType: z.enum(['participant', 'fund', 'coinvestment', 'investment', 'all']).nullish(),
    }),
  )
  .min(1)
  .max(100);
const twoIds = z.strictObject({ id: id(), taxProfileId: id() });

const bySource = <const P extends 'fund' | 'coinvestment' | 'investment'>(path: string, kind: P) => {
  const summary = `Tax profiles of a ${kind}`;
  return {
    list: {
      method: 'GET',
      path: `${path}/:id/tax-profiles`,
      summary,
      permission: `${kind}.view`,
      params: idParams,
      result: assignments,
      tags: ['SourceTaxProfile'],
    },
    assign: {
      method: 'POST',
      path: `${path}/:id/tax-profiles`,
      summary: `Assign ${summary.toLowerCase()}`,
      permission: 'taxProfile.edit',
      params: idParams,
      body: assign,
      result: assignments,
      failures: ['ARCHIVED', 'DUPLICATE'],
    },
    remove: {
      method: 'DELETE',
      path: `${path}/:id/tax-profiles`,
      summary: `Remove one of the ${summary.toLowerCase()}`,
      permission: 'taxProfile.edit',
      params: idParams,
      query: z.strictObject({ profileId: id(), sourceId: id().optional() }),
      result: assignments,
    },
  } as const;
};
const ofFund = bySource('/api/carry/fund', 'fund');
const ofCoinvestment = bySource('/api/carry/coinvestment', 'coinvestment');
const ofInvestment = bySource('/api/carry/investment', 'investment');

export const taxProfileEndpoints = defineEndpoints({
  listTaxProfiles: listEndpoint({
    path: '/api/carry/taxprofile',
    title: 'Tax profiles',
    permission: 'taxProfile.view',
    row: taxProfile,
    columns: buildColumns(taxProfileFields, [
      'name',
      'description',
      { field: 'subjectToCharacterization', title: 'By characterization' },
      'taxRate',
      { field: 'numberOfAssignments', kind: 'count', title: 'Assigned to' },
    ]),
    defaultSort: { field: 'name', ascending: true },
    filters: { includeInactive: z.stringbool().default(false), onlyInactive: z.stringbool().default(false) },
    tags: ['TaxProfile'],
  }),
  getTaxProfile: getEndpoint('/api/carry/taxprofile/:id', 'A tax profile', 'taxProfile.view', taxProfile),
  saveTaxProfile: saveEndpoint(
    '/api/carry/taxprofile',
    'Create, change, archive or restore a tax profile',
    'taxProfile.edit',
    saveTaxProfileBody,
    taxProfile,
    ['ARCHIVED', 'TAX_RATE_REQUIRED', 'TAX_RATES_REQUIRED'],
  ),
  archiveTaxProfiles: {
    method: 'POST',
    path: '/api/carry/taxprofile/archive',
    summary: 'Archive or restore tax profiles. If one of them is refused, none changes',
    permission: 'taxProfile.edit',
    body: archiveBody,
    result: changedCount,
    failures: ['STALE_VERSION'],
    tags: ['TaxProfile'],
  },
  listFundTaxProfiles: ofFund.list,
  assignFundTaxProfiles: ofFund.assign,
  removeFundTaxProfile: ofFund.remove,
  listCoinvestmentTaxProfiles: ofCoinvestment.list,
  assignCoinvestmentTaxProfiles: ofCoinvestment.assign,
  removeCoinvestmentTaxProfile: ofCoinvestment.remove,
  listInvestmentTaxProfiles: ofInvestment.list,
  assignInvestmentTaxProfiles: ofInvestment.assign,
  removeInvestmentTaxProfile: ofInvestment.remove,
  listParticipantTaxProfiles: {
    method: 'GET',
    path: '/api/carry/participant/:id/tax-profile',
    summary: 'Tax profiles of a participant',
    permission: 'participant.view',
    params: idParams,
    result: assignments,
    tags: ['SourceTaxProfile'],
  },
  assignParticipantTaxProfiles: {
    method: 'POST',
    path: '/api/carry/participant/:id/tax-profiles',
    summary: 'Assign tax profiles to a participant',
    permission: 'taxProfile.edit',
    params: idParams,
    body: assign,
    result: assignments,
    failures: ['ARCHIVED', 'DUPLICATE'],
  },
  removeParticipantTaxProfile: {
    method: 'DELETE',
    path: '/api/carry/participant/:id/tax-profile/:taxProfileId',
    summary: 'Remove a tax profile of a participant',
    permission: 'taxProfile.edit',
    params: twoIds,
    result: assignments,
  },
});
export type TaxProfile = z.output<typeof taxProfile>;
export type TaxProfileAssignment = z.output<typeof taxProfileAssignment>;
