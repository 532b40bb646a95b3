import { dateFormats, numberFormats } from '@carrara/domain/kernel/displayFormat';
import { z } from 'zod';

/** How a person's screens show and read dates and numbers. */
export const displayFormats = z.strictObject({
  dateFormat: z.enum(dateFormats),
  numberFormat: z.enum(numberFormats),
});
