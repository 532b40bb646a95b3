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

type Held = {
  readonly [K in 'fund' | 'coinvestment' as `${K}Investments`]: readonly ({ readonly id: string } & {
    readonly [H in K]: { readonly id: string; readonly name: string };
  })[];
};

export function holdingsOf({ fundInvestments, coinvestmentInvestments }: Held): Holding[] {
  return [
    ...fundInvestments.map(
      ({ id, fund }): Holding => ({ id, kind: 'fundInvestment', containerId: fund.id, name: fund.name }),
    ),
    ...coinvestmentInvestments.map(
      ({ id, coinvestment }): Holding => ({
        id,
        kind: 'coinvestmentInvestment',
        containerId: coinvestment.id,
        name: coinvestment.name,
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
