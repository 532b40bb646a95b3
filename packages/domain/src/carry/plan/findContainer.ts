import type { PlanState } from './planState.ts';

const kindOf = {
  Fund: 'fund',
  Coinvestment: 'coinvestment',
  Tranche: 'tranche',
  'Fund Investment': 'fundInvestment',
  'Coinvestment Investment': 'coinvestmentInvestment',
} as const;

/** Resolves a container name of a plan: a fund or coinvestment by its code, a tranche as investment/holder/number, a holding as investment/holder. */
export function findContainer(state: PlanState, type: string, name: string): string | undefined {
  const kind = kindOf[type as keyof typeof kindOf];
  const plain = name
    .split('/')
    .map((part) => part.trim())
    .join('/');
  return kind && state.names.find(kind, plain);
}
