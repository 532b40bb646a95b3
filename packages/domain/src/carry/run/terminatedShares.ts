import { decimal, type Failure, type Failures, fail } from '../../kernel/index.ts';
import type { RunRows } from './rows.ts';

/**
 * Who is terminated and gets carry of a run that shares out what the profiles say, each person once: vesting is looked at where it is paid.
 *
 * Fails:  as warnings TERMINATED_SHARES.
 */
export function terminatedShares({ sources }: Pick<RunRows, 'sources'>, verb: 'accrues' | 'is forecast'): Failures {
  const warnings = new Map<string, Failure>();
  sources.forEach(({ details }, i) => {
    for (const { participantId, isLeaf, isTerminated, gross } of details) {
      if (!isLeaf || !isTerminated || warnings.has(participantId) || decimal(gross).isZero()) continue;
      const text = `${participantId} is terminated and ${verb} the full allocation: look at what is vested.`;
      warnings.set(participantId, fail('TERMINATED_SHARES', ['sources', i, participantId], text));
    }
  });
  return [...warnings.values()];
}
