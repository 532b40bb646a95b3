import { notDetermined } from '../../core/kinds.ts';
import { defineReport } from '../../core/report.ts';
import { vehicleParameters } from './holderParameters.ts';

const money = { kind: 'money', adds: true, nullIs: notDetermined } as const;

/** Accrued carry of each fund and investment against what participants have of it. Participants + unallocated = accrued. */
export const carryReconciliation = defineReport({
  name: 'carry-reconciliation',
  title: 'Carry reconciliation',
  group: 'Balances and escrow',
  summary:
    'Accrued carry of each fund at a quarter end, by investment: what participants have of it, what is unallocated, and why.',
  note: 'Accrued carry is the GP’s part if everything were sold at fair value at the quarter end. It is shared out by the allocation points in force then.',
  module: 'carry',
  permission: 'ledgerRun.view',
  offThread: true,
  parameters: { asOf: { kind: 'date', title: 'Quarter end' }, ...vehicleParameters },
  columns: [
    {
      field: 'holder',
      kind: 'reference',
      target: 'container',
      title: 'Fund',
      href: '/carry/{type}/{holder}/profile/overview',
    },
    { field: 'type', kind: 'text', title: 'Type', hidden: true },
    { field: 'investment', kind: 'reference', target: 'container', title: 'Investment' },
    { field: 'currency', kind: 'code', title: 'Currency' },
    { field: 'accrued', title: 'Accrued at the fund', ...money },
    { field: 'participants', title: 'Participants', ...money },
    { field: 'unallocated', title: 'Unallocated', ...money },
    { field: 'difference', title: 'Difference', ...money },
    { field: 'attribution', kind: 'text', title: 'Attributed' },
    { field: 'cause', kind: 'text', title: 'Cause' },
  ],
  groupBy: ['holder'],
  splitBy: ['currency'],
  partOf: 'holder',
  counted: 'rows',
  phone: {
    amounts: ['accrued', 'participants', 'unallocated', 'difference'],
    alert: 'difference',
    text: 'cause',
  },
  defaultSort: { field: 'investment', ascending: true },
  tags: ['AllocationProfile', 'CarryTerms', 'Ledger', 'Participant'],
});
