import { type CalendarDate, type Decimal, err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import type { StateOf } from '../../kernel/lifecycle/index.ts';
import { payNotVisible, type PayableEmployee } from '../payDay/index.ts';
import { afterLeavingFailures, type Span } from '../salary/index.ts';
import { reversedAmount, awardFailures, payDateFailures } from './awardRules.ts';
import { awardLifecycle } from './lifecycle.ts';

export type AwardStatus = StateOf<typeof awardLifecycle>;

const repeatedAward = fail(
  'DUPLICATE',
  ['awardDate'],
  'There is already an award of this pay type on this date for this year. Edit that one, or choose another date.',
);

/**
 * Decides on a new award or an edited one, and returns its status. The employee is undefined if their pay isn't visible, and the class if the pay
 * type doesn't exist.
 *
 * Fails: WRONG_STATE, NOT_FOUND, DUPLICATE, all of `awardFailures` and `payDateFailures`, and WARNINGS_NOT_CONFIRMED (the employee has left by the date,
 *        unless a person confirmed it; payroll has the same warning).
 */
export function decideAward(
  before: AwardStatus | undefined,
  {
    payTypeClass,
    payDate,
    isRepeated,
    warningsConfirmed,
    ...award
  }: {
    readonly amount: Decimal;
    readonly payTypeClass: string | null | undefined;
    readonly awardDate: CalendarDate;
    readonly performanceYear: number;
    readonly payDate: CalendarDate | null;
    /** True if the employee has another award of this pay type, date and performance year that is neither canceled nor reversed. */
    readonly isRepeated: boolean;
    readonly warningsConfirmed: boolean;
  },
  employee: (PayableEmployee & { readonly employment: readonly Span[] }) | undefined,
  today: CalendarDate,
): Result<AwardStatus, Failures> {
  const status = before === undefined ? ok(awardLifecycle.initial) : awardLifecycle.apply(before, 'saveAward');
  if (status.isErr()) return err([status.error]);
  if (!employee) return err([payNotVisible]);
  if (payTypeClass === undefined) return err([fail('NOT_FOUND', ['payType'], 'There is no such pay type.')]);
  const failures = [
    ...awardFailures({ ...award, payTypeClass }, employee, today),
    ...(payDate ? payDateFailures(award.awardDate, payDate, today) : []),
    ...(isRepeated ? [repeatedAward] : []),
  ];
  if (failures.length > 0) return err(failures);
  const leaving = { day: award.awardDate, field: 'awardDate', noun: 'award' };
  const unconfirmed = warningsConfirmed ? [] : afterLeavingFailures(employee.employment, leaving);
  return unconfirmed.length > 0 ? err(unconfirmed) : ok(status.value);
}

/** Decides on the award that reverses a paid one, and returns its amount and status. Fails: WRONG_STATE. */
export function decideAwardReversal(award: {
  readonly status: AwardStatus;
  readonly amount: Decimal;
  readonly reversesId: string | null;
}): Result<{ readonly amount: Decimal; readonly status: AwardStatus }, Failures> {
  const status = awardLifecycle.apply(award.status, 'reverseAward');
  if (status.isErr()) return err([status.error]);
  return award.reversesId === null
    ? ok({ amount: reversedAmount(award.amount), status: status.value })
    : err([fail('WRONG_STATE', [], 'This award reverses another one and can’t be reversed itself.')]);
}

/** Decides whether an award can be deleted. Fails: WRONG_STATE. */
export const decideAwardDeletion = (status: AwardStatus): Result<AwardStatus, Failures> =>
  awardLifecycle.apply(status, 'deleteAward').mapErr((failure) => [failure]);
