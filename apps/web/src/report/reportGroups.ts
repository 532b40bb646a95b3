import type { carryReports } from '@carrara/contract/carry/reports/carryReports';
import type { compensationReports } from '@carrara/contract/compensation/reports/compensationReports';
import type { ReportDefinition } from '@carrara/contract/core/report';

/** The headings of the report menus, in order. They follow the questions of readers. */
export const carryGroups = ['Distributions', 'Balances and escrow', 'Allocations', 'Vesting', 'Forecasts'] as const;
export const compensationGroups = ['Pay', 'Payroll', 'People and access'] as const;
export const performanceGroups = ['Statements', 'Funds', 'Investments', 'Investors', 'Data and activity'] as const;

const groups: Readonly<
  Record<keyof typeof carryReports, (typeof carryGroups)[number]> &
    Record<keyof typeof compensationReports, (typeof compensationGroups)[number]>
> = {
  reportDistributionsByFund: 'Distributions',
  reportDistributionsByParticipant: 'Distributions',
  reportParticipantDistributionByFund: 'Distributions',
  reportParticipantDistributionByYear: 'Distributions',
  reportClawbackByFund: 'Balances and escrow',
  reportEscrowLedger: 'Balances and escrow',
  reportEstimatedAccruedCarry: 'Balances and escrow',
  reportAllocationHistory: 'Allocations',
  reportAllocationProfileByFundInvestments: 'Allocations',
  reportAllocationProfileByFundTranches: 'Allocations',
  reportAllocationProfileWeightedAverageByParticipant: 'Allocations',
  reportAllocationProfileWeightedAverageByTranche: 'Allocations',
  reportAllocationsByParticipant: 'Allocations',
  reportWhatChanged: 'Allocations',
  reportVestingAhead: 'Vesting',
  reportVestingForfeiture: 'Vesting',
  reportForecastsBySource: 'Forecasts',
  reportParticipantForecastHistoryBySource: 'Forecasts',
  reportCompensationSummary: 'Pay',
  reportDeferredAwards: 'Pay',
  reportEmployeeCompensation: 'Pay',
  reportPayChanges: 'Pay',
  reportPayrollActuals: 'Payroll',
  reportPayrollTieOut: 'Payroll',
  reportEmployeeList: 'People and access',
  reportPayAccess: 'People and access',
};

const categories = { fund: 'Funds', investment: 'Investments', investor: 'Investors' } as const;

/** Returns the heading of a report in the menu of its module. */
export function reportGroup(report: Pick<ReportDefinition, 'category'> & { readonly operation: string }): string {
  const all: Readonly<Record<string, string>> = groups;
  return all[report.operation] ?? (report.category ? categories[report.category] : 'Data and activity');
}
