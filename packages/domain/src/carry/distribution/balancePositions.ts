import { decimal, moneyText, zero } from '../../kernel/index.ts';
import type { ComputedRun } from './computeRun.ts';
import { isDetermined } from '../run/index.ts';

/** A participant's balance at a source, the amount the run pays from it, and the remainder. */
interface BalancePosition {
  readonly participantId: string;
  readonly name: string;
  readonly balance: string;
  /** Null if the source isn't determined, and so is the remaining amount. */
  readonly gross: string | null;
  readonly remaining: string | null;
}

export interface SourceBalances {
  readonly sourceId: string;
  /** The maximum that can be distributed. */
  readonly limit: string;
  /** Negative if the run requests more than the limit. */
  readonly remaining: string;
  readonly positions: readonly BalancePosition[];
}

/**
 * Returns the balances of each source of a run in investor-balance mode, and what remains of them after the run.
 *
 *     limit = sum of the balances above 0;  remaining of the source = limit - net distributable amount
 *     remaining of a participant = balance - gross
 *
 * Units:  major currency units.
 * Source: docs/calculations/distribution.md.
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
        const deducted = isDetermined(source) ? (gross.get(participantId) ?? '0.00') : null;
        return {
          participantId,
          name: facts.participants.get(participantId)?.name ?? '',
          balance: moneyText(balance),
          gross: deducted,
          remaining: deducted === null ? null : moneyText(balance.minus(decimal(deducted))),
        };
      }),
    };
  });
}
