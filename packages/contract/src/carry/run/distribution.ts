import { explainableFigures } from '@carrara/domain/carry/run';
import { distributionLifecycle } from '@carrara/domain/carry/distribution/lifecycle';
import { z } from 'zod';
import { allocationProfileSummary } from '../allocation/allocationProfile.ts';
import { distributionChanges } from './distributionChanges.ts';
import { distributionChartCalls, distributionFileCalls } from './distributionFiles.ts';
import { approval, distribution, distributionHead } from './distributionRecord.ts';
import { generateBody, previewVestingBody, saveDistributionBody } from './distributionRequest.ts';
import {
  characterization,
  distributionSource,
  generatedRun,
  sourceSchema,
  sourceType,
  vestingPreview,
} from './distributionRun.ts';
import { allocationProblems, wrongDistribution } from './runRefusals.ts';
import { defineEndpoints, deleteEndpoint, getEndpoint, idParams, listEndpoint } from '../../core/endpoint.ts';
import { explanation } from '../../core/explanation.ts';
import { moveEndpoints } from '../../core/moveEndpoints.ts';
import { statusCodes } from '../../lifecycles.ts';
import { notDetermined } from '../../core/kinds.ts';
import { requestedYear, date, decimal, id, longText, reference, text } from '../../core/schema.ts';

