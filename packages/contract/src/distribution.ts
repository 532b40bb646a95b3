import { z } from 'zod';
import { allocationProfileSummary } from './allocationProfile.ts';
import {
  defineEndpoints,
  deleteEndpoint,
  getEndpoint,
  idParams,
  listEndpoint,
  recordHead,
  saveOf,
} from './endpoint.ts';
import { explanation } from './explanation.ts';
import { defineFields } from './fields.ts';
import { participantKind } from './participant.ts';
import { date, decimal, figure, figureOrNull, id, instant, reference, status } from './schema.ts';

export const distributionFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true },
  description: { kind: 'longText', title: 'Description' },
  distributionDate: { kind: 'date', title: 'Distribution date', required: true },
  defaultEscrow: { kind: 'percent', title: 'Default escrow %', required: true },
  defaultTerminatedEscrow: { kind: 'percent', title: 'Default escrow % when terminated', required: true },
});

export const sourceTypes = ['Fund', 'Coinvestment', 'Fund Investment', 'Coinvestment Investment', 'Tranche'] as const;
const sourceType = z.enum(sourceTypes);

const taxAllocation = z.object({
  name: z.string(),
  taxProfile: reference().nullable(),
  taxProfileRate: z
    .object({ id: id().nullable(), taxCharacterizationId: id().nullable(), taxRate: figure('percent') })
    .nullable(),
  taxAllocationPercent: figure('percent'),
  taxAllocationAmount: figure('money'),
});

const participantOf = z.object({
  id: id(),
  participantId: id(),
  type: participantKind,
  name: z.string(),
  code: z.string().nullable(),
  businessTitle: z.string().nullable(),
  status: z.string(),
  isForeign: z.boolean(),
  isEscrowExempt: z.boolean(),
  defaultEscrow: figureOrNull('percent'),
});
const figures = {
  grossCarryDistributed: figure('money'),
  tax: figure('money'),
  escrow: figure('money'),
  loanRepayment: figure('money'),
  otherAdjustment: figure('money'),
  netCarryDistributed: figure('money'),
};
/** One participant of one source; an entity's members below it, on any depth. gross = net + tax + escrow + loan repayment + other. */
const flatDetail = z.object({
  participant: participantOf,
  /** Entities passed through, outermost first; empty when reached directly. With the source and participant it names the row. */
  via: z.array(id()),
  effectiveAllocation: figure('percent'),
  /** What the profile says, when it was edited for this distribution. */
  originalAllocation: figureOrNull('percent'),
  ...figures,
  taxOverridden: z.boolean(),
  escrowOverridden: z.boolean(),
  escrowPercent: figureOrNull('percent'),
  taxAllocations: z.array(taxAllocation),
});
export interface ParticipantDetail extends z.output<typeof flatDetail> {
  memberDetails: ParticipantDetail[];
}
export const participantDetail: z.ZodType<ParticipantDetail> = z.lazy(() =>
  flatDetail.extend({ memberDetails: z.array(participantDetail) }),
);

const characterization = z.object({ taxCharacterization: reference(), characterizationPercentage: figure('percent') });
const sourceOf = z.object({
  id: id(),
  name: z.string(),
  code: z.string().nullable(),
  fund: reference().nullable(),
  fundId: id().nullable(),
  coinvestmentId: id().nullable(),
  investmentId: id().nullable(),
});
export const distributionSource = z.object({
  id: id(),
  source: sourceOf,
  type: sourceType,
  allocationProfile: reference().extend({ version: z.int() }).nullable(),
  netDistributableAmount: figure('money'),
  totalDistributed: figure('money'),
  grossCarryDistributed: figure('money'),
  totalCarryAdjustment: figure('money'),
  netCarryDistributed: figure('money'),
  /** Net distributable amount that no entry of the profile takes. */
  unallocated: figure('money'),
  numberOfParticipants: z.int(),
  taxCharacterizations: z.array(characterization),
  details: z.array(participantDetail),
});
/** A participant over all sources; an entity with its members. */
const flatParticipant = z.object({ participant: participantOf, ...figures });
export interface DistributionParticipant extends z.output<typeof flatParticipant> {
  memberParticipants: DistributionParticipant[];
}
export const distributionParticipant: z.ZodType<DistributionParticipant> = z.lazy(() =>
  flatParticipant.extend({ memberParticipants: z.array(distributionParticipant) }),
);
/** net distributable = gross + unallocated; gross = net + tax + escrow + loan + other; `difference` is 0.00 or the product is wrong. */
const reconciliation = z.object({
  netDistributableAmount: figure('money'),
  unallocated: figure('money'),
  ...figures,
  difference: figure('money'),
});
const problem = z.object({ code: z.string(), message: z.string(), path: z.array(z.union([z.string(), z.number()])) });

export const approval = z.object({
  id: id(),
  approver: reference(),
  /** null while undecided, then APP or REJ. */
  approvalDecision: z.enum(['APP', 'REJ']).nullable(),
  approvalComments: z.string().nullable(),
  decidedDate: instant().nullable(),
});

