import { Value } from '@carrara/ui/value';

export interface CarryCellProps {
  /** Null where it came in several currencies. */
  readonly amount: string | null;
  readonly byCurrency: string;
}

/** An amount, or where it came in several currencies each of them on a line: unlike amounts are never added up. */
export function CarryCell({ amount, byCurrency }: CarryCellProps) {
  if (amount !== null) return <Value kind="money" value={amount} />;
  return byCurrency.split(/, (?=[A-Z])/).map((each) => <div key={each}>{each}</div>);
}

const cellOf = (amount: string, byCurrency: string) => (row: Readonly<Record<string, unknown>>) => (
  <CarryCell amount={row[amount] as string | null} byCurrency={(row[byCurrency] ?? '') as string} />
);
/** The cell of a list of participants or investments. */
export const carryCell = cellOf('totalCarryDistributed', 'carryByCurrency');
/** The cell of a list of investments. */
export const investedCell = cellOf('totalFundInvestmentAmount', 'investedByCurrency');
