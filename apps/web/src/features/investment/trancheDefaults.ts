import type { Investment } from '@carrara/contract/investment';
import type { Tranche } from '@carrara/contract/tranche';
import { nextTrancheNumber as nextNumber } from '@carrara/domain/tranche';

/** A fund or coinvestment that holds the investment: what a tranche is held through. */
export interface Holding {
  /** The association's own id. */
  readonly id: string;
  readonly kind: 'fundInvestment' | 'coinvestmentInvestment';
  readonly containerId: string;
  readonly name: string;
}

const nameOf = ({
  name,
  code,
  description,
}: {
  name?: string | null;
  code?: string | null;
  description?: string | null;
}) => name ?? description ?? code ?? '';

export function holdingsOf(investment: Pick<Investment, 'fundInvestments' | 'coinvestmentInvestments'>): Holding[] {
  return [
    ...investment.fundInvestments.map(
      ({ id, fund }): Holding => ({ id, kind: 'fundInvestment', containerId: fund.id, name: nameOf(fund as never) }),
    ),
    ...investment.coinvestmentInvestments.map(
      ({ id, coinvestment }): Holding => ({
        id,
        kind: 'coinvestmentInvestment',
        containerId: coinvestment.id,
        name: nameOf(coinvestment as never),
      }),
    ),
  ];
}

type Numbered = Pick<Tranche, 'trancheNumber' | 'fundInvestment' | 'coinvestmentInvestment'>;

/** The highest number of that fund or coinvestment plus one; 1 when it has none. */
export function nextTrancheNumber(tranches: readonly Numbered[], holding: Holding): number {
  const own = tranches.filter((tranche) => tranche[holding.kind]?.id === holding.id);
  return nextNumber(own.map(({ trancheNumber }) => trancheNumber ?? 0));
}
