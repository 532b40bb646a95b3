import { approvalModes, type ApprovalMode } from '@carrara/domain/platform/approval';
import { z } from 'zod';
import { defineEndpoints, deleteEndpoint, idParams } from '../../core/endpoint.ts';
import { date, decimal, figure, id, instant, reference } from '../../core/schema.ts';

const path = '/api/carry/approval-policy';
const tags = ['ApprovalPolicy'];

const mode = z.enum(Object.keys(approvalModes) as [ApprovalMode, ...ApprovalMode[]]);

/** The approvals needed from an amount on, in the policy's currency. */
const band = z.object({
  fromAmount: figure('money'),
  mode,
  /** The approvals needed in mode QUORUM; otherwise null. */
  quorum: z.int().nullable(),
  /** The required approvers, in their order. If there are none, the submitter chooses. */
  approvers: z.array(reference()),
});

const approvalPolicy = z.object({
  id: id(),
  rowVersion: z.int(),
  /** Applies to distributions submitted on this date or later. */
  effectiveDate: date(),
  currency: reference(),
  bands: z.array(band),
  /** True for the policy in force today. */
  isCurrent: z.boolean(),
  updatedDate: instant(),
  updatedBy: z.string(),
});
export type ApprovalPolicyRow = z.output<typeof approvalPolicy>;

/** The approvals that a distribution needs, as sentences. */
export const approvalRule = z.object({
  text: z.string(),
  /** The policy and the amount that it comes from; null without a policy. */
  source: z.string().nullable(),
});

const approvalSubstitute = z.object({
  id: id(),
  rowVersion: z.int(),
  person: reference(),
  substitute: reference(),
  /** The first and the last day, inclusive. */
  fromDate: date(),
  toDate: date(),
});
export type ApprovalSubstituteRow = z.output<typeof approvalSubstitute>;

const saveHead = { id: id().nullish(), rowVersion: z.int().nullish() };
const named = z.strictObject({ id: id() });

/** The firm's rules for approvals of distributions, and the substitutes of its approvers. */
export const approvalPolicyEndpoints = defineEndpoints({
  listApprovalPolicies: {
    method: 'GET',
    path,
    summary: 'The firm’s approval policies, the latest first',
    permission: 'approvalPolicy.view',
    result: z.array(approvalPolicy),
    tags,
  },
  saveApprovalPolicy: {
    method: 'POST',
    path,
    summary: 'Add or change an approval policy. Distributions already submitted keep their rule',
    permission: 'approvalPolicy.edit',
    body: z.strictObject({
      ...saveHead,
      effectiveDate: date(),
      currency: named,
      bands: z
        .array(
          z.strictObject({
            fromAmount: decimal('money'),
            mode,
            quorum: z.int().nullish(),
            approvers: z.array(named).max(50).default([]),
          }),
        )
        .min(1)
        .max(20),
    }),
    result: approvalPolicy,
    failures: [
      'STALE_VERSION',
      'ROW_VERSION_REQUIRED',
      'BANDS_OUT_OF_ORDER',
      'QUORUM_RANGE',
      'NOT_AN_APPROVER_CANDIDATE',
      'REPEATED_ENTRY',
      'UNKNOWN_CURRENCY',
      'DUPLICATE',
    ],
    tags,
  },
  deleteApprovalPolicy: deleteEndpoint(`${path}/:id`, 'Delete an approval policy', 'approvalPolicy.edit'),
  getApprovalRule: {
    method: 'GET',
    path: `${path}/distribution/:id`,
    summary: 'The approvals that a distribution would need if it were submitted now',
    permission: 'distribution.view',
    params: idParams,
    result: approvalRule.extend({
      /** The approvers of the policy who can approve this distribution, in their order. */
      approvers: z.array(reference()),
      /** True if all of them are required. */
      requiresApprovers: z.boolean(),
    }),
    tags: ['ApprovalPolicy', 'Distribution'],
  },
  listApprovalSubstitutes: {
    method: 'GET',
    path: `${path}/substitute`,
    summary: 'Substitutes of approvers, today and later',
    permission: 'distribution.view',
    result: z.array(approvalSubstitute),
    tags: ['ApprovalSubstitute'],
  },
  saveApprovalSubstitute: {
    method: 'POST',
    path: `${path}/substitute`,
    summary: 'Name a substitute who approves in your place, or change the dates',
    permission: 'distribution.approve',
    body: z.strictObject({ ...saveHead, substitute: named, fromDate: date(), toDate: date() }),
    result: approvalSubstitute,
    failures: [
      'STALE_VERSION',
      'ROW_VERSION_REQUIRED',
      'DATES_REVERSED',
      'ENDS_BEFORE_TODAY',
      'SUBSTITUTE_SELF',
      'SUBSTITUTE_OVERLAP',
      'SUBSTITUTE_CHAIN',
      'NOT_AN_APPROVER_CANDIDATE',
    ],
    tags: ['ApprovalSubstitute'],
  },
  deleteApprovalSubstitute: deleteEndpoint(
    `${path}/substitute/:id`,
    'Remove one of your substitutes',
    'distribution.approve',
  ),
});
