import { type CoveredSum, coveredSum, type Decimal, type ExcludedPart, groupBy, zero } from '../../kernel/index.ts';

/** A row of a fund in a sum of one currency. */
export interface FundRow {
  readonly fundId: string;
  /** The name by which coverage refers to the fund. */
  readonly fund: string;
  /** Null for the fund as a whole. */
  readonly investment: string | null;
}

/** An amount of a row, or why it isn't determined. */
export interface DeterminedAmount {
  readonly amount: Decimal | null;
  readonly reason: string;
}

/**
 * Adds up the determined amounts of rows over funds. A fund without any is left out; a fund with some is counted, and coverage names its other rows.
 *
 *     value = sum of the determined amounts;  included = funds with any;  of = all funds
 *
 * Units:  money of one currency in cents.
 * Source: docs/calculations/coverage.md.
 * Fails:  never.
 */
export function sumOverFunds<R extends FundRow>(
  rows: readonly R[],
  amountOf: (row: R) => DeterminedAmount,
): CoveredSum {
  const amounts = rows.map((row) => ({ row, ...amountOf(row) }));
  const funds = [...groupBy(amounts, ({ row }) => row.fundId)].map(([id, own]) => {
    const missing = own.filter(({ amount }) => amount === null);
    const determined = own.flatMap(({ amount }) => amount ?? []);
    const sum = determined.reduce<Decimal>((total, amount) => total.plus(amount), zero);
    return { id, name: own[0].row.fund, missing, amount: determined.length === 0 ? null : sum };
  });
  const { value, coverage } = coveredSum(
    funds,
    ({ amount }) => amount,
    ({ id, name, missing }) => ({ id, name, reason: missing[0]?.reason ?? '', lastDate: null, carriedFrom: null }),
  );
  const partly = funds.flatMap(({ id, name, missing, amount }): ExcludedPart[] =>
    amount === null
      ? []
      : missing.map(({ row: { investment }, reason }) => ({
          id,
          name: investment === null ? name : `${name}, ${investment}`,
          reason,
          lastDate: null,
        })),
  );
  return { value, coverage: partly.length === 0 ? coverage : { ...coverage, partly } };
}
