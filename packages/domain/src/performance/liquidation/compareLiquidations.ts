import type { Decimal } from '../../kernel/index.ts';
import type { EscrowCover } from './coverByEscrow.ts';
import type { HypotheticalLiquidation, LiquidatedPartner } from './hypotheticalLiquidation.ts';

const partnerFigures = ['lp', 'earned', 'carryPaid', 'accrued', 'clawbackGross'] as const;
const fundFigures = [...partnerFigures, 'proceeds', 'retainedCarry', 'clawbackNet', 'coveredByEscrow'] as const;
type PartnerFigure = (typeof partnerFigures)[number];
type FundFigure = (typeof fundFigures)[number];

/** An amount, and its difference from that of the fund as it is. Null if not determined. */
export interface ComparedAmount {
  readonly amount: Decimal | null;
  readonly difference: Decimal | null;
}

export interface ComparedLiquidation {
  readonly figures: Readonly<Record<FundFigure, ComparedAmount>>;
  readonly partners: readonly {
    readonly id: string;
    readonly name: string;
    readonly figures: Readonly<Record<PartnerFigure, ComparedAmount>>;
  }[];
}

/** A liquidation with the escrow that covers its clawback. */
export type CoveredLiquidation = HypotheticalLiquidation & EscrowCover;

const amountsOf = ({ clawback, ...found }: CoveredLiquidation): Readonly<Record<FundFigure, Decimal>> => ({
  ...found,
  clawbackGross: clawback.gross,
  clawbackNet: clawback.net,
});

/**
 * Compares a what-if with the fund as it is, in total and by partner. Either is null if it isn't determined.
 *
 * Units:  money of the vehicle's currency in cents.
 */
export function compareLiquidations(
  whatIf: CoveredLiquidation | null,
  now: CoveredLiquidation | null,
): ComparedLiquidation {
  const before = new Map<string, LiquidatedPartner>((now?.partners ?? []).map((partner) => [partner.id, partner]));
  return {
    figures: compared(fundFigures, whatIf && amountsOf(whatIf), now && amountsOf(now)),
    partners: (whatIf?.partners ?? []).map((partner) => ({
      id: partner.id,
      name: partner.name,
      figures: compared(partnerFigures, partner, before.get(partner.id) ?? null),
    })),
  };
}

const compared = <N extends string>(
  names: readonly N[],
  amounts: Readonly<Record<N, Decimal>> | null,
  before: Readonly<Record<N, Decimal>> | null,
): Readonly<Record<N, ComparedAmount>> =>
  Object.fromEntries(
    names.map((name): [N, ComparedAmount] => {
      const amount = amounts?.[name] ?? null;
      return [name, { amount, difference: before && amount && amount.minus(before[name]) }];
    }),
  ) as Record<N, ComparedAmount>;
