import { decimal, fail, type Failure, type Failures, shownDate, spokenMoney } from '../../kernel/index.ts';
import type { RunFacts } from './runFacts.ts';
import type { RunRequest } from '../run/index.ts';

export const isBelowZero = (amount: string | null | undefined): boolean =>
  typeof amount === 'string' && amount !== '' && decimal(amount).lt(0);

/** Warnings that somebody takes note of by name, or it is not submitted. */
const ACKNOWLEDGED: ReadonlySet<string> = new Set(['NEGATIVE_LOAN_REPAYMENT', 'NEGATIVE_ADJUSTMENT']);

/** What an acknowledgement of a warning names it by; undefined where none is asked for. */
export const acknowledgementOf = ({
  code,
  path,
}: Pick<Failure, 'path'> & { readonly code: string }): string | undefined =>
  ACKNOWLEDGED.has(code) ? [code, ...path].join('.') : undefined;

/**
 * What a request and the records say that should be looked at.
 *
 * NEGATIVE_LOAN_REPAYMENT, NEGATIVE_ADJUSTMENT (money is added instead of taken); PROFILE_NOT_DEFAULT (another version than the default one).
 *
 * Source: calculations 5.10; decisions, 'Distributions'.
 */
export function runWarnings({ sources }: RunRequest, facts: RunFacts): Failures {
  return sources.flatMap(({ sourceId, details }, i): Failures => {
    const known = facts.sources.get(sourceId);
    const path = ['sources', i];
    const negatives = details.flatMap(({ participantId, via, ...given }, k) => {
      const whose = `${[...via, participantId].join(' > ')} at ${known?.name ?? ''}`;
      return (
        [
          ['loanRepayment', 'NEGATIVE_LOAN_REPAYMENT', 'loan repayment'],
          ['otherAdjustment', 'NEGATIVE_ADJUSTMENT', 'other adjustment'],
        ] as const
      ).flatMap(([field, code, name]) => {
        const amount = given[field];
        if (!isBelowZero(amount)) return [];
        const text = `The ${name} of ${whose} is below zero, ${spokenMoney(decimal(amount ?? '0'))}: it adds to the net.`;
        return [fail(code, [...path, 'details', k, field], text)];
      });
    });
    const { profile } = known ?? {};
    const other = profile?.defaultVersion;
    if (!profile || !other || other.version === profile.version) return negatives;
    const of = ({ version, effectiveDate }: typeof other) =>
      `version ${String(version)}${effectiveDate ? ` (effective ${shownDate(effectiveDate)})` : ''}`;
    const text = `${known?.name ?? ''} is distributed by ${of(profile)} of its allocation profile; the default is ${of(other)}.`;
    return [...negatives, fail('PROFILE_NOT_DEFAULT', [...path, 'allocationProfile'], text)];
  });
}
