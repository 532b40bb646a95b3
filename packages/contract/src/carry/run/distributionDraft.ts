import { z } from 'zod';
import { vestingToApply } from './distributionRequest.ts';
import { sourceType } from './distributionRun.ts';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { anyText, id, instant, text } from '../../core/schema.ts';

/** Any typed text, whether or not it is a valid figure. */
const typed = () => anyText(200);

/** A run while it is being typed. Values may be missing or invalid. */
const draftContent = z.strictObject({
  head: z.array(z.strictObject({ field: text(50), text: anyText(20_000) })).max(20),
  investorBalanceBased: z.boolean(),
  unallocatedAcknowledged: z.boolean(),
  sources: z
    .array(
      z.strictObject({
        id: id().nullable(),
        source: z.strictObject({ id: id(), name: text(400), code: text(100).nullable(), holder: text(400).nullable() }),
        type: sourceType,
        profileId: id().nullable(),
        amount: typed(),
        escrow: typed(),
        vestingApplied: z.array(vestingToApply).max(5000),
        characterizations: z.array(z.strictObject({ id: id(), percent: typed() })).max(100),
        /** Text typed into the rows of participants. */
        cells: z
          .array(
            z.strictObject({
              participantId: id(),
              via: z.array(id()).max(20),
              field: text(50),
              text: typed(),
            }),
          )
          .max(100_000),
      }),
    )
    .max(500),
});
export type DraftContent = z.output<typeof draftContent>;

const draft = z.object({
  id: id(),
  distributionId: id().nullable(),
  /** The row version of the distribution when typing began. */
  basedOn: z.int().nullable(),
  updatedDate: instant(),
  person: z.string(),
  isOwn: z.boolean(),
  /** Null for other people's drafts: others see that somebody is editing but not what they type. */
  content: draftContent.nullable(),
});
export type DistributionDraft = z.output<typeof draft>;

/** Text typed into the editor of a run. It is stored as typed until it is saved or discarded. */
export const distributionDraftEndpoints = defineEndpoints({
  listDistributionDrafts: {
    method: 'GET',
    path: '/api/carry/distribution/drafts',
    summary: 'Your unsaved input for an existing distribution or new ones',
    permission: 'distribution.edit',
    query: z.strictObject({ distributionId: id().optional() }),
    result: z.array(draft),
  },
  storeDistributionDraft: {
    method: 'POST',
    path: '/api/carry/distribution/draft',
    summary: 'Save unfinished input',
    permission: 'distribution.edit',
    bodySize: 'huge',
    body: z.strictObject({
      id: id(),
      distributionId: id().nullish(),
      basedOn: z.int().nullish(),
      content: draftContent,
    }),
    result: z.object({ id: id(), updatedDate: instant() }),
    failures: ['NOT_FOUND', 'TOO_MANY_DRAFTS'],
  },
  discardDistributionDraft: {
    method: 'DELETE',
    path: '/api/carry/distribution/draft/:id',
    summary: 'Discard your unsaved input',
    permission: 'distribution.edit',
    params: idParams,
    result: z.object({ id: id() }),
    failures: ['NOT_FOUND'],
  },
});
