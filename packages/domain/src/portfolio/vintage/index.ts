import { fail, type Failures } from '../../kernel/index.ts';

/** The facts about a vintage that decide whether it can be saved. Dates as `yyyy-MM-dd`. */
export interface VintageFacts {
  readonly startDate: unknown;
  readonly endDate: unknown;
  /** True if it is moved to another fund while it is in use. */
  readonly isMovedInUse: boolean;
}

/** Decides whether a vintage can be saved. Fails: VINTAGE_IN_USE, DATES_REVERSED. */
export function decideVintage({ startDate, endDate, isMovedInUse }: VintageFacts): Failures {
  if (isMovedInUse)
    return [fail('VINTAGE_IN_USE', ['fund'], 'A vintage that is in use can’t be moved to another fund.')];
  if (typeof startDate === 'string' && typeof endDate === 'string' && endDate < startDate)
    return [fail('DATES_REVERSED', ['endDate'], 'The end is not before the start.')];
  return [];
}
