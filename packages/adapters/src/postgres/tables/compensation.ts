import { atMost, rows, type TableManifest } from './tableManifest.ts';

export const compensation = {
  records: {
    payrollFile: [
      rows('payroll_file'),
      rows('payroll_row', 'payroll_file_id', {
        many: true,
        sums: { by: ['employee_id', 'pay_type_id', 'pay_date'], columns: ['amount'] },
      }),
    ],
    payStatement: [rows('pay_statement'), rows('pay_statement_release', 'pay_statement_id', { many: true })],
  },
  unrecorded: {
    pay_read: 'pay reads, which the daily seal covers',
  },
  choice: {
    pay_access: 'kind status',
    salary: 'frequency',
  },
  messages: {
    pay_access_reason_check: [['reason'], 'Reason is required, with at most 4000 characters.'],
    pay_read_day_tenant_id_day_key: [[], 'This day has just been sealed.'],
    award_amount: [['amount'], 'An award must be greater than 0.'],
    award_comments_check: [['comments'], atMost('Comments', 4000)],
    award_paid: [['payDate'], 'Enter a pay date for the paid award.'],
    award_performance_year_check: [['performanceYear'], 'Performance year must be from 1900 to 2200.'],
    award_reversed_once: [[], 'This award has already been reversed.'],
    award_status_check: [['status'], 'Status isn’t one of the choices.'],
    deferred_award_amount_check: [['amount'], 'A deferred award must be greater than 0.'],
    deferred_award_comments_check: [['comments'], atMost('Comments', 4000)],
    deferred_entry_position: [[], 'Someone else just changed this award. Reload the page.'],
    deferred_entry_reversed_once: [[], 'This entry has been reversed.'],
    deferred_tranche_days: [['tranches'], 'A tranche can’t be paid before it vests.'],
    deferred_tranche_percent_check: [['tranches'], 'A tranche must be above 0% and at most 100%.'],
    payroll_file_days: [['periodEnd'], 'The end of the period can’t be before its start.'],
    payroll_file_in_force: [
      ['provider'],
      'Someone else just uploaded a file of this provider and period. Reload the page.',
    ],
    payroll_explanation_period: [['explanation'], 'Someone else just explained this difference. Reload the page.'],
    pay_statement_draft: [['year'], 'This employee already has a draft for this year.'],
    pay_statement_message_check: [['message'], atMost('Message', 1000)],
    pay_statement_released: [
      [],
      'Someone else just released another statement for this employee and year. Reload the page.',
    ],
    pay_statement_released_once: [[], 'Someone else just released this statement. Reload the page.'],
    pay_statement_superseded_once: [
      [],
      'Someone else just released another statement for this employee and year. Reload the page.',
    ],
    pay_statement_status_check: [['status'], 'Status isn’t one of the choices.'],
    pay_statement_year_check: [['year'], 'Year must be from 1900 to 2200.'],
    salary_day: [['effectiveDate'], 'The employee has another salary from this day on.'],
    salary_amount_check: [['amount'], 'A salary can’t be negative.'],
    salary_fte_percent_check: [['ftePercent'], 'FTE must be between 1% and 100%.'],
    salary_hours: [['hoursAWeek'], 'Enter weekly hours for hourly employees.'],
    salary_hours_a_week_check: [['hoursAWeek'], 'Hours a week must be above 0 and at most 168.'],
    salary_reason_check: [['reason'], atMost('Reason', 200)],
  },
  referrers: {
    award: 'Awards',
    deferred_award: 'Deferred awards',
    deferred_tranche: 'Deferred awards',
    deferred_entry: 'Deferred awards',
    payroll_file: 'Payroll',
    payroll_row: 'Payroll',
    payroll_explanation: 'Payroll explanations',
    pay_statement: 'Compensation statements',
    pay_statement_release: 'Compensation statements',
    salary: 'Salaries',
  },
} as const satisfies TableManifest;