const head = {
  ...recordHead,
  name: z.string(),
  description: z.string().nullable(),
  distributionDate: date(),
  status: status(),
  currency: reference().nullable(),
  totalCarryDistributed: figure('money'),
  numberOfParticipants: z.int(),
  numberOfSources: z.int(),
};
const computed = {
  distributionSources: z.array(distributionSource),
  distributionParticipants: z.array(distributionParticipant),
  reconciliation,
  warnings: z.array(problem),
  /** Every reason that stands against submitting it now. */
  problems: z.array(problem),
};
export const distribution = z.object({
  ...head,
  defaultEscrow: figure('percent'),
  defaultTerminatedEscrow: figure('percent'),
  investorBalanceBased: z.boolean(),
  unallocatedAcknowledged: z.boolean(),
  engineVersion: z.string().nullable(),
  /** Set on a reversal. */
  reversalOf: reference().nullable(),
  reversedBy: reference().nullable(),
  canEdit: z.boolean(),
  /** What this person may do now: operation names of the lifecycle, already checked against state, role and approver list. */
  actions: z.array(z.string()),
  approvals: z.array(approval),
  /** Compared with the distribution before it, for the approver. */
  previous: z
    .object({
      id: id(),
      name: z.string(),
      distributionDate: date(),
      totalCarryDistributed: figure('money'),
      changePercent: figureOrNull('percent'),
    })
    .nullable(),
  ...computed,
});

const detailInput = z.strictObject({
  participantId: id(),
  via: z.array(id()).max(20).default([]),
  /** Set to pay another effective than the profile's. */
  effectiveAllocation: decimal('percent').nullish(),
  loanRepayment: decimal('money', { negative: true }).nullish(),
  otherAdjustment: decimal('money', { negative: true }).nullish(),
  /** Given: overrides what is computed ('0' does, blank does not). */
  tax: decimal('money', { negative: true }).nullish(),
  escrow: decimal('money', { negative: true }).nullish(),
  /** When a caller sends figures they must be those that the engine computes (FIGURES_DIFFER) and hold together (NOT_RECONCILED). */
  grossCarryDistributed: decimal('money', { negative: true }).nullish(),
  netCarryDistributed: decimal('money', { negative: true }).nullish(),
});
export const sourceInput = z.strictObject({
  id: id().nullish(),
  source: z.strictObject({ id: id() }),
  type: sourceType,
  /** The profile to use; the container's default one when left out. */
  allocationProfile: z.strictObject({ id: id() }).nullish(),
  netDistributableAmount: decimal('money'),
  taxCharacterizations: z
    .array(z.strictObject({ taxCharacterization: reference(), characterizationPercentage: decimal('percent') }))
    .max(100)
    .default([]),
  details: z.array(detailInput).max(20_000).default([]),
});
const runInput = {
  distributionSources: z.array(sourceInput).max(500),
  investorBalanceBased: z.boolean().default(false),
  unallocatedAcknowledged: z.boolean().default(false),
};
export const saveDistributionBody = saveOf(distributionFields, {
  ...runInput,
  approvers: z
    .array(z.strictObject({ id: id() }))
    .max(50)
    .optional(),
});
const generateBody = z.strictObject({
  id: id().nullish(),
  distributionDate: date(),
  defaultEscrow: decimal('percent'),
  defaultTerminatedEscrow: decimal('percent'),
  ...runInput,
});

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
const file = <const S extends string>(path: S, summary: string) =>
  ({
    method: 'GET',
    path: `/api/carry/distribution/:id/${path}`,
    summary,
    permission: 'distribution.view',
    answers: 'file',
  }) as const;
const chart = (path: string, summary: string) =>
  ({
    method: 'GET',
    path: `/api/carry/distribution/${path}`,
    summary,
    permission: 'distribution.view',
    result: z.array(z.object({ id: id().nullable(), name: z.string(), totalCarryDistributed: figure('money') })),
    tags: ['Distribution'],
  }) as const;
const letterParams = z.strictObject({ id: id(), participantId: id() });

export const distributionEndpoints = defineEndpoints({
  listDistributions: listEndpoint({
    path: '/api/carry/distribution',
    title: 'Distributions',
    permission: 'distribution.view',
    row: z.object(head),
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
    result: z.object(computed),
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
  exportDistribution: { ...file('export', 'The workbook (Excel)'), params: idParams },
  downloadLetterPackage: { ...file('letter-package', 'All letters, a PDF each, in a zip'), params: idParams },
  downloadPdfLetterPackage: { ...file('Pdfletter-package', 'All letters in one PDF'), params: idParams },
  downloadLetter: { ...file('letter/:participantId', "A participant's letter"), params: letterParams },
  downloadPdfLetter: { ...file('pdfLetter/:participantId', "A participant's letter as PDF"), params: letterParams },
  chartDistributionsBySector: chart('sector', 'Carry distributed by sector'),
  chartDistributionsByFund: chart('fund', 'Carry distributed by fund'),
  chartDistributionsByCoinvestment: chart('coinvestment', 'Carry distributed by coinvestment'),
  chartDistributionsByYear: chart('year', 'Carry distributed by year'),
  chartDistributionsByInvestment: chart('investment', 'Carry distributed by source'),
});
export type Distribution = z.output<typeof distribution>;
export type DistributionSource = z.output<typeof distributionSource>;
export type SaveDistributionBody = z.output<typeof saveDistributionBody>;
