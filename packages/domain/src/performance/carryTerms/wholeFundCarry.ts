import type { CarryTerms } from '../carryPosition/index.ts';
import {
  type CalendarDate,
  err,
  type Failure,
  type Failures,
  fail,
  ok,
  type Result,
  zero,
} from '../../kernel/index.ts';
import { defaultReturnFirst, preferredTier, type WaterfallTerms } from '../waterfall/index.ts';
import type { CommittedInvestor } from './decideCarryTerms.ts';
import { type EnteredCarryTerms, readTerms } from './enteredTerms.ts';

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

/**
 * Returns the carry terms of a position of the whole fund, which is one formula for all partners.
 *
 * Fails:  NOT_DETERMINED if it needs the waterfall instead. That is so for several splits, an accrual other than annual
 *         by days of 365, side letters, or recallable cash that doesn't reduce capital.
 */
export function wholeFundCarry(entered: EnteredCarryTerms | null): Result<CarryTerms, Failures> {
  if (entered === null) return ok({ waterfall: 'WHOLE_FUND', carry: null, hurdle: null, catchUp: null });
  const terms = readTerms(entered);
  const { tiers, basis } = terms;
  const splits = tiers.filter((tier) => tier.kind === 'SPLIT');
  const preferred = preferredTier(tiers);
  const catchUp = tiers.find((tier) => tier.kind === 'CATCH_UP');
  const waterfall = basis === null || basis === 'WHOLE_FUND' ? 'WHOLE_FUND' : 'DEAL_BY_DEAL';
  const carry = splits[0]?.gpShare ?? null;
  if (waterfall === 'WHOLE_FUND') {
    const failures = beyondFormula(terms);
    if (splits.length > 1) failures.push(needsWaterfall('tiers', 'there are several splits'));
    if (catchUp !== undefined && catchUp.target !== null && carry !== null && !catchUp.target.eq(carry))
      failures.push(needsWaterfall('tiers', 'the catch-up ends at another share than the split'));
    if (failures.length > 0) return err(failures);
  }
  const absent = tiers.length === 0 ? null : zero;
  return ok({
    waterfall,
    carry,
    hurdle: preferred === undefined ? absent : preferred.rate,
    catchUp: catchUp === undefined ? absent : catchUp.gpShare,
  });
}

const needsWaterfall = (field: string, reason: string): Failure =>
  fail('NOT_DETERMINED', ['terms', field], `the terms need the waterfall of each partner, because ${reason}`);

/** Finds the terms that the formula of the whole fund doesn't have. */
function beyondFormula(terms: WaterfallTerms): Failure[] {
  const failures: Failure[] = [];
  const preferred = preferredTier(terms.tiers);
  if (terms.tiers.length > 0 && !terms.tiers.some(({ kind }) => kind === 'RETURN_OF_CAPITAL'))
    failures.push(needsWaterfall('tiers', 'capital isn’t returned first'));
  if (
    preferred !== undefined &&
    (preferred.compounding !== 'ANNUAL' ||
      preferred.dayCount !== 'ACT/365' ||
      preferred.from !== 'CASH_DATE' ||
      preferred.to !== 'DISTRIBUTION_DATE' ||
      preferred.base !== 'CAPITAL_AND_FEES')
  )
    failures.push(needsWaterfall('tiers', 'the preferred return doesn’t compound annually from the cash dates'));
  if (defaultReturnFirst({ ...terms, basis: 'WHOLE_FUND' }) !== 'ALL_CAPITAL')
    failures.push(needsWaterfall('returnFirst', 'not all capital is returned first'));
  if (!terms.recallable.reducesCapital || terms.recallable.preferredRunsOn)
    failures.push(needsWaterfall('recallable', 'recallable distributions don’t reduce capital'));
  if (terms.overrides.length > 0)
    failures.push(needsWaterfall('letters', 'side letters change them for some investors'));
  return failures;
}
