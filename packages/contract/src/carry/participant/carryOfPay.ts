import { distributionHistoryRow, historyColumns, participantHistoryFilter } from '../run/distributionHistory.ts';
import { pages, chartPoints, viewCall, slices } from '../view/viewCalls.ts';

const { disbursedOnly: _always, ...filters } = participantHistoryFilter;
const base = '/api/comp/employee/:id';
const sensitive = 'always' as const;

/** Carry disbursed to an employee, as displayed in compensation to people with access to the employee's pay. */
export const carryOfPayEndpoints = {
  chartPaidCarryByFund: { ...viewCall(`${base}/distributions/fund`, 'Carry by fund', 'pay.view', slices), sensitive },
  chartPaidCarryByYear: { ...viewCall(`${base}/distributions/year`, 'Carry by year', 'pay.view', slices), sensitive },
  chartPaidCarryHistory: {
    ...viewCall(`${base}/distributions/history`, 'Carry over time, by source', 'pay.view', chartPoints),
    sensitive,
  },
  listPaidCarry: {
    ...pages(
      `${base}/distribution-history`,
      'Carry distributed',
      'pay.view',
      distributionHistoryRow,
      historyColumns,
      'distributionDate',
      filters,
    ),
    sensitive,
  },
} as const;
