import { calendarDate, type CalendarDate, type Decimal, decimal, zero } from '../../kernel/index.ts';
import {
  accrualEnds,
  preferredReturnStarts,
  bases,
  compoundings,
  dayCounts,
  type Override,
  preferredBases,
  returnFirstPolicies,
  taxMethods,
  type Tier,
  tierKinds,
  type WaterfallTerms,
} from '../waterfall/index.ts';

type Text = string | null;

export interface EnteredTier {
  readonly kind: string;
  readonly rate: Text;
  readonly compounding: Text;
  readonly dayCount: Text;
  readonly accruesFrom: Text;
  readonly accruesTo: Text;
  readonly preferredBase: Text;
  readonly gpShare: Text;
  readonly target: Text;
  readonly untilIrr: Text;
  readonly untilMultiple: Text;
}

/** A side letter's carry terms, for an investor or for a type of investors. */
export interface EnteredLetter {
  readonly investorId: Text;
  readonly investorTypeId: Text;
  readonly effectiveDate: Text;
  readonly rate: Text;
  readonly carry: Text;
  readonly isExempt: boolean;
}

/** A version of a vehicle's carry terms as entered: numbers and dates as text, choices as codes, null if blank. */
export interface EnteredCarryTerms {
  readonly basis: Text;
  readonly returnFirst: Text;
  readonly recallable: Text;
  readonly recallablePreferred: Text;
  readonly clawback: Text;
  readonly clawbackTax: Text;
  readonly clawbackTaxRate: Text;
  readonly guarantee: Text;
  readonly escrowPercentage: Text;
  readonly escrowRelease: Text;
  readonly escrowReleaseDate: Text;
  readonly escrowCoverage: Text;
  readonly escrowReleased: Text;
  readonly taxDistributionRate: Text;
  readonly tiers: readonly EnteredTier[];
  readonly recipients: readonly { readonly investorId: string; readonly share: string }[];
  readonly letters: readonly EnteredLetter[];
  readonly offsets: readonly { readonly pool: string; readonly investmentId: string }[];
  readonly clawbackDates: readonly { readonly clawbackDate: string }[];
  readonly taxIncomes: readonly {
    readonly investorId: string;
    readonly incomeYear: number;
    readonly amount: string;
    readonly source: string;
  }[];
}

/** Returns the terms that the waterfall calculates with. Blank choices get their defaults, and other blank terms stay missing. */
export function readTerms(entered: EnteredCarryTerms): WaterfallTerms {
  return {
    basis: choice(bases, entered.basis),
    returnFirst: choice(returnFirstPolicies, entered.returnFirst),
    tiers: entered.tiers.map(readTier),
    pools: readPools(entered.offsets),
    recipients: entered.recipients.map(({ investorId, share }) => ({ id: investorId, share: decimal(share) })),
    recallable: {
      reducesCapital: entered.recallable !== 'NO_REDUCTION',
      preferredRunsOn: entered.recallablePreferred === 'RUNS_ON',
    },
    overrides: entered.letters.map(readLetter),
    taxDistribution:
      entered.taxDistributionRate === null
        ? null
        : {
            rate: decimal(entered.taxDistributionRate),
            incomes: entered.taxIncomes.map(({ investorId, incomeYear, amount, source }) => ({
              year: incomeYear,
              recipient: investorId,
              amount: decimal(amount),
              source,
            })),
          },
    escrow:
      entered.escrowPercentage === null
        ? null
        : {
            percent: decimal(entered.escrowPercentage),
            release: choice(['DATE', 'NAV_COVERAGE', 'DECISION'], entered.escrowRelease) ?? 'DECISION',
            date: dateOrNull(entered.escrowReleaseDate),
            coverage: numberOrNull(entered.escrowCoverage),
            released: numberOrNull(entered.escrowReleased) ?? zero,
          },
    clawback: {
      policy: choice(['NONE', 'FINAL', 'INTERIM'], entered.clawback) ?? 'FINAL',
      dates: entered.clawbackDates.map(({ clawbackDate }) => calendarDate(clawbackDate)),
      tax: { method: choice(taxMethods, entered.clawbackTax) ?? 'NONE', rate: numberOrNull(entered.clawbackTaxRate) },
      guarantee: choice(['SEVERAL', 'JOINT'], entered.guarantee) ?? 'SEVERAL',
    },
  };
}

function readTier(tier: EnteredTier): Tier {
  const kind = choice(tierKinds, tier.kind) ?? 'SPLIT';
  const gpShare = numberOrNull(tier.gpShare);
  const [irr, multiple] = [numberOrNull(tier.untilIrr), numberOrNull(tier.untilMultiple)];
  switch (kind) {
    case 'RETURN_OF_CAPITAL':
      return { kind };
    case 'PREFERRED_RETURN':
      return {
        kind,
        rate: numberOrNull(tier.rate),
        compounding: choice(compoundings, tier.compounding) ?? 'ANNUAL',
        dayCount: choice(dayCounts, tier.dayCount) ?? 'ACT/365',
        from: choice(preferredReturnStarts, tier.accruesFrom) ?? 'CASH_DATE',
        to: choice(accrualEnds, tier.accruesTo) ?? 'DISTRIBUTION_DATE',
        base: choice(preferredBases, tier.preferredBase) ?? 'CAPITAL_AND_FEES',
      };
    case 'CATCH_UP':
      return { kind, gpShare, target: numberOrNull(tier.target) };
    case 'SPLIT':
      return { kind, gpShare, until: irr === null && multiple === null ? null : { irr, multiple } };
  }
}

const readLetter = ({ investorId, investorTypeId, effectiveDate, rate, carry, isExempt }: EnteredLetter): Override => ({
  partner: investorId,
  partnerClass: investorTypeId,
  from: dateOrNull(effectiveDate),
  rate: numberOrNull(rate),
  carry: numberOrNull(carry),
  isExempt,
});

function readPools(offsets: EnteredCarryTerms['offsets']): WaterfallTerms['pools'] {
  const pools = new Map<string, string[]>();
  for (const { pool, investmentId } of offsets) pools.set(pool, [...(pools.get(pool) ?? []), investmentId]);
  return [...pools].map(([id, investments]) => ({ id, investments }));
}

const choice = <T extends string>(values: readonly T[], code: Text): T | null =>
  values.find((value) => value === code) ?? null;
const numberOrNull = (text: Text): Decimal | null => (text === null ? null : decimal(text));
const dateOrNull = (text: Text): CalendarDate | null => (text === null ? null : calendarDate(text));
