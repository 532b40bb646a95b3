import { sumOfMoney } from '../../kernel/index.ts';
import type { StatementText } from './statementText.ts';

/** What several statements come to in one currency; null where a part of it is not determined. */
export interface SumsOfStatements {
  readonly currency: string;
  readonly statements: number;
  readonly awardedFor: string | null;
  readonly paidIn: string | null;
}

/** The two totals of several statements, each currency by itself, by its code. A sum with a part that is not determined is not determined. */
export function sumsOfStatements(statements: readonly StatementText[]): readonly SumsOfStatements[] {
  const all = statements.flatMap(({ currencies }) => currencies);
  return [...new Set(all.map(({ currency }) => currency))].toSorted().map((currency) => {
    const own = all.filter((one) => one.currency === currency);
    const sum = (name: 'awardedFor' | 'paidIn') => {
      const parts = own.map(({ figures }) => figures.find(({ figure }) => figure === name)?.amount ?? null);
      return parts.every((part) => part !== null) ? sumOfMoney(parts) : null;
    };
    return { currency, statements: own.length, awardedFor: sum('awardedFor'), paidIn: sum('paidIn') };
  });
}
