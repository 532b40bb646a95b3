import { type Decimal, groupBy, zero } from '../../kernel/index.ts';
import type { ProposedEntry } from '../ledger/index.ts';
import type { TierKind } from '../waterfall/index.ts';
import type { ProposedDistribution } from './proposedDistribution.ts';

type Cell = ProposedDistribution['cells'][number];
interface Line {
  readonly type: ProposedEntry['type'];
  readonly side: 'lp' | 'gp';
  readonly isOf: (kind: TierKind) => boolean;
}

/** Capital that comes back is return of capital, and all else that partners receive is gain. */
const lines: readonly Line[] = [
  { type: 'DIST-ROC', side: 'lp', isOf: (kind) => kind === 'RETURN_OF_CAPITAL' },
  { type: 'DIST-GAIN', side: 'lp', isOf: (kind) => kind !== 'RETURN_OF_CAPITAL' },
  { type: 'CARRY-EARNED', side: 'gp', isOf: () => true },
];

/** Returns the entries of a proposed distribution: the partners' cash and the carry earned, by investment. */
export function distributionEntries({ cells }: Pick<ProposedDistribution, 'cells'>): readonly ProposedEntry[] {
  return [...groupBy(cells, ({ holdingId }) => holdingId)].flatMap(([holdingId, own]) =>
    lines.flatMap(({ type, side, isOf }): ProposedEntry[] => {
      const shares = sharesOf(
        own.filter(({ kind }) => isOf(kind)),
        side,
      );
      const amount = shares.reduce<Decimal>((sum, share) => sum.plus(share.amount), zero);
      return shares.length === 0 ? [] : [{ type, amount, holdingId, shares }];
    }),
  );
}

function sharesOf(cells: readonly Cell[], side: Line['side']): ProposedEntry['shares'] {
  const amounts = new Map<string, Decimal>();
  for (const cell of cells) amounts.set(cell.commitmentId, (amounts.get(cell.commitmentId) ?? zero).plus(cell[side]));
  return [...amounts].flatMap(([commitmentId, amount]) =>
    amount.isZero() ? [] : [{ commitmentId, amount, unfunded: null }],
  );
}
