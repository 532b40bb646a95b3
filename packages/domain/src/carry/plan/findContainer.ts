import type { Desk } from './desk.ts';

const kindOf = {
  Fund: 'fund',
  Coinvestment: 'coinvestment',
  Tranche: 'tranche',
  'Fund Investment': 'fundInvestment',
  'Coinvestment Investment': 'coinvestmentInvestment',
} as const;

/** Resolves a container name of a plan: a fund or coinvestment by its code, a tranche as investment/holder/number, a holding as investment/holder. */
export function findContainer(desk: Desk, type: string, name: string): string | undefined {
  const kind = kindOf[type as keyof typeof kindOf];
  const plain = name
    .split('/')
    .map((part) => part.trim())
    .join('/');
  return kind && desk.names.find(kind, plain);
}
