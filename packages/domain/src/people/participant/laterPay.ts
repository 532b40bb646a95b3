import { type CalendarDate, displayedDate, fail, type Failures } from '../../kernel/index.ts';

const nouns = {
  salary: ['salary', 'salaries'],
  award: ['award', 'awards'],
  deferredAward: ['deferred award', 'deferred awards'],
  payroll: ['payroll payment', 'payroll payments'],
} as const;

/** The number of an employee's pay records of one kind that are dated after a day. */
export interface LaterPay {
  readonly kind: keyof typeof nouns;
  readonly records: number;
  /** False if the author of the change can't see the employee's pay. */
  readonly isVisible: boolean;
}

const counted = (count: number, [noun, plural]: readonly [string, string]): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;

/** Warns of a last day of employment before pay records, which is probably a typo. Fails: WARNINGS_NOT_CONFIRMED. */
export function laterPayFailures(lastDay: CalendarDate, later: readonly LaterPay[]): Failures {
  if (later.length === 0) return [];
  const visible = later.filter(({ isVisible }) => isVisible);
  const sum = visible.reduce((total, { records }) => total + records, 0);
  const day = displayedDate(lastDay);
  const text =
    sum === 0
      ? `Pay records that you can’t see are dated after ${day}.`
      : `${counted(sum, ['pay record is', 'pay records are'])} dated after ${day}: ${visible.map(({ kind, records }) => counted(records, nouns[kind])).join(', ')}.`;
  return [
    fail(
      'WARNINGS_NOT_CONFIRMED',
      ['terminationDate'],
      `${text} Check the last day of employment, or confirm it to save the leaving.`,
    ),
  ];
}
