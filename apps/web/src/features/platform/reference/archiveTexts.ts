import { failureText } from '../../../api/failure.ts';

/** The message after an entry was archived or activated. */
export const reportedArchive = (name: string, isInactive: boolean): string =>
  `${name} ${isInactive ? 'archived' : 'activated'} successfully`;

/** The message if it failed. */
export const archiveFailed = (name: string, failure: unknown): string =>
  `Error updating ${name}. Error Message: ${failureText(failure)}`;

/** Why an entry in use is left out. */
export const inUseText = (uses: readonly string[]): string => `It is in use (${uses.join(', ')}).`;
