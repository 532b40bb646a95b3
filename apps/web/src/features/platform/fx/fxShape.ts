import type { RateOfDay } from '@carrara/contract/platform/fx/fx';
import { parseDateText } from '@carrara/ui/value/formatDate.ts';

export const isDate = (text: string): boolean => parseDateText(text) === text;

/** Describes how a rate was determined. */
export function derivationText({ derivation }: Pick<RateOfDay, 'derivation'>): string {
  if (derivation === null) return 'No rate on or before this day';
  if (derivation === 'direct') return 'Entered';
  if (derivation === 'inverse') return 'Inverse of the opposite rate';
  return `Across ${derivation.replace('cross ', '')}`;
}

/** Returns the error of an entered rate, if any. */
export const rateRefusal = (rate: string | null): string | undefined =>
  rate !== null && !/[1-9]/.test(rate) ? 'Enter a rate above zero' : undefined;
