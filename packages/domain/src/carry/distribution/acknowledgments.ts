import { type Decimal, decimal, type Failures, fail } from '../../kernel/index.ts';
import type { CarryBalance, Warning } from '../run/index.ts';
import { accrualWarnings, type PayingSource } from './accrualWarnings.ts';
import type { Acknowledgment, DistributionHead } from './distributionDraft.ts';
import { acknowledgmentKey } from './runWarnings.ts';

/** The acknowledgments given and those still missing. */
export interface AcknowledgmentState {
  readonly acknowledged: readonly Acknowledgment[];
  readonly missing: Failures;
}

/**
 * Splits the warnings that need an acknowledgment into acknowledged and missing ones. An acknowledgment of a warning that no longer exists means that the
 * person saw earlier warnings.
 *
 * Fails: as `missing` NOT_ACKNOWLEDGED.
 */
export function acknowledge(
  warnings: readonly Warning[],
  acknowledged: readonly string[],
  threshold: Decimal,
  verb: 'submit' | 'approve',
): AcknowledgmentState {
  const keyed = warnings.flatMap((warning) => {
    const key = acknowledgmentKey(warning, threshold);
    return key === undefined ? [] : [{ key, path: warning.path, text: warning.detail }];
  });
  const isAcknowledged = ({ key }: Pick<Acknowledgment, 'key'>) => acknowledged.includes(key);
  const sawOthers = acknowledged.some((key) => keyed.every((current) => current.key !== key));
  const remedy = sawOthers
    ? 'The warnings have changed since you opened this distribution. Reload it and acknowledge them again.'
    : `Acknowledge this before you ${verb}.`;
  return {
    acknowledged: keyed.filter(isAcknowledged).map(({ key, text }) => ({ key, text })),
    missing: keyed
      .filter((key) => !isAcknowledged(key))
      .map(({ path, text }) => fail('NOT_ACKNOWLEDGED', path, `${text} ${remedy}`)),
  };
}

/** The payments of a stored run and the current carry balances at its sources. */
export interface PaidAndBalances {
  readonly paid: readonly PayingSource[];
  readonly balances: ReadonlyMap<string, readonly CarryBalance[]>;
}

/** Returns true if a stored run is compared with the accounts. Reversals and paid runs aren't. */
export const isComparedWithAccounts = ({
  isReversal,
  status,
}: Pick<DistributionHead, 'isReversal' | 'status'>): boolean => !isReversal && status !== 'DISB';

/** Returns the warnings of a stored run based on the current accounts. */
export const currentAccrualWarnings = (
  { isByBalance }: Pick<DistributionHead, 'isByBalance'>,
  { paid, balances }: PaidAndBalances,
): readonly Warning[] => accrualWarnings(paid, balances, { isByBalance });

/**
 * Returns the reasons why an approved run can't be paid. If another run has used the balance since, this run may now exceed the accrued amount by
 * more than was acknowledged. A run by carry balance never pays more than the balance.
 *
 * Fails: NOT_ACKNOWLEDGED, AMOUNT_ABOVE_BALANCES.
 */
export function unacknowledgedPayments(
  { isByBalance }: Pick<DistributionHead, 'isByBalance'>,
  aboveAccrued: readonly Warning[],
  acknowledgments: readonly Acknowledgment[],
): Failures {
  if (isByBalance)
    return aboveAccrued.map(({ path, detail }) =>
      fail('AMOUNT_ABOVE_BALANCES', path, `${detail} Withdraw it and save it again.`),
    );
  return aboveAccrued.flatMap(({ code, path, detail, amount = '0' }) => {
    const start = `${[code, ...path].join('.')}.`;
    const isCovered = acknowledgments.some(
      ({ key }) => key.startsWith(start) && decimal(key.slice(start.length)).gte(amount),
    );
    if (isCovered) return [];
    const text = `${detail} The balances have changed since this was approved. Withdraw it, review it and submit it again.`;
    return [fail('NOT_ACKNOWLEDGED', path, text)];
  });
}
