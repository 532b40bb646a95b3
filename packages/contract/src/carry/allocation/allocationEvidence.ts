import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { date, figure, figureOrNull, id, reference } from '../../core/schema.ts';

/** The parts of a weighted-average allocation: each tranche with its weight and its profile. */
const evidence = z.object({
  totalInvested: figure('money'),
  participants: z.array(z.object({ participantId: id(), name: z.string(), effective: figure('percent') })),
  tranches: z.array(
    z.object({
      id: id(),
      name: z.string(),
      investedAmount: figureOrNull('money'),
      /** The tranche's percentage of the total invested amount. */
      weight: figure('percent'),
      profile: reference().nullable(),
      allocations: z.array(
        z.object({
          participantId: id(),
          effective: figure('percent'),
          /** The tranche's contribution to the participant's average: effective x weight / 100. */
          weighted: figure('percent'),
        }),
      ),
    }),
  ),
});
export type WeightedAverageEvidence = z.output<typeof evidence>;

/** The allocation reports of a container. */
const allocationReports = ['entries', 'weighted-average', 'history'] as const;

/** Allocations over the tranches of a container, and a container's allocation as workbooks. */
export const allocationEvidenceEndpoints = defineEndpoints({
  getWeightedAverageEvidence: {
    method: 'GET',
    path: '/api/carry/allocationprofile/:containerId/weighted-average-evidence',
    summary: 'Average allocations weighted by the tranches’ invested amounts, with their inputs',
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
    summary: 'Default profile, weighted average or changes of a container (Excel)',
    permission: 'allocationProfile.view',
    params: z.strictObject({ containerId: id(), reportType: z.enum(allocationReports) }),
    query: z.strictObject({ asOf: date().optional() }),
    answers: 'file',
    failures: ['NOT_FOUND', 'NO_INVESTED_AMOUNT'],
  },
});
