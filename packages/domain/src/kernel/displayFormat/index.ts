import type { DateFormat } from './dateFormat.ts';
import type { NumberFormat } from './numberFormat.ts';

export * from './dateFormat.ts';
export * from './numberFormat.ts';
export * from './pasted.ts';
export * from './localText.ts';

/** How a person's screens show and read dates and numbers. Files, mail and the API have the default. */
export interface DisplayFormats {
  readonly dateFormat: DateFormat;
  readonly numberFormat: NumberFormat;
}

export const defaultFormats: DisplayFormats = { dateFormat: 'MM/DD/YYYY', numberFormat: '1,234.56' };
