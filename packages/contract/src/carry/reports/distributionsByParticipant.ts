import { holderParameters } from './holderParameters.ts';
import { defineReport } from '../../core/report.ts';

const money = { kind: 'money', adds: true, nullIs: 'not determined' } as const;

/**
 * Payments of disbursed distributions to each person and trust, by fund. Entities only pass payments through, so the total is everything that was
 * paid.
 */
export const distributionsByParticipant = defineReport({
  name: 'distributions-by-participant',
  title: 'Distributions by participant',
  group: 'Distributions',
  summary: 'Payments to each person and trust, by fund or coinvestment and currency, with or without names.',
  module: 'carry',
  permission: 'distribution.view',
  parameters: {
    from: { kind: 'date', title: 'From' },
    to: { kind: 'date', title: 'To' },
    ...holderParameters,
    participantId: { kind: 'reference', title: 'Participant', target: 'participant' },
    redactName: { kind: 'boolean', title: 'Hide names' },
  },
  columns: [
    {
      field: 'participant',
      kind: 'reference',
      target: 'participant',
      title: 'Participant',
      redact: true,
      href: '/carry/{type}/{participant}/profile/overview',
    },
    { field: 'type', kind: 'text', title: 'Type', hidden: true },
    { field: 'holder', kind: 'reference', target: 'container', title: 'Fund' },
    { field: 'currency', kind: 'code', title: 'Currency' },
    { field: 'numberOfDistributions', kind: 'count', title: 'Distributions', countOf: 'distributionId' },
    { field: 'grossCarryDistributed', title: 'Gross', ...money },
    { field: 'tax', title: 'Tax', ...money },
    { field: 'escrow', title: 'Escrow', ...money },
    { field: 'loanRepayment', title: 'Loan repayment', ...money },
    { field: 'otherAdjustment', title: 'Other', ...money },
    { field: 'netCarryDistributed', title: 'Net', ...money },
  ],
  groupBy: ['participant'],
  splitBy: ['currency'],
  defaultSort: { field: 'holder', ascending: true },
  tags: ['Distribution', 'Participant'],
});
