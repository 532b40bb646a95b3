import { failureText } from '../../../api/failure.ts';

/** What is said of an entry that was archived, or made active again. */
export const archiveTold = (name: string, isInactive: boolean): string =>
  `${name} ${isInactive ? 'archived' : 'activated'} successfully`;

/** What is said where it could not be. */
export const archiveFailed = (name: string, failure: unknown): string =>
  `Error updating ${name}. Error Message: ${failureText(failure)}`;
