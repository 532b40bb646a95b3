import { formatDate } from '@carrara/ui/value';

/** Says when somebody left or will leave, and why, as a sentence; reasons are typed with and without a full stop. */
export const terminationText = (date: string, today: string, reason: string | null): string =>
  `${date > today ? 'Leaves on' : 'Terminated on'} ${formatDate(date)}${reason ? `: ${reason.trim().replace(/[^.!?]$/, '$&.')}` : '.'}`;
