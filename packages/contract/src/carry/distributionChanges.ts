import { z } from 'zod';
import { sourceOf } from './distributionRun.ts';
import { date, figure, id, instant } from '../core/schema.ts';

/** What each cause alone adds to the net; they add up to the change exactly. */
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

/** What a run pays otherwise than the last run that paid the same source, for each source and participant. */
export const distributionChanges = z.object({
  sources: z.array(
    z.object({
      source: sourceOf.pick({ id: true, name: true, holder: true }),
      /** The last disbursed run before this one that paid this source, with what it paid of it; null when there is none. */
      previous: z
        .object({ id: id(), name: z.string(), distributionDate: date(), netCarryDistributed: figure('money') })
        .nullable(),
      /** Null when there is nothing to compare with, or one of the two cannot be computed. */
      totals: z.object(figures).nullable(),
      participants: z.array(z.object({ participant: z.object({ participantId: id(), name: z.string() }), ...figures })),
    }),
  ),
  /** What was said when it was submitted last. */
  comment: z.object({ person: z.string(), date: instant(), text: z.string() }).nullable(),
});
export type DistributionChanges = z.output<typeof distributionChanges>;
