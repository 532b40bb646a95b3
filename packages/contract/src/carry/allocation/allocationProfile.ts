import type { FailureCode } from '@carrara/domain/kernel';
import { allocationProfileLifecycle } from '@carrara/domain/carry/allocation/lifecycle';
import { z } from 'zod';
import { moveEndpoints } from '../../core/moveEndpoints.ts';
import {
  defineEndpoints,
  deleteEndpoint,
  getEndpoint,
  idParams,
  listEndpoint,
  recordHead,
  saveSchema,
} from '../../core/endpoint.ts';
import { explanation } from '../../core/explanation.ts';
import { defineFields } from '../../core/fields.ts';
import { participantKind } from '../../people/participant.ts';
import { date, decimal, figure, figureOrNull, id, reference } from '../../core/schema.ts';

const containerKinds = [
  'fund',
  'coinvestment',
  'investment',
  'tranche',
  'vintage',
  'entity',
  'fundInvestment',
  'coinvestmentInvestment',
  'fundVintage',
] as const;
const profileTargets = [
  'Fund Investment',
  'Coinvestment Investment',
  'Fund',
  'Coinvestment',
  'Vintage',
  'Entity',
  'Tranche',
] as const;

/** @public */
export const allocationProfileFields = defineFields({
  name: {
    kind: 'text',
    title: 'Name',
    required: true,
    help: "Defaults to the name of its fund, coinvestment or investment, followed by 'Allocation Profile'.",
  },
  description: { kind: 'longText', title: 'Description' },
  effectiveDate: { kind: 'date', title: 'Effective date', required: true },
  isCurrent: { kind: 'boolean', title: 'Default profile', required: true },
  isShareBased: { kind: 'boolean', title: 'Share based', required: true },
});

/**
 * The editable fields of a profile's row. Blank and 0 mean 'no value'.
 * @public
 */
export const profileEntryFields = defineFields({
  predilute: { kind: 'percent', title: 'Predilute %' },
  fixed: { kind: 'percent', title: 'Fixed %' },
  discretionary: { kind: 'percent', title: 'Discretionary %' },
  shares: { kind: 'shares', title: 'Shares' },
  participantClass: { kind: 'reference', target: 'reference:participant-class', title: 'Class' },
  vestingSchedule: { kind: 'reference', target: 'vestingSchedule', title: 'Vesting schedule' },
  profile: { kind: 'reference', target: 'allocationProfile', title: "Entity's profile" },
});

const memberOfEntry = z.object({
  participantId: id(),
  type: participantKind,
  name: z.string(),
  effective: figure('percent'),
});
/** A member as the entity has it now. The effective percentage is null if the entity's default profile gives none. */
const memberNow = memberOfEntry.extend({ effective: figureOrNull('percent') });
export const profileEntry = z.object({
  id: id(),
  participantId: id(),
  type: participantKind,
  employeeId: id().nullable(),
  trustId: id().nullable(),
  entityId: id().nullable(),
  name: z.string(),
  businessTitle: z.string().nullable(),
  status: z.string(),
  trustType: z.string().nullable(),
  entityType: z.string().nullable(),
  department: z.string().nullable(),
  hireDate: date().nullable(),
  terminationDate: date().nullable(),
  /**
   * The id of the participant's picture, available at `image/{id}`. Including the pictures would make a profile of hundreds of rows megabytes large.
   */
  picture: id().nullable(),
  predilute: figureOrNull('percent'),
  fixed: figureOrNull('percent'),
  discretionary: figureOrNull('percent'),
  shares: figureOrNull('shares'),
  /** Stored with 10 decimals. All later calculations use this value. */
  effective: figure('percent'),
  participantClass: reference().nullable(),
  vestingSchedule: reference().nullable(),
  /** An entity's current profile, with the members in it. */
  profile: reference().nullable(),
  members: z.array(memberOfEntry),
  /** The members at the time of entry, and the entity's current members. */
  originalMembers: z.array(memberOfEntry),
  currentMembers: z.array(memberNow),
  /** True if they differ and nobody has confirmed the entry since. */
  memberMismatch: z.boolean(),
  error: z.string().nullable(),
});

const allocationTotals = z.object({
  totalPredilute: figure('percent'),
  totalFixed: figure('percent'),
  totalDiscretionary: figure('percent'),
  totalEffective: figure('percent'),
  totalShares: figure('shares'),
});
const problem = z.object({ code: z.string(), message: z.string(), path: z.array(z.union([z.string(), z.number()])) });
const container = z.object({ id: id(), kind: z.enum(containerKinds), name: z.string(), code: z.string().nullable() });

