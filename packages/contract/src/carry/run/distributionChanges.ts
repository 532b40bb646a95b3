import { z } from 'zod';
import { sourceSchema } from './distributionRun.ts';
import { date, figure, id, instant } from '../../core/schema.ts';

/** The change in the net due to each cause alone. The parts add up to the change exactly. */
const parts = z.object({
  rule: figure('money'),
  amount: figure('money'),
  profile: figure('money'),
  vesting: figure('money'),
  status: figure('money'),
  rate: figure('money'),
  escrow: figure('money'),
  tax: figure('money'),
  adjustment: figure('money'),
});
const figures = {
  grossBefore: figure('money'),
  grossNow: figure('money'),
  netBefore: figure('money'),
  netNow: figure('money'),
  change: figure('money'),
  parts,
};

/** The differences between a run and the last run that paid the same source, by source and participant. */
export const distributionChanges = z.object({
  sources: z.array(
    z.object({
      source: sourceSchema.pick({ id: true, name: true, holder: true }),
      /** The last earlier disbursed run that paid this source, with the amounts it paid; null if there is none. */
      previous: z
        .object({ id: id(), name: z.string(), distributionDate: date(), netCarryDistributed: figure('money') })
        .nullable(),
      /** Null if there is nothing to compare with, or if one of the runs can't be computed. */
      totals: z.object(figures).nullable(),
      participants: z.array(z.object({ participant: z.object({ participantId: id(), name: z.string() }), ...figures })),
    }),
  ),
  /** The comment of the latest submission. */
  comment: z.object({ person: z.string(), date: instant(), text: z.string() }).nullable(),
});
export type DistributionChanges = z.output<typeof distributionChanges>;
