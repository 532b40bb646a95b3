import { formatDate } from '@carrara/ui/value/formatDate.ts';

/**
 * Returns a sentence with the date and the reason of a termination, and one with the date of a planned rehire. Reasons are stored with and without a period, so one is added if it is missing.
 */
export const terminationText = (date: string, today: string, reason: string | null, back: string | null): string =>
  [
    `${date > today ? 'Leaves on' : 'Terminated on'} ${formatDate(date)}${reason ? `: ${reason.trim().replace(/[^.!?]$/, '$&.')}` : '.'}`,
    ...(back ? [`Returns on ${formatDate(back)}.`] : []),
  ].join(' ');