const profileHead = {
  ...recordHead,
  name: z.string(),
  description: z.string().nullable(),
  containerId: id(),
  container,
  fundId: id().nullable(),
  investmentId: id().nullable(),
  allocationProfileSource: z.object({ investmentId: id().nullable() }),
  profileTarget: z.enum(profileTargets),
  effectiveDate: date(),
  isCurrent: z.boolean(),
  isShareBased: z.boolean(),
  isValid: z.boolean(),
  /** True if its entries total more than zero. Only such a profile can become the default. */
  hasShares: z.boolean(),
  /** The business version. A version that a distribution uses is immutable, and an edit creates the next one. */
  version: z.int(),
  canDelete: z.boolean(),
  /** False once a distribution uses it. An edit then creates a copy or the next version. */
  canEdit: z.boolean(),
  totalShares: figureOrNull('shares'),
  unallocated: figure('percent'),
  numberOfEntries: z.int(),
};
export const allocationProfileSummary = z.object(profileHead);
/** A profile of a container, with a flag for the one in force on the requested date. */
const allocationProfileOfContainer = z.object({ ...profileHead, isInForce: z.boolean() });
export const allocationProfile = z.object({
  ...profileHead,
  entries: z.array(profileEntry),
  totals: allocationTotals,
  problems: z.array(problem),
});

const entryInput = z.strictObject({
  id: id().nullish(),
  participantId: id(),
  predilute: decimal('percent', { negative: true }).nullish(),
  fixed: decimal('percent', { negative: true }).nullish(),
  discretionary: decimal('percent', { negative: true }).nullish(),
  shares: decimal('shares', { negative: true }).nullish(),
  participantClass: reference().nullish(),
  vestingSchedule: reference().nullish(),
  profile: reference().nullish(),
  /** False confirms that somebody has reviewed the entity's changed members. */
  memberMismatch: z.literal(false).optional(),
});
export const saveAllocationProfileBody = saveSchema(allocationProfileFields, {
  entries: z.array(entryInput).max(5000),
  /** Required if the profile is in use: the change is stored as the next version. */
  asNewVersion: z.boolean().optional(),
  /** For a new profile, the one it is copied from. */
  copiedFrom: reference().nullish(),
});

const inContainer = z.strictObject({ containerId: id() });
const removal = {
  removed: id(),
  recipients: z.array(id()).min(1).max(5000),
  reason: z.string().max(4000).nullish(),
  rowVersion: z.int().nullish(),
};

/** Reasons why a profile can't be saved. */
export const wrongProfile = [
  'CLASS_REQUIRED',
  'ENTITY_IN_ITSELF',
  'MEMBER_PROFILE_MISSING',
  'NEGATIVE_INPUT',
  'NOT_A_MEMBER',
  'NO_SHARES',
  'PARTICIPANT_DUPLICATE',
  'PARTICIPANT_UNKNOWN',
  'PROFILE_IN_USE',
  'PROFILE_NOT_USABLE',
  'ROW_VERSION_REQUIRED',
  'SCHEDULE_OF_OTHER_CLASS',
  'STALE_VERSION',
  'VESTING_SCHEDULE_REQUIRED',
] as const satisfies readonly FailureCode[];

/** Reasons why an entry's share can't be reallocated. */
const wrongReallocation = [
  'NEGATIVE_INPUT',
  'NOTHING_TO_REALLOCATE',
  'NO_RECIPIENTS',
  'NO_ROOM_FOR_PREDILUTE',
  'NO_SHARES',
  'RECIPIENTS_HAVE_NOTHING',
  'REMOVED_IS_RECIPIENT',
  'REPEATED_ENTRY',
  'REPEATED_RECIPIENT',
  'UNKNOWN_ENTRY',
] as const satisfies readonly FailureCode[];

