import { z } from 'zod';
import { date, figureOrNull } from '../../core/schema.ts';

/** The change of a figure since the previous quarter end, and its trend. */
export const quarterHistory = {
  /** Null if the figure isn't determined at both quarter ends. */
  change: z
    .object({
      since: date(),
      difference: z.string(),
      /** Null for a change from zero. */
      percent: figureOrNull('percent'),
    })
    .nullable(),
  /** The figure at each of the last eight quarter ends, from the earliest to the latest. */
  trend: z.array(z.object({ endDate: date(), value: z.string().nullable() })),
};
