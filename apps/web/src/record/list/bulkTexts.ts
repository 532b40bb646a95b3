/** Why a record is neither archived nor restored. */
export const alreadyText = (isInactive: boolean): string =>
  isInactive ? 'It is already archived.' : 'It is not archived.';

/** The message after records were changed together. */
export const changedText = (count: number, done: string): string =>
  `${count === 1 ? '1 record' : `${String(count)} records`} ${done}`;
