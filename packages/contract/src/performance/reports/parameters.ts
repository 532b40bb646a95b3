import { instantPattern } from '../../core/instantPattern.ts';
import type { Parameter } from '../../core/report.ts';
import { bases, basisNames } from '../period/basis.ts';

/** The audit log entry, or the time, up to which data is included. Defaults to now. */
export const asKnownOn = {
  asKnownOn: {
    kind: 'text',
    title: 'As known on',
    defaultText: 'now',
    max: 40,
    help: 'An instant, such as 2026-07-31T12:00:00Z, or the number of an entry in the audit log',
    like: {
      pattern: new RegExp(String.raw`^(?:[1-9]\d{0,14}|${instantPattern})$`),
      otherwise: 'must be an instant, such as 2026-07-31T12:00:00Z, or the number of an entry in the audit log',
    },
  },
} as const satisfies Readonly<Record<string, Parameter>>;
/** The parameters of reports with figures. Without a date, the latest figures; without a record, all records. */
export const asOf = {
  endDate: { kind: 'date', title: 'Reporting date' },
  carriesForward: {
    kind: 'boolean',
    title: 'Carry late funds forward',
    help: 'Uses the last values of funds without figures for the reporting date, and marks them',
  },
} as const satisfies Readonly<Record<string, Parameter>>;
/** The partners that fund figures include. */
export const basisParameter = {
  basis: {
    kind: 'status',
    title: 'Basis',
    options: bases.map((code) => ({ code, description: basisNames[code] })),
    defaultText: basisNames.feePaying,
    ofManagers: true,
  },
} as const satisfies Readonly<Record<string, Parameter>>;
export const fundParameter = {
  fundId: { kind: 'reference', title: 'Fund', target: 'vehicle' },
} as const satisfies Readonly<Record<string, Parameter>>;

export const performanceReport = {
  module: 'performance',
  permission: 'fundLedger.view',
  pageSize: 20,
  tags: ['Ledger', 'Fund', 'Coinvestment', 'Investor', 'Fund Performance'],
} as const;

/** The additional fields of rows with period figures. */
export const figureMarks = [
  'notDetermined',
  'irrAnnualized',
  'grossIrrAnnualized',
  'rolledForwardFrom',
  'reportedThrough',
  'lastDate',
  'carriedFrom',
] as const;
/** The same with the recallable distributions, which only a ledger has, and the multiples that don't match the amounts (`carriedMark`). */
export const multipleMarks = [...figureMarks, 'recallable', 'contradiction'] as const;
export const summedMoney = { kind: 'money', adds: true, nullIs: 'not determined' } as const;
export const currency = { field: 'currency', kind: 'code', title: 'Currency' } as const;
/** The date of the last figures up to the reporting date. If it differs, there are none for the reporting date. */
export const quarter = { field: 'quarter', kind: 'date', title: 'Last figures' } as const;
export const fund = {
  field: 'fund',
  kind: 'reference',
  target: 'container',
  title: 'Fund',
  href: '/performance/fund/{fund}/overview',
} as const;