export const allocationProfileEndpoints = defineEndpoints({
  getAllocationProfile: getEndpoint(
    '/api/carry/allocationprofile/:id',
    'An allocation profile with its entries and totals',
    'allocationProfile.view',
    allocationProfile,
  ),
  listContainerAllocationProfiles: {
    method: 'GET',
    path: '/api/carry/allocationprofile/container/:id',
    summary: 'All profiles and versions of a container',
    permission: 'allocationProfile.view',
    params: idParams,
    query: z.strictObject({ asOf: date().optional() }),
    result: z.array(allocationProfileOfContainer),
    tags: ['AllocationProfile'],
  },
  getCurrentAllocationProfile: {
    method: 'GET',
    path: '/api/carry/allocationprofile/container/:id/current',
    summary: 'Default profile of a container, optionally as of a date',
    permission: 'allocationProfile.view',
    params: idParams,
    query: z.strictObject({ asOf: date().optional() }),
    result: allocationProfile,
    tags: ['AllocationProfile'],
    failures: ['NOT_FOUND'],
  },
  listAllocationProfiles: {
    method: 'GET',
    path: '/api/carry/allocationprofile/navigation-list',
    summary: 'Short list of all profiles, for navigation',
    permission: 'allocationProfile.view',
    result: z.array(
      z.object({ id: id(), name: z.string(), containerName: z.string(), version: z.int(), isCurrent: z.boolean() }),
    ),
    tags: ['AllocationProfile'],
  },
  listAllocationProfileEntries: {
    ...listEndpoint({
      path: '/api/carry/allocationprofile/:id/entry',
      title: 'Allocation profile entries',
      permission: 'allocationProfile.view',
      row: profileEntry,
      columns: [
        { field: 'name', kind: 'text', title: 'Participant' },
        { field: 'type', kind: 'text', title: 'Type' },
        { field: 'businessTitle', kind: 'text', title: 'Title' },
        { field: 'status', kind: 'text', title: 'Status' },
        { field: 'trustType', kind: 'text', title: 'Trust type', hidden: true },
        { field: 'entityType', kind: 'text', title: 'Entity type', hidden: true },
        { field: 'department', kind: 'text', title: 'Department', hidden: true },
        { field: 'hireDate', kind: 'date', title: 'Hired', hidden: true },
        { field: 'terminationDate', kind: 'date', title: 'Terminated', hidden: true },
        { field: 'predilute', kind: 'percent', title: 'Predilute %', total: 'sum' },
        { field: 'fixed', kind: 'percent', title: 'Fixed %', total: 'sum' },
        { field: 'discretionary', kind: 'percent', title: 'Discretionary %', total: 'sum' },
        { field: 'shares', kind: 'shares', title: 'Shares', total: 'sum' },
        { field: 'effective', kind: 'percent', title: 'Effective %', total: 'sum' },
        { field: 'participantClass', kind: 'reference', title: 'Class' },
        { field: 'vestingSchedule', kind: 'reference', title: 'Vesting schedule' },
        { field: 'profile', kind: 'reference', title: "Entity's profile", hidden: true },
      ],
      defaultSort: { field: 'effective', ascending: false },
      pageSize: 100,
      tags: ['AllocationProfile'],
    }),
    params: idParams,
  },
  saveAllocationProfile: {
    method: 'POST',
    path: '/api/carry/allocationprofile/:containerId/allocation',
    summary: 'Create or change an allocation profile of any container',
    permission: 'allocationProfile.edit',
    params: inContainer,
    bodySize: 'long',
    body: saveAllocationProfileBody,
    result: allocationProfile,
    failures: [...wrongProfile, 'IS_DEFAULT', 'SEVERAL_HOLDERS'],
  },
  ...moveEndpoints(allocationProfileLifecycle, {
    path: '/api/carry/allocationprofile',
    result: allocationProfile,
    head: { rowVersion: z.int().nullish() },
  }),
  deleteAllocationProfile: {
    ...deleteEndpoint(
      '/api/carry/allocationprofile/:id',
      'Delete a profile that is not the default and not in use',
      'allocationProfile.edit',
    ),
    failures: ['IS_DEFAULT', 'PROFILE_IN_USE', 'IN_USE', 'STALE_VERSION'],
  },
  /** Gives the effective percentage of a removed or forfeited entry to chosen recipients and saves the next state of the profile. */
  reallocateAllocationProfile: {
    method: 'POST',
    path: '/api/carry/allocationprofile/:id/reallocate',
    summary: "Reallocate one entry's share to other participants",
    permission: 'allocationProfile.edit',
    params: idParams,
    bodySize: 'long',
    body: z.strictObject(removal),
    result: allocationProfile,
    failures: [...wrongProfile, ...wrongReallocation],
  },
  /** Computes a reallocation without storing it. */
  previewReallocation: {
    method: 'POST',
    path: '/api/carry/allocationprofile/:id/reallocate/preview',
    summary: 'Preview a reallocation',
    permission: 'allocationProfile.view',
    readOnly: true,
    params: idParams,
    bodySize: 'long',
    body: z.strictObject(removal),
    result: z.array(
      z.object({
        participantId: id(),
        name: z.string(),
        effective: figure('percent'),
        adjustment: figure('percent'),
        target: figure('percent'),
      }),
    ),
    failures: wrongReallocation,
  },
  /** Confirms an entity's entry whose members have changed. The flag is cleared until they change again. */
  resolveAllocationProfileMembers: {
    method: 'POST',
    path: '/api/carry/allocationprofile/:id/resolve-members',
    summary: "Confirm an entity's entry after its members changed",
    permission: 'allocationProfile.edit',
    params: idParams,
    body: z.strictObject({
      participantId: id(),
      /** Another profile of the entity's members. If omitted, the one from the time of entry. */
      profile: reference().nullish(),
      reason: z.string().max(4000).nullish(),
      rowVersion: z.int().nullish(),
    }),
    result: allocationProfile,
    failures: [...wrongProfile, 'NO_ENTITY_ENTRY'],
  },
  explainAllocationProfile: {
    method: 'GET',
    path: '/api/carry/allocationprofile/:id/explanation',
    summary: 'Explanation of an effective allocation',
    permission: 'allocationProfile.view',
    params: idParams,
    query: z.strictObject({ participantId: id() }),
    result: explanation,
  },
});
export type AllocationProfile = z.output<typeof allocationProfile>;
export type ContainerAllocationProfile = z.output<typeof allocationProfileOfContainer>;
export type AllocationProfileSummary = z.output<typeof allocationProfileSummary>;
export type ProfileEntry = z.output<typeof profileEntry>;
