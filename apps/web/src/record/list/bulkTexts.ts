/** Returns why a record is neither archived nor restored. */
export const alreadyText = (isInactive: boolean): string =>
  isInactive ? 'It is already archived.' : 'It is not archived.';

interface ChangedCount {
  readonly changed: number;
  readonly unchanged: number;
}

/** Returns the message after records were changed together. */
export function bulkResultText({ changed, unchanged }: ChangedCount, done: string, noun = 'record'): string {
  const text = `${changed === 1 ? `1 ${noun}` : `${String(changed)} ${noun}s`} ${done}`;
  if (unchanged === 0) return text;
  return `${text}. ${unchanged === 1 ? '1 was' : `${String(unchanged)} were`} already ${done}`;
}
