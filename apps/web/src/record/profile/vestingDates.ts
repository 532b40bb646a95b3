import { formatDate } from '@carrara/ui/value/formatDate.ts';
import type { Answer } from '../../api/operations.ts';

type Analysis = Pick<Answer<'getParticipantVesting'>, 'vestingDate' | 'vestingDateIs'> & {
  readonly sources: readonly Pick<Answer<'getParticipantVesting'>['sources'][number], 'shareDate'>[];
};

/** The origin of the date of a vesting analysis. */
export const vestingDateNotes = { chosen: 'the chosen day', termination: 'the leaving date', today: 'today' } as const;

/** Names the date of the shares that the amounts of a vesting analysis use: 'the share of 08/31/2026, the leaving date'. */
export function shareOfDate({ vestingDate, vestingDateIs, sources }: Analysis): string {
  const origin = (date: string) => {
    if (date !== vestingDate) return `the share of ${formatDate(date)} through entities`;
    return vestingDateIs === 'today'
      ? 'today’s share'
      : `the share of ${formatDate(date)}, ${vestingDateNotes[vestingDateIs]}`;
  };
  const dates = [...new Set(sources.map(({ shareDate }) => shareDate))].toSorted();
  return (dates.length > 0 ? dates : [vestingDate]).map(origin).join(' and ');
}
