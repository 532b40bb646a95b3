import { z } from 'zod';
import { allocationProfileSummary } from './allocationProfile.ts';
import { distributionChartCalls, distributionFileCalls } from './distributionFiles.ts';
import { approval, distribution, distributionHead } from './distributionRecord.ts';
import { generateBody, saveDistributionBody } from './distributionRequest.ts';
import { distributionSource, generatedRun, sourceOf, sourceType } from './distributionRun.ts';
import { defineEndpoints, deleteEndpoint, getEndpoint, idParams, listEndpoint } from './endpoint.ts';
import { explanation } from './explanation.ts';
import { date, decimal, id, reference } from './schema.ts';

const move = <const P extends 'distribution.edit' | 'distribution.disburse'>(
  path: string,
  summary: string,
  permission: P,
  failures: readonly string[],
) =>
  ({
    method: 'POST',
    path: `/api/carry/distribution/:id/${path}`,
    summary,
    permission,
    params: idParams,
    body: z.strictObject({ rowVersion: z.int(), comment: z.string().max(4000).nullish() }),
    result: distribution,
    idempotent: true,
    failures,
  }) as const;
export const distributionEndpoints = defineEndpoints({
  listDistributions: listEndpoint({
    path: '/api/carry/distribution',
    title: 'Distributions',
    permission: 'distribution.view',
    row: z.object(distributionHead),
    columns: [
      { field: 'name', kind: 'text', title: 'Distribution' },
      { field: 'distributionDate', kind: 'date', title: 'Date' },
      { field: 'status', kind: 'status', title: 'Status' },
      { field: 'numberOfSources', kind: 'count', title: 'Sources' },
      { field: 'numberOfParticipants', kind: 'count', title: 'Participants' },
      { field: 'currency', kind: 'reference', title: 'Currency' },
      { field: 'totalCarryDistributed', kind: 'money', title: 'Gross carry', total: 'sum' },
      { field: 'updatedDate', kind: 'instant', title: 'Last change', hidden: true },
    ],
    defaultSort: { field: 'distributionDate', ascending: false },
    filters: {
      includeInactive: z.stringbool().default(false),
      status: z.enum(['DRAFT', 'REJ', 'SUB', 'APP', 'DISB']).optional(),
    },
    tags: ['Distribution'],
  }),
  getDistribution: getEndpoint(
    '/api/carry/distribution/:id',
    'A distribution with sources, participants and totals',
    'distribution.view',
    distribution,
  ),
  saveDistribution: {
    method: 'POST',
    path: '/api/carry/distribution/save-distribution',
    summary: 'Create or change a draft',
    permission: 'distribution.edit',
    body: saveDistributionBody,
    result: distribution,
    idempotent: true,
    failures: [
      'NO_SOURCE',
      'NO_PARTICIPANT',
      'CHARACTERIZATION_NOT_100',
      'WRONG_STATE',
      'MIXED_CURRENCIES',
      'FIGURES_DIFFER',
      'NOT_RECONCILED',
      'STALE_VERSION',
    ],
  },
  /** The whole run as it would be stored, computed and not stored. */
  generateDistributionDetails: {
    method: 'POST',
    path: '/api/carry/distribution/generate-details',
    summary: 'Compute without storing',
    permission: 'distribution.view',
    readOnly: true,
    body: generateBody,
    result: generatedRun,
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
      defaultEscrow: decimal('percent').default('0'),
      defaultTerminatedEscrow: decimal('percent').default('0'),
    }),
    result: distributionSource,
  },
  /** What can be a source: funds, coinvestments, their investments and tranches, each with its profiles in force. */
  listDistributionSourceOptions: {
    method: 'GET',
    path: '/api/carry/distribution/source-options',
    summary: 'What can be distributed from',
    permission: 'distribution.view',
    query: z.strictObject({ distributionDate: date().optional() }),
    result: z.array(
      z.object({
        type: sourceType,
        source: sourceOf,
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
      }),
    ),
    tags: ['Fund', 'Investment', 'AllocationProfile'],
  },
  listApproverCandidates: {
    method: 'GET',
    path: '/api/carry/distribution/approvers',
    summary: 'Who can be an approver',
    permission: 'distribution.view',
    result: z.array(z.object({ id: id(), name: z.string(), email: z.string() })),
    tags: ['User'],
  },
  addApprovers: {
    method: 'POST',
    path: '/api/carry/distribution/:id/approvers',
    summary: 'Ask more people to approve',
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
    failures: ['WRONG_STATE', 'NOT_AN_APPROVER_CANDIDATE', 'STALE_VERSION'],
  },
  listApprovals: {
    method: 'GET',
    path: '/api/carry/distribution/:id/approvals',
    summary: 'Approvers and their answers',
    permission: 'distribution.view',
    params: idParams,
    result: z.array(approval),
    tags: ['Distribution'],
  },
  removeApprover: {
    method: 'DELETE',
    path: '/api/carry/distribution/:id/approval/:approvalId',
    summary: 'Take an approver off',
    permission: 'distribution.edit',
    params: z.strictObject({ id: id(), approvalId: id() }),
    result: distribution,
    failures: ['WRONG_STATE'],
  },
  submitDistribution: move('submit-for-approval', 'Send a draft to its approvers', 'distribution.edit', [
    'WRONG_STATE',
    'NO_APPROVERS',
    'NET_BELOW_ZERO',
    'CHARACTERIZATION_NOT_100',
    'CHARACTERIZATION_MISSING',
    'UNALLOCATED_NOT_ACKNOWLEDGED',
    'OVER_ALLOCATED',
    'MEMBER_MISMATCH',
    'STALE_VERSION',
  ]),
  withdrawDistribution: move('withdraw', 'Take a submitted one back to draft, with a comment', 'distribution.edit', [
    'WRONG_STATE',
    'COMMENT_REQUIRED',
    'STALE_VERSION',
  ]),
  /** The lifecycle's approveDistribution or rejectDistribution, by the decision. */
  saveApproval: {
    method: 'POST',
    path: '/api/carry/distribution/save-approval',
    summary: 'Approve or reject as a listed approver',
    permission: 'distribution.approve',
    body: z.strictObject({
      distributionId: id(),
      rowVersion: z.int(),
      approvalDecision: z.enum(['APP', 'REJ']),
      approvalComments: z.string().max(4000).nullish(),
    }),
    result: distribution,
    idempotent: true,
    failures: ['WRONG_STATE', 'NOT_AN_APPROVER', 'OWN_DISTRIBUTION', 'ALREADY_DECIDED', 'STALE_VERSION'],
  },
  disburseDistribution: move('disburse', 'Pay it: posts the account entries', 'distribution.disburse', [
    'WRONG_STATE',
    'ONLY_APPROVER_DISBURSES',
    'STALE_VERSION',
  ]),
  reverseDistribution: {
    method: 'POST',
    path: '/api/carry/distribution/:id/reverse',
    summary: 'Make the mirror of a disbursed one',
    permission: 'distribution.edit',
    params: idParams,
    body: z.strictObject({
      distributionDate: date(),
      name: z.string().max(200).nullish(),
      description: z.string().max(4000).nullish(),
    }),
    result: distribution,
    idempotent: true,
    failures: ['WRONG_STATE', 'ALREADY_REVERSED'],
  },
  deleteDistribution: deleteEndpoint('/api/carry/distribution/:id', 'Delete a draft', 'distribution.delete'),
  explainDistribution: {
    method: 'GET',
    path: '/api/carry/distribution/:id/explanation',
    summary: 'Why this number?',
    permission: 'distribution.view',
    params: idParams,
    query: z.strictObject({
      figure: z.enum(['gross', 'tax', 'escrow', 'net']),
      sourceId: id().optional(),
      participantId: id().optional(),
      via: z.string().max(1000).optional(),
    }),
    result: explanation,
  },
  ...distributionFileCalls,
  ...distributionChartCalls,
});
