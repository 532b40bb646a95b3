import { displayedDate, fail, type Failures } from '../../kernel/index.ts';

/** A person who approves in place of another, from one date to another, inclusive. */
export interface Substitution {
  readonly id: string;
  readonly personId: string;
  readonly substituteId: string;
  readonly fromDate: string;
  readonly toDate: string;
}

const overlap = (first: Substitution, other: Substitution): boolean =>
  first.fromDate <= other.toDate && other.fromDate <= first.toDate;

/**
 * Returns why a substitute can't be named. Substitutions are never chained: a substitute decides for the person who named them, and for nobody else's
 * sake.
 *
 * Fails:  DATES_REVERSED, ENDS_BEFORE_TODAY, SUBSTITUTE_SELF, NOT_AN_APPROVER_CANDIDATE, SUBSTITUTE_OVERLAP, SUBSTITUTE_CHAIN.
 */
export function substituteFailures(
  named: Substitution,
  others: readonly Substitution[],
  candidates: ReadonlySet<string>,
  today: string,
): Failures {
  const { personId, substituteId, fromDate, toDate } = named;
  if (toDate < fromDate) return [fail('DATES_REVERSED', ['toDate'], 'The last day can’t be before the first day.')];
  if (toDate < today) return [fail('ENDS_BEFORE_TODAY', ['toDate'], 'The last day can’t be in the past.')];
  if (substituteId === personId)
    return [fail('SUBSTITUTE_SELF', ['substitute'], 'Choose somebody else as your substitute.')];
  if (!candidates.has(substituteId))
    return [
      fail(
        'NOT_AN_APPROVER_CANDIDATE',
        ['substitute'],
        'This person isn’t an active user of carry. Choose somebody else.',
      ),
    ];
  const during = others.filter((other) => other.id !== named.id && overlap(named, other));
  const span = (other: Substitution) => `from ${displayedDate(other.fromDate)} to ${displayedDate(other.toDate)}`;
  const same = during.find((other) => other.personId === personId);
  if (same)
    return [
      fail('SUBSTITUTE_OVERLAP', ['fromDate'], `You already have a substitute ${span(same)}. Choose other days.`),
    ];
  const away = during.find((other) => other.personId === substituteId);
  if (away)
    return [
      fail(
        'SUBSTITUTE_CHAIN',
        ['substitute'],
        `This person has a substitute ${span(away)}. Choose somebody else or other days.`,
      ),
    ];
  const reverse = during.find((other) => other.substituteId === personId);
  return reverse
    ? [
        fail(
          'SUBSTITUTE_CHAIN',
          ['fromDate'],
          `You are a substitute yourself ${span(reverse)}. Choose other days, or ask that person to name another substitute.`,
        ),
      ]
    : [];
}
