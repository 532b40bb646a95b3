import { z } from 'zod';
import { defineFields } from '../core/fields.ts';

/** The possible ends of a fiscal year, as month and day. They are quarter ends, because periods are quarters. */
const fiscalYearEnds = [
  { code: '03-31', description: 'March 31' },
  { code: '06-30', description: 'June 30' },
  { code: '09-30', description: 'September 30' },
  { code: '12-31', description: 'December 31' },
] as const;
/** The source of net asset values: the ledger, or the manager's reports. */
const navBases = [
  { code: 'LEDGER', description: 'Ledger' },
  { code: 'REPORTED', description: 'Reported' },
] as const;

/** The performance fields of a fund or a coinvestment. */
export const vehicleFields = defineFields({
  firm: { kind: 'reference', target: 'firm', title: 'Firm', group: 'Performance' },
  vintageYear: {
    kind: 'year',
    title: 'Vintage year',
    group: 'Performance',
    help: 'Defaults to the year of the first call or draw, or else of the initial close.',
  },
  /** The entered year, or the year of the first call or the initial close. */
  yearOfVintage: { kind: 'year', title: 'Vintage year', readOnly: true, group: 'Performance' },
  fiscalYearEnd: {
    kind: 'status',
    options: fiscalYearEnds,
    title: 'Fiscal year end',
    group: 'Performance',
    help: 'Defaults to December 31.',
  },
  investmentPeriodEnd: { kind: 'date', title: 'Investment period end', group: 'Performance' },
  navBasis: {
    kind: 'status',
    options: navBases,
    title: 'NAV basis',
    group: 'Performance',
    help: 'Defaults to the ledger’s NAV, or to reported NAV in an investor’s firm.',
  },
});

/** The names of its codes. */
export const vehicleTexts: Readonly<Record<string, string>> = Object.fromEntries(
  [...fiscalYearEnds, ...navBases].map(({ code, description }) => [code, description]),
);

/** The confirmation of a save that changes the figures of open quarters. If a quarter is locked, the save also needs a reason. */
export const confirmation = { warningsConfirmed: z.boolean().default(false) };
export const vehicleRefusals = [
  'CONDITION_NOT_MET',
  'CURRENCY_IN_USE',
  'DATES_REVERSED',
  'REQUIRED',
  'WARNINGS_NOT_CONFIRMED',
] as const;
