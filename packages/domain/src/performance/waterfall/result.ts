import type { CalendarDate, Decimal } from '../../kernel/index.ts';
import type { AttributionPolicy } from './attribution.ts';
import type { TierKind } from './terms.ts';

interface LpGp {
  readonly lp: Decimal;
  readonly gp: Decimal;
}

interface TierResult extends LpGp {
  readonly kind: TierKind;
}

interface PartnerResult extends LpGp {
  readonly id: string;
}

/** Cash of a partner in a tier. */
export interface TierDetail extends LpGp {
  readonly partner: string;
  /** The investment sold, or the first of the pool in a liquidation. */
  readonly investment: string;
  /** Index of the tier. */
  readonly tier: number;
  readonly kind: TierKind;
}

/** The balances after the calculation. */
export interface Balances {
  readonly unreturnedCapital: Decimal;
  readonly unpaidPreferredReturn: Decimal;
  /** Profit distributed so far, with carry. */
  readonly cumulativeProfit: Decimal;
  readonly carry: Decimal;
  /** Carry in percent of the cumulative profit; null without profit. */
  readonly gpShare: Decimal | null;
  /** Carry paid before it was due, which later carry repays. */
  readonly advance: Decimal;
}

export interface PartnerBalances extends Balances {
  readonly id: string;
}

interface ClawbackShare {
  readonly id: string;
  readonly share: Decimal;
  readonly coveredByEscrow: Decimal;
  /** The amount that the GP entity answers for: its own rest, or the whole rest under a joint guarantee. */
  readonly liability: Decimal;
}

export interface ClawbackResult {
  /** True if the terms make it payable on the day. Otherwise it is an exposure. */
  readonly isDue: boolean;
  readonly cumulativeProfit: Decimal;
  readonly received: Decimal;
  readonly entitled: Decimal;
  readonly excessCarry: Decimal;
  readonly lpShortfall: Decimal;
  /** The carry that each partner gets back: the part of its unpaid carry that goes to it instead, and paid carry. */
  readonly partners: readonly { readonly retainedCarry: Decimal; readonly gross: Decimal }[];
  readonly gross: Decimal;
  /** The limit after tax; null without one. */
  readonly cap: Decimal | null;
  readonly due: Decimal;
  readonly coveredByEscrow: Decimal;
  readonly rest: Decimal;
  readonly shares: readonly ClawbackShare[];
}

export interface EscrowResult {
  readonly withheld: Decimal;
  readonly paid: Decimal;
  readonly released: Decimal;
  readonly balance: Decimal;
}

export interface TaxDistribution {
  readonly year: number;
  readonly recipient: string;
  readonly source: string;
  readonly income: Decimal;
  /** In percent. */
  readonly rate: Decimal;
  readonly assumedTax: Decimal;
  readonly received: Decimal;
  readonly due: Decimal;
}

export interface WaterfallResult extends LpGp {
  readonly date: CalendarDate;
  readonly tiers: readonly TierResult[];
  readonly partners: readonly PartnerResult[];
  readonly details: readonly TierDetail[];
  readonly balances: Balances & { readonly partners: readonly PartnerBalances[] };
  /** Carry by investment, with the policy that attributed it. */
  readonly attribution: {
    readonly policy: AttributionPolicy;
    readonly investments: readonly { readonly id: string; readonly carry: Decimal }[];
  };
  readonly recipients: readonly { readonly id: string; readonly carry: Decimal }[];
  readonly clawback: ClawbackResult | null;
  readonly escrow: EscrowResult | null;
  readonly taxDistributions: readonly TaxDistribution[];
}
