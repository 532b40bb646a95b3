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

/** The cell of a list of participants. */
export const carryCell = (row: Readonly<Record<string, unknown>>) => (
  <CarryCell
    amount={row['totalCarryDistributed'] as string | null}
    byCurrency={(row['carryByCurrency'] ?? '') as string}
  />
);
