import type { participantEndpoints } from '@carrara/contract/people/participant';
import type { InputOf } from '@carrara/contract/core/endpoint';
import type { RequestContext } from '../../core/operations.ts';

type Query = InputOf<(typeof participantEndpoints)['listParticipants']>['query'];

/** Returns the filters for a list of participants, of all kinds or one. */
export const buildParticipantFilters =
  (kind?: 'employee' | 'trust' | 'entity') =>
  (query: Query, { today }: RequestContext) => ({
    kind: kind ?? query.type?.toLowerCase(),
    eligibleOn: query.isCarryEligible ? today : undefined,
    status: query.status,
    participantClass: query.participantClass,
    office: query.office,
    trustType: kind === 'trust' ? query.type : undefined,
    entityType: kind === 'entity' ? query.type : undefined,
  });
