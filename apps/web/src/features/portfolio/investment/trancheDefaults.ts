import { trancheName } from '@carrara/domain/portfolio/tranche';

interface Holder {
  readonly id: string;
  readonly name?: string | null | undefined;
}

/** A fund's or coinvestment's part of an investment, with the number that its next tranche gets. */
export interface TranchePart {
  readonly id: string;
  readonly fund: Holder | null;
  readonly coinvestment: Holder | null;
  readonly nextTrancheNumber: number;
}

export const holderOf = ({ fund, coinvestment }: Pick<TranchePart, 'fund' | 'coinvestment'>) => {
  const { id = '', name } = fund ?? coinvestment ?? {};
  return { id, name: name ?? '' };
};

/** The name that follows a tranche's number, until someone gives the tranche another. */
export function followingName(legalName: string, startNumber: number | null | undefined) {
  const nameOf = (number: unknown) =>
    /^[1-9]\d*$/.test(String(number)) ? trancheName(legalName, Number(number)) : undefined;
  let suggested = nameOf(startNumber);
  return {
    start: suggested,
    /** What the name becomes with another number; undefined where it stays. */
    after(name: unknown, number: unknown): string | undefined {
      const next = nameOf(number);
      if (next === undefined || (name !== suggested && name !== '' && name !== null)) return undefined;
      suggested = next;
      return next;
    },
  };
}
