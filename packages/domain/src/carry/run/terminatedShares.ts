import { decimal, type Failures, fail } from '../../kernel/index.ts';
import type { RunRows } from './rows.ts';

/**
 * Returns one warning that lists the terminated people and trusts to whom a forecast or realization gives carry at their full allocation. Vesting is
 * checked at payment.
 *
 * Fails:  as a warning TERMINATED_SHARES.
 */
export function terminatedShares({ sources }: Pick<RunRows, 'sources'>, verb: 'accrued' | 'forecast'): Failures {
  const ids = new Set(
    sources.flatMap(({ details }) =>
      details
        .filter(({ isLeaf, isTerminated, gross }) => isLeaf && isTerminated && !decimal(gross).isZero())
        .map(({ participantId }) => participantId),
    ),
  );
  if (ids.size === 0) return [];
  const text = `${listed([...ids])} ${ids.size === 1 ? 'is' : 'are'} terminated but ${verb} at full allocation. ${nextStep[verb]}`;
  return [fail('TERMINATED_SHARES', ['sources'], text)];
}

/** Vesting is applied by distributions only (decision 0033), so the warning says where to look and what to change. */
const nextStep = {
  forecast:
    'Forecasts don’t apply vesting. Check what is vested in the Vesting and forfeiture report; if less will be paid, change the allocation profile.',
  accrued: 'Check the vesting.',
} as const;

const listed = (ids: readonly string[]): string =>
  ids.length === 1 ? ids.join('') : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1) ?? ''}`;
