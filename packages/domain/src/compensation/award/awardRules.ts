import {
  calendarYear,
  type CalendarDate,
  compareDates,
  type Decimal,
  type Failures,
  fail,
  displayedDate,
} from '../../kernel/index.ts';
import { type PayableEmployee, payDayFailures, payYearFailures } from '../payDay/index.ts';
import { type PayClass } from './yearOfPay.ts';

/** Returns an award's class, based on its pay type. A type without a class counts as other. */
export const payClassOf = (subType: string | null): PayClass =>
  subType === 'BONUS' || subType === 'SUPPLEMENTAL' ? subType : 'OTHER';

const notAnAward = (payTypeClass: string | null): Failures =>
  payTypeClass === 'SALARY'
    ? [fail('NOT_AN_AWARD', ['payType'], 'A salary isn’t an award. Enter it under Salaries.')]
    : payTypeClass === 'DEFERRED'
      ? [fail('NOT_AN_AWARD', ['payType'], 'Deferred pay isn’t an award. Grant it under Deferred awards.')]
      : [];

/** Checks an award. Fails: OWN_PAY, NEGATIVE_AMOUNT, NOT_AN_AWARD, AWARD_BEFORE_HIRE, DATE_TOO_LATE. */
export function awardFailures(
  {
    amount,
    payTypeClass,
    awardDate,
    performanceYear,
  }: {
    readonly amount: Decimal;
    readonly payTypeClass: string | null;
    readonly awardDate: CalendarDate;
    readonly performanceYear: number;
  },
  { hireDate, isOwn }: PayableEmployee,
  today: CalendarDate,
): Failures {
  if (isOwn) return [fail('OWN_PAY', ['employee'], 'You can’t edit your own pay.')];
  return [
    ...(amount.lte(0) ? [fail('NEGATIVE_AMOUNT', ['amount'], 'An award must be greater than 0.')] : []),
    ...notAnAward(payTypeClass),
    ...(hireDate !== null && compareDates(awardDate, hireDate) < 0
      ? [
          fail(
            'AWARD_BEFORE_HIRE',
            ['awardDate'],
            `The award can’t be dated before the hire on ${displayedDate(hireDate)}.`,
          ),
        ]
      : payDayFailures(awardDate, today, ['awardDate'])),
    // A year up to the year of the date needs no check, because the date is checked above.
    ...(performanceYear > calendarYear(awardDate) ? payYearFailures(performanceYear, today, ['performanceYear']) : []),
  ];
}

/** Checks the planned pay date of an award. Fails: PAID_BEFORE_AWARDED, DATE_TOO_LATE. */
export function payDateFailures(awardDate: CalendarDate, payDate: CalendarDate, today: CalendarDate): Failures {
  return compareDates(payDate, awardDate) < 0
    ? [
        fail(
          'PAID_BEFORE_AWARDED',
          ['payDate'],
          `The award is dated ${displayedDate(awardDate)}. Choose that day or a later one for the payment.`,
        ),
      ]
    : payDayFailures(payDate, today, ['payDate']);
}

/** Checks the date on which an award was paid, which can't be in the future. Fails: PAID_BEFORE_AWARDED, DATE_TOO_LATE. */
export function paidOnFailures(awardDate: CalendarDate, payDate: CalendarDate, today: CalendarDate): Failures {
  return compareDates(payDate, today) > 0
    ? [fail('DATE_TOO_LATE', ['payDate'], 'Enter payments up to today only.')]
    : payDateFailures(awardDate, payDate, today);
}

/** Returns the amount of the award that reverses a paid one: the same amount, negated. */
export const reversedAmount = (amount: Decimal): Decimal => amount.neg();
