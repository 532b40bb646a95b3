import { defineReport } from '../../core/report.ts';
import { asKnownOn, fund, fundParameter, performanceReport } from './parameters.ts';

/** The age of each fund's data, and whether its quarters are locked. */
export const dataManagement = defineReport({
  ...performanceReport,
  category: 'fund',
  name: 'data-management',
  title: 'Data Management',
  group: 'Funds',
  summary: 'Each fund’s latest quarter with figures, latest locked quarter, latest entry and latest valuation.',
  parameters: { ...fundParameter, ...asKnownOn },
  columns: [
    fund,
    { field: 'currency', kind: 'code', title: 'Currency' },
    { field: 'lastQuarter', kind: 'date', title: 'Figures until' },
    { field: 'lockedUntil', kind: 'date', title: 'Locked until' },
    { field: 'version', kind: 'count', title: 'Version' },
    { field: 'openQuarters', kind: 'count', title: 'Open quarters' },
    { field: 'lastEntry', kind: 'date', title: 'Last entry of' },
    { field: 'entered', kind: 'instant', title: 'Last entered' },
    { field: 'lastValuation', kind: 'date', title: 'Last valuation of' },
    { field: 'undeterminedFigures', kind: 'count', title: 'Figures not determined' },
  ],
  groupBy: [],
  splitBy: [],
  defaultSort: { field: 'fund', ascending: true },
});
