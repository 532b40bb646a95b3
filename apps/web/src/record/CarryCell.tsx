import { Value } from '@carrara/ui/value';

export interface CarryCellProps {
  /** Null where it came in several currencies. */
  readonly amount: string | null;
  readonly byCurrency: string;
}

/** 'EUR 1,200.00, USD 300.00', as its amounts. */
export const amountsIn = (byCurrency: string): readonly string[] => byCurrency.split(/, (?=[A-Z])/);

/** An amount with its currency, or where it came in several each of them on a line: unlike amounts are never added up. */
export function CarryCell({ amount, byCurrency }: CarryCellProps) {
  const [code] = byCurrency.split(' ');
  if (amount !== null)
    return (
      <>
        {code ? `${code} ` : null}
        <Value kind="money" value={amount} />
      </>
    );
  return amountsIn(byCurrency).map((each) => <div key={each}>{each}</div>);
}

const cellOf = (amount: string, byCurrency: string) => (row: Readonly<Record<string, unknown>>) => (
  <CarryCell amount={row[amount] as string | null} byCurrency={(row[byCurrency] ?? '') as string} />
);
/** The cell of a list of participants or investments. */
export const carryCell = cellOf('totalCarryDistributed', 'carryByCurrency');
/** The cell of a list of investments. */
export const investedCell = cellOf('totalFundInvestmentAmount', 'investedByCurrency');
