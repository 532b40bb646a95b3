import { z } from 'zod';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { date, figure, figureOrNull, id, instant } from '../../core/schema.ts';

/** A state of a profile of the container: a version, or a revision of a version that wasn't used yet. */
const stateHead = {
  profileId: id(),
  version: z.int(),
  revision: z.int(),
  name: z.string(),
  effectiveDate: date(),
  isShareBased: z.boolean(),
  changedDate: instant(),
  changedBy: z.string(),
  reason: z.string().nullable(),
};
const state = z.object(stateHead);

const inputs = z.object({
  predilute: figureOrNull('percent'),
  fixed: figureOrNull('percent'),
  discretionary: figureOrNull('percent'),
  shares: figureOrNull('shares'),
});
const kindsOfChange = ['added', 'removed', 'changed', 'same'] as const;
const comparison = z.object({
  from: state.nullable(),
  to: state,
  participants: z.array(
    z.object({
      participantId: id(),
      name: z.string(),
      change: z.enum(kindsOfChange),
      before: figureOrNull('percent'),
      after: figureOrNull('percent'),
      /** After minus before, in percentage points. */
      difference: figure('percent'),
      /** The typed values before and after; null if the participant wasn't in the profile. */
      inputsBefore: inputs.nullable(),
      inputsAfter: inputs.nullable(),
    }),
  ),
  totalBefore: figureOrNull('percent'),
  totalAfter: figure('percent'),
});

const revision = z.object({
  ...stateHead,
  changes: z.array(
    z.object({
      participantId: id(),
      name: z.string(),
      change: z.enum(['added', 'removed', 'changed']),
      before: figureOrNull('percent'),
      after: figureOrNull('percent'),
    }),
  ),
});

const permission = 'allocationProfile.view';
const tags = ['AllocationProfile'] as const;

/** The history of a container's profiles: who changed them, when and why, and the differences between two states. */
export const allocationHistoryEndpoints = defineEndpoints({
  getAllocationProfileHistory: {
    method: 'GET',
    path: '/api/carry/allocationprofile/:id/history',
    summary: 'Versions and revisions, with each participant’s changes',
    permission,
    params: idParams,
    result: z.array(revision),
    tags,
  },
  compareAllocationProfiles: {
    method: 'GET',
    path: '/api/carry/allocationprofile/:id/compare',
    summary: 'Each participant’s changes between two states, by default the previous and latest states of this profile',
    permission,
    params: idParams,
    query: z.strictObject({
      fromProfileId: id().optional(),
      fromRevision: z.coerce.number().int().optional(),
      toProfileId: id().optional(),
      toRevision: z.coerce.number().int().optional(),
    }),
    result: comparison,
    failures: ['NOT_FOUND'],
    tags,
  },
});
export type AllocationComparison = z.output<typeof comparison>;
export type AllocationState = z.output<typeof state>;
