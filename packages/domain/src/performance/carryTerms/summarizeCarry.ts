import type { CalendarDate } from '../../kernel/index.ts';
import type { CommittedInvestor } from './decideCarryTerms.ts';
import type { EnteredCarryTerms } from './enteredTerms.ts';

/** Carry, hurdle and catch-up of an agreement, in percent as text; null if missing. */
export interface CarrySummary {
  readonly waterfall: string | null;
  readonly carry: string | null;
  readonly hurdle: string | null;
  readonly catchUp: string | null;
}

/**
 * Returns the main terms of a version: the last split, the preferred return and the GP's share of the catch-up. For an investor, side letters in force
 * on the day change them.
 */
export function summarizeCarry(
  terms: EnteredCarryTerms | null,
  investor?: Pick<CommittedInvestor, 'investorId' | 'investorTypeId'>,
  day?: CalendarDate,
): CarrySummary {
  if (terms === null) return { waterfall: null, carry: null, hurdle: null, catchUp: null };
  const tier = (kind: string) => terms.tiers.findLast((entry) => entry.kind === kind);
  // A tier that is missing has no term; without any tier, all terms are missing.
  const absent = terms.tiers.length === 0 ? null : '0';
  const [preferred, catchUp] = [tier('PREFERRED_RETURN'), tier('CATCH_UP')];
  const letters = terms.letters.filter(
    ({ investorId, investorTypeId, effectiveDate }) =>
      investor !== undefined &&
      (investorId === investor.investorId || investorTypeId === investor.investorTypeId) &&
      (effectiveDate === null || day === undefined || effectiveDate <= day),
  );
  const own = (name: 'rate' | 'carry') => letters.findLast((letter) => letter[name] !== null)?.[name];
  const isExempt = letters.some((letter) => letter.isExempt);
  return {
    waterfall: terms.basis,
    carry: isExempt ? '0' : (own('carry') ?? tier('SPLIT')?.gpShare ?? null),
    hurdle: own('rate') ?? (preferred === undefined ? absent : preferred.rate),
    catchUp: catchUp === undefined ? absent : catchUp.gpShare,
  };
}
