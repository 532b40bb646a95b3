import {
  type CalendarDate,
  type Decimal,
  err,
  type Failure,
  fail,
  ok,
  type Recorder,
  required,
  type Result,
  displayedDate,
  zero,
} from '@carrara/domain/kernel';
import { investorMultiples, type InvestorMultiples, type MultiplePolicy } from '../return/index.ts';

/** A vehicle's amounts that its multiples need. */
export const pooledAmounts = ['commitment', 'contributions', 'distributions', 'recallable', 'unfunded', 'nav'] as const;
/**
 * A vehicle's amounts at a quarter end, on the basis of the pool. Null if not determined. Nobody reports recallable
 * distributions, so reported capital has none.
 */
export type PooledAmounts = Readonly<Record<(typeof pooledAmounts)[number], Decimal | null>>;

export interface PooledVehicle {
  readonly name: string;
  /** The policy of its own multiples; null if it has no figures. */
  readonly policy: MultiplePolicy | null;
  /** Null if the vehicle has no figures at that quarter end. */
  readonly amounts: PooledAmounts | null;
  /** Why amounts aren't determined. */
  readonly notDetermined: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

/** Returns the policy of the vehicles' own multiples if they share one, otherwise the current setting. */
export function policyOfPool(vehicles: readonly PooledVehicle[], setting: MultiplePolicy): MultiplePolicy {
  const [policy = setting, ...others] = new Set(vehicles.flatMap((vehicle) => vehicle.policy ?? []));
  return others.length === 0 ? policy : setting;
}

/**
 * Computes the multiples of several vehicles of one currency as one, from the amounts of each as its own row displays them.
 *
 *     TVPI = (distributed by all + NAV of all) / paid in to all
 *
 * Uses the policy of `policyOfPool`.
 *
 * Units:  one currency in, multiples out, not rounded. The pool of one vehicle has the multiples of its amounts.
 * Source: docs/calculations/multiples.md.
 * Fails:  NAV_MISSING if the NAV of one of them is unknown; NOT_REPORTED if one has no figures for the date, or lacks a needed amount; otherwise as
 *         `investorMultiples`.
 */
export function pooledMultiples(
  vehicles: readonly PooledVehicle[],
  end: CalendarDate,
  setting: MultiplePolicy,
  explain?: Recorder,
): InvestorMultiples {
  const policy = policyOfPool(vehicles, setting);
  const on = displayedDate(end);
  const firstWithout = (name: keyof PooledAmounts) => vehicles.find(({ amounts }) => amounts?.[name] == null);
  const sumOf = (name: keyof PooledAmounts) =>
    vehicles.reduce<Decimal>((sum, { amounts }) => sum.plus(amounts?.[name] ?? zero), zero);
  const unknown = firstWithout('nav');
  const nav: Result<Decimal, Failure> =
    unknown === undefined
      ? ok(sumOf('nav'))
      : err(
          fail(
            'NAV_MISSING',
            ['nav'],
            reasonOf(unknown, 'nav', 'NOT_REPORTED') ?? `${unknown.name} has no net asset value on ${on}.`,
          ),
        );
  const recallable = sumOf('recallable');
  const totals = {
    called: sumOf('contributions'),
    excess: zero,
    recallable,
    permanent: sumOf('distributions').minus(recallable),
    nav,
    commitment: sumOf('commitment'),
    policy,
  };
  const missing = vehicles.find(({ amounts }) => amounts === null);
  if (missing !== undefined) {
    const failure = err(fail('NOT_REPORTED', ['contributions'], `${missing.name} has no figures on ${on}.`));
    return { ...investorMultiples(totals), dpi: failure, pic: failure };
  }
  const missingNames =
    (['contributions', 'distributions'] as const).find((name) => firstWithout(name) !== undefined) ??
    (policy === 'NETTED' && firstWithout('recallable') !== undefined ? 'recallable' : undefined);
  if (missingNames === undefined) {
    const uncommitted = firstWithout('commitment');
    if (uncommitted === undefined) return investorMultiples(totals, explain);
    const text = reasonOf(uncommitted, 'commitment') ?? `${uncommitted.name} has no commitment on ${on}.`;
    return { ...investorMultiples(totals, explain), pic: err(fail('NOT_REPORTED', ['commitment'], text)) };
  }
  const vehicle = required(firstWithout(missingNames), 'the vehicle without an amount');
  const text =
    missingNames === 'recallable'
      ? `For ${vehicle.name}, recallable distributions were not reported by ${on}. The multiples subtract them from the paid-in amount.`
      : (reasonOf(vehicle, missingNames) ?? `${vehicle.name} has no ${missingNames} on ${on}.`);
  const notReported = err(fail('NOT_REPORTED', [missingNames], text));
  return { ...investorMultiples(totals), dpi: notReported, rvpi: notReported, tvpi: notReported, pic: notReported };
}

/** Returns the reason of a vehicle's own figure, with the vehicle's name. */
function reasonOf({ name, notDetermined }: PooledVehicle, figure: keyof PooledAmounts, code?: string) {
  const reason = notDetermined.find((own) => own.field === figure && (code === undefined || own.code === code));
  return reason && `${name}: ${reason.message}`;
}
