import { err, fail, type Failures, ok, type Result } from '../../kernel/index.ts';
import { nextTrancheNumber, trancheName } from './trancheName.ts';

type Holder = 'fundInvestment' | 'coinvestmentInvestment';

/** A tranche and the holding it belongs to: a fund's or a coinvestment's. */
export interface TrancheToSave {
  readonly holdings: Readonly<Record<Holder, string | undefined>>;
  readonly name: string | null | undefined;
  readonly trancheNumber: number | null | undefined;
}

export interface TrancheFacts {
  /** The legal name of the investment. */
  readonly legalName: string;
  /** The kind of record that has the holding: a fund or a coinvestment. Undefined if it isn't a holding in the investment. */
  readonly holder: Holder | undefined;
  /** The numbers of the holding's tranches. */
  readonly numbers: readonly number[];
}

/** Returns the holding of a tranche. Undefined if there isn't exactly one. */
export const toHolding = ({
  holdings: { fundInvestment, coinvestmentInvestment },
}: TrancheToSave): string | undefined =>
  fundInvestment !== undefined && coinvestmentInvestment !== undefined
    ? undefined
    : (fundInvestment ?? coinvestmentInvestment);

/** Decides on a tranche, and returns it with its holding and the defaults of its number and name. Fails: ASSOCIATION_REQUIRED, NOT_FOUND. */
export function decideTranche(
  tranche: TrancheToSave,
  { legalName, holder, numbers }: TrancheFacts,
): Result<
  { readonly trancheNumber: number; readonly name: string } & Readonly<Record<Holder, { readonly id: string } | null>>,
  Failures
> {
  const id = toHolding(tranche);
  if (id === undefined)
    return err([
      fail('ASSOCIATION_REQUIRED', ['fundInvestment'], 'A tranche belongs to exactly one fund or coinvestment.'),
    ]);
  if (holder === undefined)
    return err([fail('NOT_FOUND', ['fundInvestment'], 'This fund or coinvestment does not hold the investment.')]);
  const trancheNumber = tranche.trancheNumber ?? nextTrancheNumber(numbers);
  return ok({
    trancheNumber,
    name: tranche.name || trancheName(legalName, trancheNumber),
    fundInvestment: holder === 'fundInvestment' ? { id } : null,
    coinvestmentInvestment: holder === 'coinvestmentInvestment' ? { id } : null,
  });
}
