import type { CalendarDate, Decimal } from '../../kernel/index.ts';
import type { WaterfallTerms } from './terms.ts';

type FlowKind = 'CONTRIBUTION' | 'DISTRIBUTION' | 'CARRY';

/** Cash between a partner and the fund, or carry that was paid to the GP. */
export interface WaterfallFlow {
  /** Null if the date isn't entered. */
  readonly date: CalendarDate | null;
  /** The due date of the call. */
  readonly due: CalendarDate | null;
  /** The day from which a late investor's contribution counts: the day of the first close. */
  readonly since: CalendarDate | null;
  readonly kind: FlowKind;
  /** Null if it belongs to all partners. */
  readonly partner: string | null;
  readonly investment: string | null;
  /** Positive in the direction of its kind; negative if it corrects an earlier flow. */
  readonly amount: Decimal;
  readonly isFee: boolean;
  /** A distribution that can be called again, or a contribution that does so. */
  readonly isRecallable: boolean;
  /** Interest of a late closer. It is neither a contribution nor a distribution. */
  readonly isEqualizationInterest: boolean;
  /** The GP entity that received the carry. */
  readonly recipient: string | null;
  /** Carry that a distribution earned, and that the GP hasn't received yet. */
  readonly isUnpaid?: boolean;
  /** The cost that a sale relieved, of this flow. Without it, the whole investment counts as realized. */
  readonly cost: Decimal | null;
  readonly currency: string | null;
}

export interface PartnerCommitment {
  readonly partner: string;
  readonly amount: Decimal;
  /** False for the commitments of the GP and its affiliates. */
  readonly paysCarry: boolean;
  readonly partnerClass: string | null;
}

export interface InvestmentValue {
  readonly id: string;
  /** The cost of all that was bought, if some of it was sold. */
  readonly invested?: Decimal;
  /** The cost of what is still owned. */
  readonly cost: Decimal | null;
  readonly fairValue: Decimal | null;
  /** The day of the value. Null for the day of the calculation. */
  readonly date: CalendarDate | null;
  /** The partners' parts of the value, if their accounts state them. By default, it is split by their contributions. */
  readonly parts?: ReadonlyMap<string, Decimal>;
}

export interface DistributionRequest {
  readonly kind: 'DISTRIBUTION';
  readonly date: CalendarDate | null;
  readonly investment: string | null;
  readonly amount: Decimal;
  readonly cost: Decimal | null;
}

interface LiquidationRequest {
  readonly kind: 'LIQUIDATION';
  readonly date: CalendarDate | null;
}

/** A GP entity or participant that received carry. */
export interface CarryReceiver {
  readonly id: string;
  readonly received: Decimal;
  readonly escrowBalance: Decimal;
}

interface ClawbackRequest {
  readonly kind: 'CLAWBACK';
  readonly date: CalendarDate | null;
  readonly receivers: readonly CarryReceiver[];
}

export type WaterfallRequest = DistributionRequest | LiquidationRequest | ClawbackRequest;

export interface WaterfallFacts {
  readonly terms: WaterfallTerms;
  readonly flows: readonly WaterfallFlow[];
  readonly commitments: readonly PartnerCommitment[];
  readonly investments: readonly InvestmentValue[];
  /** The dated values by which write-downs are measured. By default, those of the investments. */
  readonly valuations?: readonly InvestmentValue[];
  readonly currency: string | null;
}

export interface WaterfallInput extends WaterfallFacts {
  readonly request: WaterfallRequest;
}

/** The names of the only partner and investment if flows leave them out. */
export const onlyPartner = 'LP';
export const onlyInvestment = 'FUND';