/** The `acknowledgment` keys of the warnings that the person acknowledges. */
const acknowledged = z.array(z.string().max(1000)).max(5000).default([]);
const moves = moveEndpoints(distributionLifecycle, { path: '/api/carry/distribution', result: distribution });
const notSaved = [...wrongDistribution, 'WRONG_STATE', 'REVERSAL_FIXED', 'STALE_VERSION'] as const;
export const distributionEndpoints = defineEndpoints({
  listDistributions: listEndpoint({
    path: '/api/carry/distribution',
    title: 'Distributions',
    permission: 'distribution.view',
    row: z.object({
      ...distributionHead,
      /** True if a disbursed distribution reverses it. */
      isReversed: z.boolean(),
    }),
    columns: [
      { field: 'name', kind: 'text', title: 'Distribution' },
      { field: 'distributionDate', kind: 'date', title: 'Date' },
      { field: 'status', kind: 'status', title: 'Status' },
      { field: 'numberOfSources', kind: 'count', title: 'Sources' },
      { field: 'numberOfParticipants', kind: 'count', title: 'Payees', nullIs: notDetermined },
      { field: 'currency', kind: 'reference', title: 'Currency' },
      {
        field: 'totalCarryDistributed',
        kind: 'money',
        title: 'Gross carry',
        total: 'disbursed',
        nullIs: notDetermined,
      },
      { field: 'updatedDate', kind: 'instant', title: 'Last change', hidden: true },
    ],
    defaultSort: { field: 'distributionDate', ascending: false },
    filters: {
      includeInactive: z.stringbool().default(false),
      status: z.enum(statusCodes('distribution')).optional(),
      /** Filters of the charts: distributions with at least one such source, or of that year. */
      sectorId: id().optional(),
      fundId: id().optional(),
      coinvestmentId: id().optional(),
      sourceId: id().optional(),
      year: requestedYear().optional(),
      /** Dates of the period, inclusive. */
      from: date().optional(),
      to: date().optional(),
    },
    tags: ['Distribution'],
  }),
  countDistributions: {
    method: 'GET',
    path: '/api/carry/distribution/counts',
    summary: 'Number of distributions, in total and by status',
    permission: 'distribution.view',
    result: z.object({
      all: z.int(),
      draft: z.int(),
      rejected: z.int(),
      submitted: z.int(),
      approved: z.int(),
      disbursed: z.int(),
    }),
    tags: ['Distribution'],
  },
  getDistribution: {
    ...getEndpoint(
      '/api/carry/distribution/:id',
      'A distribution with sources, participants and totals',
      'distribution.view',
      distribution,
    ),
    /** With `none`, the rows of the sources are omitted. A large distribution has tens of thousands. */
    query: z.strictObject({ rows: z.enum(['all', 'none']).default('all') }),
  },
  getDistributionChanges: {
    method: 'GET',
    path: '/api/carry/distribution/:id/changes',
    summary: 'Changes since the last run of the same sources, and their causes',
    permission: 'distribution.view',
    params: idParams,
    result: distributionChanges,
    tags: ['Distribution', 'Participant'],
  },
  saveDistribution: {
    method: 'POST',
    path: '/api/carry/distribution/save-distribution',
    summary: 'Create or change a draft',
    permission: 'distribution.edit',
    bodySize: 'huge',
    body: saveDistributionBody,
    result: distribution,
    idempotent: true,
    failures: [...notSaved, 'ROW_VERSION_REQUIRED', 'NOT_AN_APPROVER_CANDIDATE', 'APPROVER_IS_MAKER'],
  },
  /** The entered values stay. Sources without a chosen profile version use the present default. */
  recomputeDistribution: {
    method: 'POST',
    path: '/api/carry/distribution/:id/recompute',
    summary: 'Save a draft again from the current records',
    permission: 'distribution.edit',
    params: idParams,
    body: z.strictObject({ rowVersion: z.int() }),
    result: distribution,
    failures: notSaved,
  },
  /** Computes the whole run as it would be stored, without storing it. */
  generateDistributionDetails: {
    method: 'POST',
    path: '/api/carry/distribution/generate-details',
    summary: 'Compute without storing',
    permission: 'distribution.view',
    readOnly: true,
    bodySize: 'huge',
    body: generateBody,
    result: generatedRun,
    failures: wrongDistribution,
  },
  previewVesting: {
    method: 'POST',
    path: '/api/carry/distribution/preview-vesting',
    summary: 'Preview applying vesting to one source of a run: forfeited amounts and recipients',
    permission: 'distribution.view',
    readOnly: true,
    bodySize: 'huge',
    body: previewVestingBody,
    result: vestingPreview,
    failures: wrongDistribution,
  },
  generateAllocationsByDistributionSource: {
    method: 'GET',
    path: '/api/carry/distribution/generate-allocations-by-distribution-source',
    summary: 'One source, computed',
    permission: 'distribution.view',
    query: z.strictObject({
      sourceId: id(),
      type: sourceType,
      fundId: id().optional(),
      allocationProfileId: id().optional(),
      netDistributableAmount: decimal('money'),
      distributionDate: date(),
      defaultEscrow: decimal('percent', { most: 100 }).default('0'),
      defaultTerminatedEscrow: decimal('percent', { most: 100 }).default('0'),
    }),
    result: distributionSource,
    failures: wrongDistribution,
  },
  /** Possible sources: funds, coinvestments, their investments and tranches, each with its current profiles. */
  listDistributionSourceOptions: {
    method: 'GET',
    path: '/api/carry/distribution/source-options',
    summary: 'List the sources of a distribution',
    permission: 'distribution.view',
    query: z.strictObject({ distributionDate: date().optional() }),
    result: z.array(
      z.object({
        type: sourceType,
        source: sourceSchema,
        parentId: id().nullable(),
        currency: reference().nullable(),
        profiles: z.array(
          allocationProfileSummary.pick({
            id: true,
            name: true,
            version: true,
            isCurrent: true,
            isValid: true,
            effectiveDate: true,
          }),
        ),
        /** The parameters of the last disbursed run that paid it; null if there is none. */
        last: z
          .object({
            distributionId: id(),
            name: z.string(),
            distributionDate: date(),
            profileId: id().nullable(),
            characterizations: z.array(characterization),
            defaultEscrow: decimal('percent'),
            sourceEscrow: decimal('percent').nullable(),
            defaultTerminatedEscrow: decimal('percent'),
          })
          .nullable(),
      }),
    ),
    tags: ['Fund', 'Investment', 'AllocationProfile'],
  },
  listApproverCandidates: {
    method: 'GET',
    path: '/api/carry/distribution/approvers',
    summary: 'List the possible approvers',
    permission: 'distribution.view',
    query: z.strictObject({
      /** The distribution to approve. People who created or changed it can't be approvers. */
      distributionId: id().optional(),
      /** True if the requesting person is about to submit it. */
      submits: z.stringbool().default(false),
    }),
    result: z.array(
      z.object({
        id: id(),
        name: z.string(),
        email: z.string(),
        /** The reason why this person can't be an approver. */
        refusal: z.string().nullable(),
        /** True if the distribution pays this person. */
        isPayee: z.boolean(),
      }),
    ),
    tags: ['User'],
  },
  addApprovers: {
    method: 'POST',
    path: '/api/carry/distribution/:id/approvers',
    summary: 'Request approval from more people',
    permission: 'distribution.edit',
    params: idParams,
    body: z.strictObject({
      rowVersion: z.int().nullish(),
      approvers: z
        .array(z.strictObject({ id: id() }))
        .min(1)
        .max(50),
    }),
    result: distribution,
    failures: ['WRONG_STATE', 'NOT_AN_APPROVER_CANDIDATE', 'APPROVER_IS_MAKER', 'ALREADY_DECIDED', 'STALE_VERSION'],
  },
  listApprovals: {
    method: 'GET',
    path: '/api/carry/distribution/:id/approvals',
    summary: 'Approvers and their decisions',
    permission: 'distribution.view',
    params: idParams,
    result: z.array(approval),
    tags: ['Distribution'],
  },
  removeApprover: {
    method: 'DELETE',
    path: '/api/carry/distribution/:id/approval/:approvalId',
    summary: 'Remove an approver',
    permission: 'distribution.edit',
    params: z.strictObject({ id: id(), approvalId: id() }),
    result: distribution,
    failures: ['WRONG_STATE'],
  },
  ...moves,
  submitDistribution: {
    ...moves.submitDistribution,
    failures: [
      ...moves.submitDistribution.failures,
      ...wrongDistribution,
      ...allocationProblems,
      'INPUTS_CHANGED',
      'AMOUNT_MISSING',
      'CELL_UNREADABLE',
      'TAX_PROFILE_CONFLICT',
      'TAX_RATE_DUPLICATE',
      'TAX_RATE_MISSING',
      'VESTING_NOT_APPLICABLE',
    ],
    bodySize: 'long',
    body: moves.submitDistribution.body.extend({
      /** If present, the list of approvers is replaced with exactly these. Nothing is stored unless the submission succeeds. */
      approvers: z
        .array(z.strictObject({ id: id() }))
        .max(50)
        .nullish(),
      acknowledged,
    }),
  },
  /** Triggers the lifecycle's approveDistribution or rejectDistribution, depending on the decision. */
  saveApproval: {
    method: 'POST',
    path: '/api/carry/distribution/save-approval',
    summary: 'Approve or reject as a listed approver, or as the substitute of one',
    permission: 'distribution.approve',
    bodySize: 'long',
    body: z.strictObject({
      distributionId: id(),
      rowVersion: z.int(),
      approvalDecision: z.enum(['APP', 'REJ']),
      /** Required for a rejection. */
      approvalComments: longText().nullish(),
      /** Required for an approval but not for a rejection. */
      acknowledged,
    }),
    result: distribution,
    idempotent: true,
    failures: [
      'WRONG_STATE',
      'NOT_AN_APPROVER',
      'NOT_YOUR_TURN',
      'OWN_RUN',
      'PAYEE_ALONE',
      'ALREADY_DECIDED',
      'COMMENT_REQUIRED',
      'STALE_VERSION',
      'NOT_ACKNOWLEDGED',
      'AMOUNT_ABOVE_BALANCES',
    ],
  },
  reverseDistribution: {
    method: 'POST',
    path: '/api/carry/distribution/:id/reverse',
    summary: 'Reverse a disbursed distribution',
    permission: 'distribution.edit',
    params: idParams,
    body: z.strictObject({
      distributionDate: date(),
      name: text().nullish(),
      description: longText().nullish(),
    }),
    result: distribution,
    idempotent: true,
    failures: ['WRONG_STATE', 'REVERSAL_FIXED', 'ALREADY_REVERSED', 'REVERSED_BEFORE'],
  },
  deleteDistribution: {
    ...deleteEndpoint('/api/carry/distribution/:id', 'Delete a draft', 'distribution.delete'),
    failures: ['WRONG_STATE', 'STALE_VERSION'],
  },
  explainDistribution: {
    method: 'GET',
    path: '/api/carry/distribution/:id/explanation',
    summary:
      'Explanation of a figure. Omit via for the total over all paths. Use via=direct for the direct share, or via=id,id for the path through these entities, outermost first',
    permission: 'distribution.view',
    params: idParams,
    /** Identifies the figure. Omitted parts are totaled. */
    query: z.strictObject({
      figure: z.enum(explainableFigures),
      sourceId: id().optional(),
      participantId: id().optional(),
      /** `direct`, or the entities on the path, outermost first, separated by commas. If omitted, all paths. */
      via: z.string().max(1000).optional(),
    }),
    result: explanation,
    failures: ['NOT_DETERMINED'],
  },
  ...distributionFileCalls,
  ...distributionChartCalls,
});
