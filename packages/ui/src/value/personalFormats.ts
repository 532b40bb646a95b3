import { showDaysIn } from '@carrara/contract/core/today';
import { defaultFormats, type DisplayFormats } from '@carrara/domain/kernel/displayFormat';

let formats: DisplayFormats = defaultFormats;

/** Sets how dates and numbers are displayed and read. Runs before any page renders. Without a signed-in person, it is the default. */
export function showFormats(chosen: DisplayFormats = defaultFormats): void {
  formats = chosen;
  showDaysIn(chosen.dateFormat);
}

/** The formats of the signed-in person. */
export const personalFormats = (): DisplayFormats => formats;
