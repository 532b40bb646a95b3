import { z } from 'zod';
import { date, figure, id, longText, requiredLongText } from '../../core/schema.ts';
import { MOST_REASON } from './reasonLength.ts';

/** The maximum number of rows in a request. */
export const MOST_ROWS = 500;

export const description = longText().nullish();
export const reason = requiredLongText(MOST_REASON);
export const bookedFields = {
  /**
   * The quarter that shows it. Defaults to the quarter of its date or, if that is locked, the first open one after it. Any open quarter may be
   * requested.
   */
  bookedPeriod: date().nullish(),
};

/** Its origin: a row of an upload, a source of a carry distribution or clawback, or a transfer; null if somebody typed it. */
export const source = z
  .object({ kind: z.enum(['UPLOAD', 'DISTRIBUTION', 'LEDGER_RUN', 'TRANSFER']), id: id(), row: z.int().nullable() })
  .nullable();

/** A new record: the quarter that shows it, and whether that is later than its own. */
export const enteredRecord = z.object({ id: id(), bookedPeriod: date(), isLate: z.boolean() });

/** For a transfer between partners, the entries that remain split by the shares before it; null if there are none. */
export const splitBefore = z
  .object({
    count: z.int(),
    from: date(),
    to: date(),
    kinds: z.array(z.object({ type: z.string(), title: z.string(), count: z.int(), amount: figure('money') })),
    /** Names these entries, says that they stay unchanged, and explains what to do. */
    message: z.string(),
  })
  .nullable();

/** For a transfer out, the accrued carry that stays with the seller; null if nothing is left to move. */
export const unmovedCarry = z
  .object({
    /** The seller's accrued carry on the day before. */
    accrued: figure('money'),
    /** The part of it that belongs to the transferred commitment and hasn't been moved. */
    passing: figure('money'),
    /** Names both and says how to move the carry. */
    message: z.string(),
  })
  .nullable();

/** Saves although there are warnings, which a person has confirmed. */
export const confirmation = { warningsConfirmed: z.boolean().default(false) };

export const vehicleParams = z.strictObject({ vehicleId: id() });
export const tags = ['Ledger'];
/** The failures of any posting. */
export const postingFailures = [
  'PERIOD_LOCKED',
  'DATE_TOO_LATE',
  'MONEY_SCALE',
  'NEGATIVE_AMOUNT',
  'AMOUNT_MISSING',
  'UNFUNDED_BELOW_ZERO',
] as const;
