import { formatDate } from '@carrara/ui/value/formatDate.ts';
import type { Answer } from '../../api/operations.ts';

type Source = Answer<'getParticipantVesting'>['sources'][number];
type Analysis = Pick<Answer<'getParticipantVesting'>, 'vestingDate' | 'vestingDateIs'> & {
  readonly sources: readonly Pick<Source, 'shareDate'>[];
};

/** The origin of the date of a vesting analysis. */
export const vestingDateNotes = { chosen: 'the chosen day', termination: 'the leaving date', today: 'today' } as const;

/** Names the date of the shares that the amounts of a vesting analysis use: 'the share of 08/31/2026, the leaving date'. */
export function shareOfDate({ vestingDate, vestingDateIs, sources }: Analysis): string {
  const origin = (date: string) => {
    if (date !== vestingDate)
      return `the share of ${formatDate(date)} ${vestingDateIs === 'termination' ? 'through entities or granted after leaving' : 'through entities'}`;
    return vestingDateIs === 'today'
      ? 'today’s share'
      : `the share of ${formatDate(date)}, ${vestingDateNotes[vestingDateIs]}`;
  };
  const dates = [...new Set(sources.map(({ shareDate }) => shareDate))].toSorted();
  return (dates.length > 0 ? dates : [vestingDate]).map(origin).join(' and ');
}

/** Names the sources whose share has changed since the leaving date, as the figures use the share of that date. */
export const changedShares = (
  sources: readonly Pick<Source, 'sourceName' | 'shareDate' | 'hasChanged'>[],
): readonly string[] =>
  sources
    .filter(({ hasChanged }) => hasChanged)
    .map(
      ({ sourceName, shareDate }) =>
        `${sourceName}: the share has changed since ${formatDate(shareDate)}, the leaving date. These figures use the share of that date.`,
    );
