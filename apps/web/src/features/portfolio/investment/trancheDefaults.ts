import { trancheName } from '@carrara/domain/portfolio/tranche';

interface Holder {
  readonly id: string;
  readonly name?: string | null | undefined;
}

/** The part of an investment that a fund or coinvestment holds, with the number of its next tranche. */
export interface TranchePart {
  readonly id: string;
  readonly fund: Holder | null;
  readonly coinvestment: Holder | null;
  readonly nextTrancheNumber: number;
}

export const trancheHolder = ({ fund, coinvestment }: Pick<TranchePart, 'fund' | 'coinvestment'>) => {
  const { id = '', name } = fund ?? coinvestment ?? {};
  return { id, name: name ?? '' };
};

/** Returns the default name of a tranche, which follows its number until somebody changes the name. */
export function defaultTrancheName(legalName: string, startNumber: number | null | undefined) {
  const nameOf = (number: unknown) =>
    /^[1-9]\d*$/.test(String(number)) ? trancheName(legalName, Number(number)) : undefined;
  let suggested = nameOf(startNumber);
  return {
    start: suggested,
    /** Returns the name for another number; undefined if the name stays. */
    after(name: unknown, number: unknown): string | undefined {
      const next = nameOf(number);
      if (next === undefined || (name !== suggested && name !== '' && name !== null)) return undefined;
      suggested = next;
      return next;
    },
  };
}
