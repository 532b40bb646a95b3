import { displayedDate, fail, type Failures, required } from '@carrara/domain/kernel';
import { hasVisible } from '@carrara/domain/kernel/plainText';
import type { VehicleLedger } from './computeVehicle.ts';
import type { QuarterState } from './decisions.ts';

/** A requested change of the NAV basis. */
export interface NavBasisChange {
  readonly to: VehicleLedger['navBasis'];
  readonly reason: string | null | undefined;
  readonly warningsConfirmed: boolean;
}

/**
 * Decides whether the NAV basis of a vehicle can change. It changes the figures of the open quarters. Locked quarters keep theirs, so that a person
 * has to say why later ones are on another basis.
 *
 * A vehicle with figures from its manager's data transfers can't have the ledger as its basis, because its ledger here has only cash flows.
 *
 * Fails: CONDITION_NOT_MET (the ledger, for a transferred vehicle), WARNINGS_NOT_CONFIRMED (the vehicle has quarters), REQUIRED (a quarter is locked, and there is no reason).
 */
export function decideNavBasis(
  { to, reason, warningsConfirmed }: NavBasisChange,
  quarters: readonly QuarterState[],
  isTransferred: boolean,
): Failures {
  if (to === 'LEDGER' && isTransferred) return [fail('CONDITION_NOT_MET', ['navBasis'], transferredText)];
  if (quarters.length === 0) return [];
  const endsWith = (status: QuarterState['status']) =>
    quarters.flatMap((quarter) => (quarter.status === status ? [quarter.periodEnd] : [])).sort();
  const [open, locked] = [endsWith('OPEN'), endsWith('LOCKED')];
  const lastLocked = locked.at(-1);
  const text = [
    `NAV will come from ${sources[to]}.`,
    open.length === 0 ? 'No open quarter changes.' : `This changes the figures of the ${openText(open)}.`,
    ...(lastLocked === undefined ? [] : [`The quarters locked through ${displayedDate(lastLocked)} keep theirs.`]),
    'Confirm it to save the fund.',
  ].join(' ');
  return [
    ...(warningsConfirmed ? [] : [fail('WARNINGS_NOT_CONFIRMED', ['navBasis'], text)]),
    ...(lastLocked === undefined || hasVisible(reason)
      ? []
      : [fail('REQUIRED', ['reason'], 'Enter a reason for the change, because quarters of this fund are locked.')]),
  ];
}

const transferredText =
  'The NAV basis can’t change to Ledger. The figures of this fund come from data transfers of its manager, and its ledger here has only cash flows. Undo the transfers of this fund first, or enter your own ledger in another fund.';

const sources = {
  LEDGER: 'the ledger instead of the reported values',
  REPORTED: 'the reported values instead of the ledger',
} as const;

function openText(ends: readonly string[]): string {
  const [first, last] = [required(ends[0], 'an open quarter'), required(ends.at(-1), 'an open quarter')];
  return ends.length === 1
    ? `open quarter ending ${displayedDate(first)}`
    : `${ends.length.toLocaleString('en')} open quarters from ${displayedDate(first)} to ${displayedDate(last)}`;
}
