import { statusOptions } from '../../lifecycles.ts';
import { holderParameters } from './holderParameters.ts';
import { defineReport } from '../../core/report.ts';

const options = statusOptions('distribution');
/** Link to the distributions that a row adds up. */
const href = '/carry/distribution?tab={status}&f.sourceId={source}&f.from={:from}&f.to={:to}';
const money = { kind: 'money', adds: true, nullIs: 'not determined', href } as const;

/** Distributions of each fund and coinvestment, by source. Undisbursed amounts are separate from disbursed ones. */
export const distributionsByFund = defineReport({
  name: 'distributions-by-fund',
  title: 'Distributions by fund',
  group: 'Distributions',
  summary: 'Gross, taxes, escrow and net for each fund and its sources, by status and currency.',
  module: 'carry',
  permission: 'distribution.view',
  parameters: {
    from: { kind: 'date', title: 'From' },
    to: { kind: 'date', title: 'To' },
    ...holderParameters,
    status: { kind: 'status', title: 'Status', options },
  },
  columns: [
    {
      field: 'holder',
      kind: 'reference',
      target: 'container',
      title: 'Fund',
      href: '/carry/{type}/{holder}/profile/overview',
    },
    { field: 'type', kind: 'text', title: 'Type', hidden: true },
    { field: 'source', kind: 'reference', target: 'container', title: 'Source' },
    { field: 'sourceType', kind: 'text', title: 'Source type' },
    { field: 'status', kind: 'status', title: 'Status', options },
    { field: 'currency', kind: 'code', title: 'Currency' },
    {
      field: 'numberOfDistributions',
      kind: 'count',
      title: 'Distributions',
      countOf: 'distributionId',
      href,
    },
    { field: 'grossCarryDistributed', title: 'Gross', ...money },
    { field: 'tax', title: 'Tax', ...money },
    { field: 'escrow', title: 'Escrow', ...money },
    { field: 'loanRepayment', title: 'Loan repayment', ...money },
    { field: 'otherAdjustment', title: 'Other', ...money },
    { field: 'netCarryDistributed', title: 'Net', ...money },
  ],
  groupBy: ['holder'],
  splitBy: ['status', 'currency'],
  charts: [
    {
      title: 'Net carry by fund',
      measure: 'netCarryDistributed',
      by: 'holder',
      top: 7,
      href: '/carry/{type}/{holder}/profile/distribution',
    },
  ],
  defaultSort: { field: 'source', ascending: true },
  tags: ['Distribution'],
});
