import { z } from 'zod';
import { distributionParticipant } from './distributionRun.ts';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { date, id } from '../../core/schema.ts';

const distributionEntry = z.object({ id: id(), name: z.string(), distributionDate: date(), status: z.string() });
const distributionIndex = (path: string, summary: string) =>
  ({
    method: 'GET',
    path: `/api/carry/distribution/${path}`,
    summary,
    permission: 'distribution.view',
    result: z.array(distributionEntry),
    tags: ['Distribution'],
  }) as const;

/** Short lists of runs for navigating between them, and the participants of a run. */
export const carryIndexEndpoints = defineEndpoints({
  listDistributionNavigation: distributionIndex('navigation-list', 'Short list of all distributions, newest first'),
  listDistributionChoices: distributionIndex(
    'distribution-list',
    'Short list of disbursed distributions, newest first',
  ),
  listDistributionDetails: {
    method: 'GET',
    path: '/api/carry/distribution/:id/details',
    summary: 'Participants of a distribution across all its sources',
    permission: 'distribution.view',
    params: idParams,
    result: z.array(distributionParticipant),
    tags: ['Distribution'],
  },
});
