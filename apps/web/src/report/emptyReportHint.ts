import type { ReportDefinition } from '@carrara/contract/core/report';

/** The data that each group of reports is made of. */
const dataOf: Readonly<Record<ReportDefinition['group'], string>> = {
  Distributions: 'distributions',
  'Balances and escrow': 'distributions, realizations or ledger runs',
  Allocations: 'allocation profiles',
  Vesting: 'allocation profiles with vesting schedules',
  Forecasts: 'forecasts',
  Pay: 'salaries or awards',
  Payroll: 'payroll files',
  'People and access': 'employees or grants of pay access',
  Statements: 'funds with commitments and ledger entries',
  Funds: 'funds with ledger entries and valuations',
  Investments: 'investments with ledger entries and valuations',
  Investors: 'investors with commitments',
  'Data and activity': 'funds with ledger entries and valuations',
};

/** Returns what fills an empty report, and how to see more if that exists already. */
export function emptyReportHint({ group, parameters }: Pick<ReportDefinition, 'group' | 'parameters'>): string {
  const filled = `This report is empty until the firm has ${dataOf[group]}.`;
  return Object.keys(parameters).length === 0
    ? filled
    : `${filled} If it has some, choose other dates or filters above.`;
}
