import { z } from 'zod';
import { distributionParticipant } from './distributionRun.ts';
import { defineEndpoints, idParams } from './endpoint.ts';
import { date, figure, figureOrNull, id, reference } from './schema.ts';

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

/** What a weighted-average allocation is made of: each tranche with its weight and the profile that it goes by. */
const evidence = z.object({
  participants: z.array(z.object({ participantId: id(), name: z.string(), effective: figure('percent') })),
  tranches: z.array(
    z.object({
      id: id(),
      name: z.string(),
      investedAmount: figureOrNull('money'),
      profile: reference().nullable(),
      allocations: z.array(z.object({ participantId: id(), effective: figure('percent') })),
    }),
  ),
});
export type WeightedAverageEvidence = z.output<typeof evidence>;

/** What an allocation report of a container can be. */
export const allocationReports = ['entries', 'weighted-average', 'history'] as const;

/** Short lists of runs for jumping between them, and the parts of a run or a weighted average alone. */
export const carryIndexEndpoints = defineEndpoints({
  listDistributionNavigation: distributionIndex('navigation-list', 'All distributions, short, the newest first'),
  listDistributionChoices: distributionIndex('distribution-list', 'Disbursed distributions, short, the newest first'),
  listDistributionDetails: {
    method: 'GET',
    path: '/api/carry/distribution/:id/details',
    summary: 'Participants of a distribution over all its sources',
    permission: 'distribution.view',
    params: idParams,
    result: z.array(distributionParticipant),
    tags: ['Distribution'],
  },
  getWeightedAverageEvidence: {
    method: 'GET',
    path: '/api/carry/allocationprofile/:containerId/weighted-average-evidence',
    summary: 'Allocations weighted by what the tranches of a container invested, with what they are made of',
    permission: 'allocationProfile.view',
    params: z.strictObject({ containerId: id() }),
    query: z.strictObject({ asOf: date().optional() }),
    result: evidence,
    failures: ['NOT_FOUND', 'NO_INVESTED_AMOUNT'],
    tags: ['AllocationProfile', 'Investment'],
  },
  exportAllocationReport: {
    method: 'GET',
    path: '/api/carry/allocationprofile/:containerId/report/:reportType',
    summary: 'The default profile, the weighted average or the changes of a container, as a workbook',
    permission: 'allocationProfile.view',
    params: z.strictObject({ containerId: id(), reportType: z.enum(allocationReports) }),
    query: z.strictObject({ asOf: date().optional() }),
    answers: 'file',
    failures: ['NOT_FOUND', 'NO_INVESTED_AMOUNT'],
  },
});
