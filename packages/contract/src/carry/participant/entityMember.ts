import { z } from 'zod';
import { forecastParticipant, forecastSource } from '../run/forecastRecord.ts';
import { distributionHistoryRow, historyColumns, historyFilter } from '../run/distributionHistory.ts';
import { pages } from '../view/viewCalls.ts';
import { distributionParticipant, distributionSource } from '../run/distributionRun.ts';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { participantKind } from '../../people/participant.ts';
import { amounts, date, figureOrNull, id, reference, status } from '../../core/schema.ts';

const tags = ['Participant', 'AllocationProfile', 'Distribution'] as const;

const flatMember = z.object({
  /** The id of the membership. */
  id: id(),
  participantId: id(),
  type: participantKind,
  name: z.string(),
  code: z.string().nullable(),
  businessTitle: z.string().nullable(),
  status: status(),
  /** Percentage of its own entity's amount by the entity's current allocation profile; null if the profile doesn't name it. */
  effective: figureOrNull('percent'),
  /** For an entity, true if its members differ from those of its allocation profile. */
  memberMismatch: z.boolean(),
  /** The amounts that disbursed distributions paid through the requested entity on this path. */
  /** Null if it came in several currencies, which are never added up. */
  grossCarryDistributed: figureOrNull('money'),
  netCarryDistributed: figureOrNull('money'),
  /** Gross and net by currency, as text and as amounts. */
  carryByCurrency: z.string(),
  netByCurrency: z.string(),
  carryAmounts: amounts(),
  netAmounts: amounts(),
});
/** A member of an entity. Nested entities contain their own members, at any depth. */
export interface EntityMember extends z.output<typeof flatMember> {
  members: EntityMember[];
}
const entityMember: z.ZodType<EntityMember> = z.lazy(() => flatMember.extend({ members: z.array(entityMember) }));

const named = z.object({ participantId: id(), type: participantKind, name: z.string() });
const entityMismatch = z.object({
  /** The entity's current allocation profile; null if it has none, so that nothing can differ from it. */
  profile: reference().nullable(),
  /** Members missing in the profile, and people in the profile who are no longer members. */
  added: z.array(named),
  removed: z.array(named),
  /** Default profiles of funds and others that still pass the entity's share on to its former members. */
  profiles: z.array(z.object({ id: id(), name: z.string(), containerName: z.string() })),
});

/** A candidate in the dialog that adds members. */
const eligibleMember = z.object({
  id: id(),
  participantId: id(),
  type: participantKind,
  code: z.string().nullable(),
  name: z.string(),
  businessTitle: z.string().nullable(),
  status: status(),
});

const entityDistribution = z.object({
  distribution: z.object({ id: id(), name: z.string(), distributionDate: date(), status: status() }),
  /** The sources that paid through the entity, each with the entity, its members and the tax allocations. */
  distributionSources: z.array(distributionSource),
  /** The entity over all sources, with its members. */
  distributionParticipants: z.array(distributionParticipant),
});

const entityForecast = z.object({
  forecast: z.object({ id: id(), name: z.string(), distributionDate: date(), currency: reference().nullable() }),
  /** The sources with a forecast through the entity, each with the entity and its members. */
  forecastSources: z.array(forecastSource.omit({ problems: true, isProfileChosen: true })),
  /** The entity over all sources, with its members. */
  forecastParticipants: z.array(forecastParticipant),
});

export const entityMemberEndpoints = defineEndpoints({
  listEntityMembers: {
    method: 'GET',
    path: '/api/carry/participantEntity/:id/members',
    summary: 'Members of an entity, including those of nested entities, with the amounts each received through it',
    permission: 'entity.view',
    params: idParams,
    result: z.array(entityMember),
    tags,
  },
  getEntityMismatch: {
    method: 'GET',
    path: '/api/carry/participantEntity/:id/mismatch',
    summary: 'Differences between an entity’s members and the allocation profiles that include them',
    permission: 'entity.view',
    params: idParams,
    result: entityMismatch,
    tags,
  },
  listEligibleMembers: {
    ...listEndpoint({
      path: '/api/carry/participantEntity/:id/eligible-members',
      title: 'Eligible members',
      permission: 'entity.edit',
      row: eligibleMember,
      columns: [
        { field: 'name', kind: 'text', title: 'Name' },
        { field: 'type', kind: 'text', title: 'Type' },
        { field: 'businessTitle', kind: 'text', title: 'Title' },
        { field: 'status', kind: 'status', title: 'Status' },
      ],
      defaultSort: { field: 'name', ascending: true },
      pageSize: 100,
      tags: ['Participant'],
    }),
    permission: 'entity.edit',
    params: idParams,
  },
  getEntityDistribution: {
    method: 'GET',
    path: '/api/carry/participantEntity/:id/distribution/:distributionId',
    summary: 'Payments of a distribution through an entity by member, with tax allocations',
    permission: 'entity.view',
    params: z.strictObject({ id: id(), distributionId: id() }),
    result: entityDistribution,
    failures: ['NOT_FOUND'],
    tags,
  },
  getEntityForecast: {
    method: 'GET',
    path: '/api/carry/participantEntity/:id/forecast/:forecastId',
    summary: 'Forecast amounts through an entity, by member',
    permission: 'entity.view',
    params: z.strictObject({ id: id(), forecastId: id() }),
    result: entityForecast,
    failures: ['NOT_FOUND'],
    tags: [...tags, 'Forecast'],
  },
  /** One row per source of a distribution, as in the entity's own history. */
  listMemberDistributions: {
    ...pages(
      '/api/carry/participantEntity/:id/member/:participantId/distribution-history',
      'Member Participant Summary',
      'entity.view',
      distributionHistoryRow,
      historyColumns,
      'distributionDate',
      historyFilter,
    ),
    params: z.strictObject({ id: id(), participantId: id() }),
  },
});
export type EntityDistribution = z.output<typeof entityDistribution>;
export type EntityMismatch = z.output<typeof entityMismatch>;
export type EligibleMember = z.output<typeof eligibleMember>;
