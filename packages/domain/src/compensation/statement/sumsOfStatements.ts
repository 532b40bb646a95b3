import { decimal, sumOfMoney } from '../../kernel/index.ts';
import type { StatementText } from './statementText.ts';
import { addsLedger } from './yearFigures.ts';

/** What several statements come to in one currency; null where a part of it is not determined. */
export interface SumsOfStatements {
  readonly currency: string;
  readonly statements: number;
  readonly awardedFor: string | null;
  readonly paidIn: string | null;
  /** Statements that count deferred pay from the ledger, because payroll has no row of it. */
  readonly deferredFromLedger: number;
}

type OfCurrency = StatementText['currencies'][number];
const amountOf = ({ figures }: OfCurrency, name: 'awardedFor' | 'paidIn') =>
  figures.find(({ figure }) => figure === name)?.amount ?? null;
/** Null is not determined: there may be something. */
const isSomething = (amount: string | null) => amount === null || !decimal(amount).isZero();

/**
 * The two totals of several statements, each currency by itself, by its code. A sum with a part that is not determined is not determined. A
 * statement counts in the currencies in which it has something: one that it has beside the year before alone is none of the year.
 */
export function sumsOfStatements(statements: readonly StatementText[]): readonly SumsOfStatements[] {
  const all = statements
    .flatMap(({ currencies }) => currencies)
    .filter((one) => isSomething(amountOf(one, 'awardedFor')) || isSomething(amountOf(one, 'paidIn')));
  return [...new Set(all.map(({ currency }) => currency))].toSorted().map((currency) => {
    const own = all.filter((one) => one.currency === currency);
    const sum = (name: 'awardedFor' | 'paidIn') => {
      const parts = own.map((one) => amountOf(one, name));
      return parts.every((part) => part !== null) ? sumOfMoney(parts) : null;
    };
    return {
      currency,
      statements: own.length,
      awardedFor: sum('awardedFor'),
      paidIn: sum('paidIn'),
      deferredFromLedger: own.filter(({ paidFrom }) => paidFrom !== undefined && addsLedger(paidFrom.own)).length,
    };
  });
}
