import type { CalendarDate, Decimal } from '../../kernel/index.ts';

export const bases = ['WHOLE_FUND', 'DEAL_BY_DEAL', 'DEAL_BY_DEAL_NO_LOSS'] as const;
/** European; American with loss carry-forward; American without it. */
type Basis = (typeof bases)[number];

export const returnFirstPolicies = ['REALIZED', 'REALIZED_AND_EXPENSES', 'ALL_CAPITAL'] as const;
/** The capital that comes back first: that of realized investments and write-downs, plus their share of fees, or all of it. */
export type ReturnFirst = (typeof returnFirstPolicies)[number];

export const compoundings = ['SIMPLE', 'ANNUAL', 'QUARTERLY', 'MONTHLY', 'DAILY'] as const;
export type Compounding = (typeof compoundings)[number];

export const dayCounts = ['ACT/365', 'ACT/360', '30/360', 'ACT/ACT'] as const;
export type DayCount = (typeof dayCounts)[number];

export const preferredReturnStarts = ['CASH_DATE', 'DUE_DATE'] as const;
type PreferredReturnStart = (typeof preferredReturnStarts)[number];

export const accrualEnds = ['DISTRIBUTION_DATE', 'QUARTER_END'] as const;
type AccrualEnd = (typeof accrualEnds)[number];

export const preferredBases = ['CAPITAL_AND_FEES', 'CAPITAL'] as const;
type PreferredBase = (typeof preferredBases)[number];

export const tierKinds = ['RETURN_OF_CAPITAL', 'PREFERRED_RETURN', 'CATCH_UP', 'SPLIT'] as const;
export type TierKind = (typeof tierKinds)[number];

export interface PreferredReturnTerms {
  readonly kind: 'PREFERRED_RETURN';
  /** In percent a year. Null if the agreement's rate isn't entered yet. */
  readonly rate: Decimal | null;
  readonly compounding: Compounding;
  readonly dayCount: DayCount;
  readonly from: PreferredReturnStart;
  readonly to: AccrualEnd;
  readonly base: PreferredBase;
}

export interface CatchUpTerms {
  readonly kind: 'CATCH_UP';
  /** The GP's percentage of the cash in this tier. */
  readonly gpShare: Decimal | null;
  /** The percentage of all profit so far at which the tier ends. */
  readonly target: Decimal | null;
}

export interface SplitTerms {
  readonly kind: 'SPLIT';
  readonly gpShare: Decimal | null;
  /** The tier ends when the partner has reached every hurdle; null if it never ends. */
  readonly until: Hurdle | null;
}

export interface Hurdle {
  /** In percent a year. */
  readonly irr: Decimal | null;
  readonly multiple: Decimal | null;
}

export type Tier = { readonly kind: 'RETURN_OF_CAPITAL' } | PreferredReturnTerms | CatchUpTerms | SplitTerms;

/** A side letter's term for a partner or a class of partners, from a day on. */
export interface Override {
  readonly partner: string | null;
  readonly partnerClass: string | null;
  readonly from: CalendarDate | null;
  /** The preferred return, in percent a year. */
  readonly rate: Decimal | null;
  /** The GP's share of profit: the target of the catch-up and the share of every split. */
  readonly carry: Decimal | null;
  readonly isExempt: boolean;
}

export const taxMethods = ['NONE', 'CAP', 'SCALE'] as const;
type TaxMethod = (typeof taxMethods)[number];

export interface ClawbackTerms {
  readonly policy: 'NONE' | 'FINAL' | 'INTERIM';
  /** The days of an interim clawback. */
  readonly dates: readonly CalendarDate[];
  readonly tax: { readonly method: TaxMethod; readonly rate: Decimal | null };
  readonly guarantee: 'SEVERAL' | 'JOINT';
}

export interface EscrowTerms {
  /** The percentage of carry that is withheld. */
  readonly percent: Decimal;
  readonly release: 'DATE' | 'NAV_COVERAGE' | 'DECISION';
  readonly date: CalendarDate | null;
  /** Value of the investments in percent of unreturned capital. */
  readonly coverage: Decimal | null;
  /** The amount released by decision so far. */
  readonly released: Decimal;
}

/** An assumed rate on taxable income that is entered per year and GP entity, with its source. */
export interface TaxDistributionTerms {
  readonly rate: Decimal;
  readonly incomes: readonly {
    readonly year: number;
    readonly recipient: string;
    readonly amount: Decimal;
    readonly source: string;
  }[];
}

export interface WaterfallTerms {
  readonly basis: Basis | null;
  /** Null for the default of the basis. */
  readonly returnFirst: ReturnFirst | null;
  readonly tiers: readonly Tier[];
  /** Groups of investments that offset one another; by default all, or each one alone without loss carry-forward. */
  readonly pools: readonly { readonly id: string; readonly investments: readonly string[] }[];
  readonly recipients: readonly { readonly id: string; readonly share: Decimal }[];
  readonly recallable: { readonly reducesCapital: boolean; readonly preferredRunsOn: boolean };
  readonly overrides: readonly Override[];
  readonly taxDistribution: TaxDistributionTerms | null;
  readonly escrow: EscrowTerms | null;
  readonly clawback: ClawbackTerms;
}

export const defaultReturnFirst = ({ basis, returnFirst }: WaterfallTerms): ReturnFirst =>
  returnFirst ?? (basis === 'WHOLE_FUND' ? 'ALL_CAPITAL' : 'REALIZED_AND_EXPENSES');

export const preferredTier = (tiers: readonly Tier[]): PreferredReturnTerms | undefined =>
  tiers.find((tier) => tier.kind === 'PREFERRED_RETURN');
