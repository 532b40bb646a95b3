import { decimal, type Failure, type Failures, fail } from '../../kernel/index.ts';
import type { RunRows } from './rows.ts';

/**
 * Terminated people and trusts that a forecast or realization gives carry at the full allocation, each one once: vesting is checked where it is paid.
 *
 * Fails:  as warnings TERMINATED_SHARES.
 */
export function terminatedShares({ sources }: Pick<RunRows, 'sources'>, verb: 'accrued' | 'forecast'): Failures {
  const warnings = new Map<string, Failure>();
  sources.forEach(({ details }, i) => {
    for (const { participantId, isLeaf, isTerminated, gross } of details) {
      if (!isLeaf || !isTerminated || warnings.has(participantId) || decimal(gross).isZero()) continue;
      const text = `${participantId} is terminated and ${verb} at full allocation; check vesting.`;
      warnings.set(participantId, fail('TERMINATED_SHARES', ['sources', i, participantId], text));
    }
  });
  return [...warnings.values()];
}
