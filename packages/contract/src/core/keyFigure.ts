import { z } from 'zod';
import { coverage, date, figure, figureOrNull } from './schema.ts';

/** The series and the change of a key figure on a home page. */
export const keyFigure = <const N extends readonly [string, ...string[]]>(fields: N) =>
  z.object({
    field: z.enum(fields),
    /** Null for a number. Amounts in different currencies are separate figures. */
    currency: z.string().nullable(),
    kind: z.enum(['money', 'count']),
    value: figureOrNull('money'),
    /** Why the value isn't determined, or why there is no change; null if there is nothing to say. */
    reason: z.string().nullable(),
    coverage: coverage().nullable(),
    /** The change from the end of the previous quarter or, for a figure of a year, from the same day of the year before. */
    change: z.object({ since: date(), difference: figure('money'), percent: figureOrNull('percent') }).nullable(),
    /** The value on earlier dates, and the current one last. Empty for a figure without history. */
    series: z.array(z.object({ on: date(), value: figureOrNull('money') })),
  });
/** A key figure of a home page. */
export type KeyFigureRow<F extends string = string> = Omit<z.output<ReturnType<typeof keyFigure>>, 'field'> & {
  readonly field: F;
};
