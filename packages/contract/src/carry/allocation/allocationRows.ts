import { z } from 'zod';
import { date, figure, figureOrNull, id, reference } from '../../core/schema.ts';

/** The basis of a vested percentage: the tranches weighted by invested amount, or a single date; null if not determined. */
export const vestingBasisTexts = {
  tranches: 'By tranche',
  trancheDate: 'Tranche date',
  initialInvestment: 'Initial investment',
  initialClose: 'Initial close',
} as const;
export const vestingBasis = z.string().nullable();
/** A participant's allocation in one profile, with the percentage vested today. */
export const allocationRow = z.object({
  id: id(),
  sourceType: z.enum(['fund', 'coinvestment', 'investment', 'tranche', 'vintage']),
  sourceId: id(),
  targetId: id(),
  sourceName: z.string(),
  /** The code of the fund or coinvestment that has the source; null for one of these. */
  sourceHolder: z.string().nullable(),
  investmentId: id().nullable(),
  investmentDate: date().nullable(),
  profile: reference(),
  version: z.int(),
  effective: figure('percent'),
  participantClass: reference().nullable(),
  vestingSchedule: z
    .object({
      id: id(),
      name: z.string(),
      details: z.array(
        z.object({ periodStart: z.int(), periodEnd: z.int().nullable(), vestedPercentage: figure('percent') }),
      ),
    })
    .nullable(),
  vestedPercentage: figureOrNull('percent'),
  vestingBasis,
});
export const allocationColumns = [
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'sourceType', kind: 'text', title: 'Type' },
  { field: 'profile', kind: 'reference', title: 'Allocation profile' },
  { field: 'investmentDate', kind: 'date', title: 'Initial date' },
  { field: 'participantClass', kind: 'reference', title: 'Class', hidden: true },
  { field: 'effective', kind: 'percent', title: 'Effective %', isKey: true },
  { field: 'vestedPercentage', kind: 'percent', title: 'Vested %', sortable: false, isKey: true },
  { field: 'vestingBasis', kind: 'text', title: 'Vesting counts', sortable: false },
] as const;
export const sourceFilter = {
  sourceType: z.enum(['all', 'fundOrCoinvest', 'investment', 'tranche', 'vintage']).default('all'),
  asOf: date().optional(),
};
