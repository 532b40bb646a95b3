import { currencyOrder, decimal, sumOfMoney } from '../../kernel/index.ts';
import type { StatementText } from './statementText.ts';
import { addsLedger } from './yearFigures.ts';

/** The totals of several statements in one currency; null if a part isn't determined. */
export interface SumsOfStatements {
  readonly currency: string;
  readonly statements: number;
  readonly awardedFor: string | null;
  readonly paidIn: string | null;
  /** The number of statements that count deferred pay from the ledger because payroll has no row for it. */
  readonly deferredFromLedger: number;
}

type OfCurrency = StatementText['currencies'][number];
const amountOf = ({ figures }: OfCurrency, name: 'awardedFor' | 'paidIn') =>
  figures.find(({ figure }) => figure === name)?.amount ?? null;
/** True if an amount isn't zero. Null means not determined, so there may be an amount. */
const isSomething = (amount: string | null) => amount === null || !decimal(amount).isZero();

/**
 * Adds up the two totals of several statements by currency, the base currency first. A sum that includes an undetermined part isn't determined. A statement counts in a
 * currency if it has amounts in it; amounts only in the comparison year don't count.
 */
export function sumsOfStatements(
  statements: readonly StatementText[],
  baseCurrency: string,
): readonly SumsOfStatements[] {
  const all = statements
    .flatMap(({ currencies }) => currencies)
    .filter((item) => isSomething(amountOf(item, 'awardedFor')) || isSomething(amountOf(item, 'paidIn')));
  const currencies = [...new Set(all.map(({ currency }) => currency))].toSorted(currencyOrder(baseCurrency));
  return currencies.map((currency) => {
    const own = all.filter((item) => item.currency === currency);
    const sum = (name: 'awardedFor' | 'paidIn') => {
      const parts = own.map((item) => amountOf(item, name));
      return parts.every((part) => part !== null) ? sumOfMoney(parts) : null;
    };
    return {
      currency,
      statements: own.length,
      awardedFor: sum('awardedFor'),
      paidIn: sum('paidIn'),
      deferredFromLedger: own.filter(({ paidFrom }) => addsLedger(paidFrom.own)).length,
    };
  });
}
