import { z } from 'zod';
import { forecastParticipant, forecastSource } from './forecastRecord.ts';
import { distributionHistoryRow, historyColumns, historyFilter } from './distributionHistory.ts';
import { pages } from './viewCalls.ts';
import { distributionParticipant, distributionSource } from './distributionRun.ts';
import { defineEndpoints, idParams, listEndpoint } from '../core/endpoint.ts';
import { participantKind } from '../people/participant.ts';
import { amounts, date, figureOrNull, id, reference, status } from '../core/schema.ts';

const tags = ['Participant', 'AllocationProfile', 'Distribution'] as const;

const flatMember = z.object({
  /** Of the membership. */
  id: id(),
  participantId: id(),
  type: participantKind,
  name: z.string(),
  code: z.string().nullable(),
  businessTitle: z.string().nullable(),
  status: status(),
  /** Of what its own entity gets, by that entity's allocation profile in force; null when that does not name it. */
  effective: figureOrNull('percent'),
  /** Of an entity: its members are not those of its allocation profile. */
  memberMismatch: z.boolean(),
  /** What disbursed distributions paid it through the entity that was asked for, on this way. */
  /** Null where it came in several currencies: these are never added up. */
  grossCarryDistributed: figureOrNull('money'),
  netCarryDistributed: figureOrNull('money'),
  /** The gross and the net in each currency, in words and as amounts. */
  carryByCurrency: z.string(),
  netByCurrency: z.string(),
  carryAmounts: amounts(),
  netAmounts: amounts(),
});
/** A member of an entity; an entity among them with its own members, on any depth. */
export interface EntityMember extends z.output<typeof flatMember> {
  members: EntityMember[];
}
const entityMember: z.ZodType<EntityMember> = z.lazy(() => flatMember.extend({ members: z.array(entityMember) }));

const named = z.object({ participantId: id(), type: participantKind, name: z.string() });
const entityMismatch = z.object({
  /** The entity's allocation profile in force; null when it has none, and then there is nothing to differ from. */
  profile: reference().nullable(),
  /** Members that the profile does not name, and those whom it names who are members no more. */
  added: z.array(named),
  removed: z.array(named),
  /** Default profiles of funds and others that still pass the entity's share on to other members than it has. */
  profiles: z.array(z.object({ id: id(), name: z.string(), containerName: z.string() })),
});

/** A candidate's row in the dialog that adds members. */
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
  /** The sources that paid something through the entity, each with it and its members below, and with the tax allocations. */
  distributionSources: z.array(distributionSource),
  /** The entity over all sources, with its members. */
  distributionParticipants: z.array(distributionParticipant),
});

const entityForecast = z.object({
  forecast: z.object({ id: id(), name: z.string(), distributionDate: date(), currency: reference().nullable() }),
  /** The sources that give something through the entity, each with it and its members below. */
  forecastSources: z.array(forecastSource.omit({ problems: true, isProfileChosen: true })),
  /** The entity over all sources, with its members. */
  forecastParticipants: z.array(forecastParticipant),
});

export const entityMemberEndpoints = defineEndpoints({
  listEntityMembers: {
    method: 'GET',
    path: '/api/carry/participantEntity/:id/members',
    summary: 'Members of an entity, those of entities among them included, with what each got through it',
    permission: 'entity.view',
    params: idParams,
    result: z.array(entityMember),
    tags,
  },
  getEntityMismatch: {
    method: 'GET',
    path: '/api/carry/participantEntity/:id/mismatch',
    summary: 'Differences between the members of an entity and the profiles that name them',
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
  /** One source of one distribution in each row, as in the entity's own history. */
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
