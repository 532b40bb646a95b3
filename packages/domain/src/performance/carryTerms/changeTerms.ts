import { decimal } from '../../kernel/index.ts';
import { defaultReturnFirst, preferredTier } from '../waterfall/index.ts';
import { type EnteredCarryTerms, type EnteredTier, readTerms } from './enteredTerms.ts';
import { summarizeCarry } from './summarizeCarry.ts';
import { blankTier } from './wholeFundTerms.ts';

const termNames = [
  'basis',
  'returnFirst',
  'carry',
  'preferredReturn',
  'compounding',
  'preferredBase',
  'catchUp',
  'clawback',
] as const;

/** The terms that a what-if can change, as text: percentages and codes. */
export type MainTerms = Readonly<Record<(typeof termNames)[number], string | null>>;

/** Returns the main terms of a version, with the values that blank choices have. Zero means that a tier is left out. */
export function mainTerms(entered: EnteredCarryTerms): MainTerms {
  const { carry, hurdle, catchUp } = summarizeCarry(entered);
  const terms = readTerms(entered);
  const preferred = preferredTier(terms.tiers);
  return {
    basis: terms.basis,
    returnFirst: terms.basis && defaultReturnFirst(terms),
    carry,
    preferredReturn: hurdle,
    compounding: preferred?.compounding ?? null,
    preferredBase: preferred?.base ?? null,
    catchUp,
    clawback: terms.clawback.policy,
  };
}

/**
 * Changes main terms of a version; the others stay.
 *
 * Rule: carry is the GP's share of the last split, and a catch-up to the same share follows. A preferred return or catch-up of zero leaves its tier
 * out, and another one adds a tier that is missing.
 *
 * Units: percent.
 */
export function changeTerms(
  entered: EnteredCarryTerms,
  changes: Partial<Readonly<Record<keyof MainTerms, string | null | undefined>>>,
): EnteredCarryTerms {
  const { basis, returnFirst, clawback, carry, preferredReturn, compounding, preferredBase, catchUp } = changes;
  const changed = (tier: EnteredTier): EnteredTier =>
    tier.kind === 'PREFERRED_RETURN'
      ? {
          ...tier,
          compounding: compounding ?? tier.compounding,
          preferredBase: preferredBase ?? tier.preferredBase,
        }
      : tier;
  const tiers = withCatchUp(withPreferredReturn(withCarry(entered.tiers, carry), preferredReturn), catchUp);
  return {
    ...entered,
    basis: basis ?? entered.basis,
    returnFirst: returnFirst ?? entered.returnFirst,
    clawback: clawback ?? entered.clawback,
    tiers: tiers.map(changed),
  };
}

type Entered = string | null | undefined;

function withCarry(tiers: readonly EnteredTier[], carry: Entered): readonly EnteredTier[] {
  if (carry === null || carry === undefined) return tiers;
  const last = tiers.findLastIndex(({ kind }) => kind === 'SPLIT');
  const before = tiers[last]?.gpShare ?? null;
  return tiers.map((tier, i) => {
    if (i === last) return { ...tier, gpShare: carry };
    const follows = tier.kind === 'CATCH_UP' && tier.target !== null && before !== null;
    return follows && decimal(tier.target).eq(before) ? { ...tier, target: carry } : tier;
  });
}

function withPreferredReturn(tiers: readonly EnteredTier[], rate: Entered): readonly EnteredTier[] {
  if (rate === null || rate === undefined) return tiers;
  const others = tiers.filter(({ kind }) => kind !== 'PREFERRED_RETURN');
  if (decimal(rate).isZero()) return others;
  if (others.length < tiers.length)
    return tiers.map((tier) => (tier.kind === 'PREFERRED_RETURN' ? { ...tier, rate } : tier));
  const capital = others.findLastIndex(({ kind }) => kind === 'RETURN_OF_CAPITAL');
  return others.toSpliced(capital + 1, 0, { ...blankTier('PREFERRED_RETURN'), rate });
}

function withCatchUp(tiers: readonly EnteredTier[], gpShare: Entered): readonly EnteredTier[] {
  if (gpShare === null || gpShare === undefined) return tiers;
  const others = tiers.filter(({ kind }) => kind !== 'CATCH_UP');
  if (decimal(gpShare).isZero()) return others;
  if (others.length < tiers.length)
    return tiers.map((tier) => (tier.kind === 'CATCH_UP' ? { ...tier, gpShare } : tier));
  const split = others.findIndex(({ kind }) => kind === 'SPLIT');
  const target = others.findLast(({ kind }) => kind === 'SPLIT')?.gpShare ?? null;
  return split < 0 ? tiers : others.toSpliced(split, 0, { ...blankTier('CATCH_UP'), gpShare, target });
}
