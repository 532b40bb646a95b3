import { defineReport, type ReportColumn } from '../../core/report.ts';
import { peopleParameters } from './peopleParameters.ts';

/** Link to the disbursed rows of a participant's distribution history that a figure adds up. */
const history = (narrowed: string) =>
  `/carry/{type}/{participant}/profile/distributions?f.show=disbursed&${narrowed}&f.to={:selectedDate}&f.aggregateTrust={:aggregateTrust}`;

const money = { kind: 'money', adds: true, nullIs: 'not determined' } as const;
const figures = (href: string) =>
  [
    { field: 'currency', kind: 'code', title: 'Currency' },
    { field: 'numberOfDistributions', kind: 'count', title: 'Distributions', countOf: 'distributionId', href },
    { field: 'grossCarryDistributed', title: 'Gross', ...money, href },
    { field: 'tax', title: 'Tax', ...money, href },
    { field: 'escrow', title: 'Escrow', ...money, href },
    { field: 'loanRepayment', title: 'Loan repayment', ...money, href },
    { field: 'otherAdjustment', title: 'Other', ...money, href },
    { field: 'netCarryDistributed', title: 'Net', ...money, href },
  ] as const satisfies readonly ReportColumn[];

const participant = {
  field: 'participant',
  kind: 'reference',
  target: 'participant',
  title: 'Participant',
  redact: true,
  href: '/carry/{type}/{participant}/profile/overview',
} as const;
const type = { field: 'type', kind: 'text', title: 'Type', hidden: true } as const;

/**
 * Payments of disbursed distributions to each person and trust, by year. Entities only pass payments through, so the total is everything that was
 * paid.
 */
export const participantDistributionByYear = defineReport({
  name: 'participant-distribution-by-year',
  title: 'Participant distributions by year',
  group: 'Distributions',
  summary: 'Payments to each person and trust by year through a date, by currency.',
  module: 'carry',
  permission: 'distribution.view',
  parameters: peopleParameters,
  columns: [participant, type, { field: 'year', kind: 'year', title: 'Year' }, ...figures(history('f.year={year}'))],
  groupBy: ['participant'],
  splitBy: ['currency'],
  charts: [
    {
      title: 'Net carry by year',
      measure: 'netCarryDistributed',
      by: 'year',
      href: '/carry/distribution?tab=DISB&f.year={year}',
    },
  ],
  defaultSort: { field: 'year', ascending: true },
  tags: ['Distribution', 'Participant'],
});

/** The same payments by fund and coinvestment. */
export const participantDistributionByFund = defineReport({
  name: 'participant-distribution-by-fund',
  title: 'Participant distributions by fund',
  group: 'Distributions',
  summary: 'Payments by person and by fund or coinvestment through a date, by currency.',
  module: 'carry',
  permission: 'distribution.view',
  parameters: peopleParameters,
  columns: [
    { field: 'holder', kind: 'reference', target: 'container', title: 'Fund' },
    { field: 'holderType', kind: 'text', title: 'Fund type', hidden: true },
    participant,
    type,
    ...figures(history('f.holderId={holder}')),
  ],
  groupBy: ['holder'],
  splitBy: ['currency'],
  charts: [
    {
      title: 'Net carry by fund',
      measure: 'netCarryDistributed',
      by: 'holder',
      top: 7,
      href: '/carry/{holderType}/{holder}/profile/distribution',
    },
  ],
  defaultSort: { field: 'participant', ascending: true },
  tags: ['Distribution', 'Participant'],
});
