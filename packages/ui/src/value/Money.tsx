import type { Amount } from '@carrara/contract/core/kinds';
import { Value } from './Value.tsx';

export interface MoneyProps {
  /** Null if there are several currencies. */
  readonly amount: string | null;
  /** The amount in each currency. */
  readonly amounts: readonly Amount[];
}

/** An amount with its currency. Amounts in several currencies are on separate lines, because they are never added up. */
export function Money({ amount, amounts }: MoneyProps) {
  if (amount === null) return <Value kind="amounts" value={amounts} />;
  const [first] = amounts;
  return (
    <>
      {first?.currency ? `${first.currency} ` : null}
      <Value kind="money" value={amount} />
    </>
  );
}
