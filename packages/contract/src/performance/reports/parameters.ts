import { instantPattern } from '../../core/instantPattern.ts';
import type { Parameter } from '../../core/report.ts';
import { bases, basisNames } from '../basis.ts';

/** The act of the audit trail, or the instant, until which what a report tells was known; all that is known now when absent. */
export const asKnownOn = {
  asKnownOn: {
    kind: 'text',
    title: 'As known on',
    unasked: 'now',
    max: 40,
    help: 'An instant, such as 2026-07-31T12:00:00Z, or the number of an entry of the audit trail',
    like: {
      pattern: new RegExp(String.raw`^(?:[1-9]\d{0,14}|${instantPattern})$`),
      otherwise: 'is neither an instant, such as 2026-07-31T12:00:00Z, nor the number of an entry of the audit trail',
    },
  },
} as const satisfies Readonly<Record<string, Parameter>>;
/** What reports of figures are asked with; the latest figures without a date, everything without a record. */
export const asOf = {
  endDate: { kind: 'date', title: 'Reporting date' },
  carriesForward: {
    kind: 'boolean',
    title: 'Carry late funds forward',
    help: 'Shows funds without figures for the reporting date at their last values, marked',
  },
} as const satisfies Readonly<Record<string, Parameter>>;
/** Whose figures those of funds are. */
export const onBasis = {
  basis: {
    kind: 'status',
    title: 'Basis',
    options: bases.map((code) => ({ code, description: basisNames[code] })),
    unasked: basisNames.feePaying,
  },
} as const satisfies Readonly<Record<string, Parameter>>;
export const ofFund = {
  fundId: { kind: 'reference', title: 'Fund', of: 'vehicle' },
} as const satisfies Readonly<Record<string, Parameter>>;

export const ofPerformance = {
  module: 'performance',
  permission: 'fundLedger.view',
  pageSize: 20,
  tags: ['Ledger', 'Fund', 'Coinvestment', 'Investor', 'Fund Performance'],
} as const;

/** What rows with period figures say beside them. */
export const figureMarks = [
  'notDetermined',
  'irrAnnualised',
  'grossIrrAnnualised',
  'rolledForwardFrom',
  'lastDate',
  'carriedFrom',
] as const;
export const summed = { kind: 'money', adds: true, nullIs: 'not determined' } as const;
export const currency = { field: 'currency', kind: 'code', title: 'Currency' } as const;
/** Of when the last figures until the reporting date are: where it is another day, there are none of that. */
export const quarter = { field: 'quarter', kind: 'date', title: 'Last figures' } as const;
export const fund = {
  field: 'fund',
  kind: 'reference',
  of: 'container',
  title: 'Fund',
  href: '/performance/fund/{fund}/overview',
} as const;
