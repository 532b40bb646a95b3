import { decimal, moneyText, zero } from '../../kernel/index.ts';
import type { ComputedRun } from './computeRun.ts';
import { isDetermined } from '../run/index.ts';

/** What a participant has at a source, what the run takes of it, and what is left. */
export interface BalancePosition {
  readonly participantId: string;
  readonly name: string;
  readonly balance: string;
  /** Null, as what is left, where the source is not determined. */
  readonly gross: string | null;
  readonly remaining: string | null;
}

export interface SourceBalances {
  readonly sourceId: string;
  /** The most that can be distributed. */
  readonly limit: string;
  /** Below zero when more is asked for. */
  readonly remaining: string;
  readonly positions: readonly BalancePosition[];
}

/**
 * Where each source of a run in investor-balance mode stands: the balances, and what the run leaves of them.
 *
 *     limit = sum of the balances above 0;  remaining of the source = limit - net distributable amount
 *     remaining of a participant = balance - gross
 *
 * Units:  major currency units.
 * Source: calculations section 5, 'Investor-balance mode'.
 */
export function balancePositions({ facts, rows }: Pick<ComputedRun, 'facts' | 'rows'>): readonly SourceBalances[] {
  return rows.sources.map((source) => {
    const { sourceId, netDistributableAmount, details } = source;
    const gross = new Map(details.flatMap((row) => (row.parentId === null ? [[row.participantId, row.gross]] : [])));
    const balances = facts.sources.get(sourceId)?.balances ?? [];
    const limit = balances.reduce((sum, { balance }) => (balance.gt(0) ? sum.plus(balance) : sum), zero);
    return {
      sourceId,
      limit: moneyText(limit),
      remaining: moneyText(limit.minus(decimal(netDistributableAmount))),
      positions: balances.map(({ participantId, balance }) => {
        const taken = isDetermined(source) ? (gross.get(participantId) ?? '0.00') : null;
        return {
          participantId,
          name: facts.participants.get(participantId)?.name ?? '',
          balance: moneyText(balance),
          gross: taken,
          remaining: taken === null ? null : moneyText(balance.minus(decimal(taken))),
        };
      }),
    };
  });
}
