import { z } from 'zod';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { date, figureOrNull, id } from '../../core/schema.ts';
import { fundCapitalAccounts } from '../reports/fundCapitalAccounts.ts';
import {
  asKnownOn,
  namedRecord,
  notDeterminedList,
  reportByDate,
  periodEnd,
  statementTags as tags,
} from './statementParts.ts';

const path = '/api/performance/capitalaccount';
const permission = 'fundLedger.view';

/** The periods of a capital account, by the codes of their columns. */
export const casPeriods = [
  { code: 'QTD', description: 'Quarter to date' },
  { code: 'YTD', description: 'Fiscal year to date' },
  { code: 'ITD', description: 'Inception to date' },
] as const;
export type CasPeriodCode = (typeof casPeriods)[number]['code'];

const casPeriod = z.object({ id: z.string(), code: z.enum(['QTD', 'YTD', 'ITD']), description: z.string() });

/** A row of ILPA's Reporting Template. A heading has no figures. */
const accountRow = z.object({
  row: z.int(),
  label: z.string(),
  isHeading: z.boolean(),
  isTotal: z.boolean(),
  qtd: figureOrNull('money'),
  ytd: figureOrNull('money'),
  itd: figureOrNull('money'),
});

/** A capital account in one line. The steps add up from the opening to the closing NAV. */
const accountLineShape = {
  beginning: figureOrNull('money'),
  contributions: figureOrNull('money'),
  distributions: figureOrNull('money'),
  otherFlows: figureOrNull('money'),
  operating: figureOrNull('money'),
  realized: figureOrNull('money'),
  unrealized: figureOrNull('money'),
  ending: figureOrNull('money'),
  carryOwed: figureOrNull('money'),
  endingBeforeCarry: figureOrNull('money'),
  commitment: figureOrNull('money'),
  unfunded: figureOrNull('money'),
};
const accountLine = z.object(accountLineShape);

const capitalAccount = z.object({
  fund: namedRecord,
  /** Null for the account of the whole fund, including its general partner. */
  investor: namedRecord.nullable(),
  currency: z.string(),
  endDate: date(),
  /** The status of the figures: 'quarter locked, version 2'. */
  basedOn: z.string(),
  periods: z.array(casPeriod.extend({ startDate: date().nullable(), endDate: date() })),
  rows: z.array(accountRow),
  /** All partners, or the requested one. Undetermined figures are null. */
  partners: z.array(
    z.object({ investor: namedRecord, isGp: z.boolean(), qtd: accountLine, ytd: accountLine, itd: accountLine }),
  ),
  notDetermined: notDeterminedList,
});
export type CapitalAccountAnswer = z.output<typeof capitalAccount>;
export type CapitalAccountLine = z.output<typeof accountLine>;

const ofFund = z.strictObject({ endDate: periodEnd(), fundId: id() });
const list = (at: string, summary: string) =>
  ({ method: 'GET', path: `${path}/${at}`, summary, permission, result: z.array(namedRecord), tags }) as const;

/** Capital accounts of funds and their investors: rows 12 to 114 of ILPA's Reporting Template in the quarter, the fiscal year and since inception. */
export const capitalAccountEndpoints = defineEndpoints({
  listCasDates: {
    method: 'GET',
    path: `${path}/cas-dates`,
    summary: 'Quarter ends with capital accounts, latest first',
    permission,
    result: z.array(z.object({ endDate: date(), formattedDate: z.string() })),
    tags,
  },
  listCasFunds: list('cas-funds', 'Funds and coinvestments with capital accounts'),
  listCasInvestors: list('cas-investors', 'Investors with capital accounts'),
  listCasInvestorsOn: {
    ...list(':endDate/cas-investors', 'Investors with capital accounts on a date, optionally of one fund'),
    params: z.strictObject({ endDate: periodEnd() }),
    query: z.strictObject({ fundId: id().optional() }),
  },
  listCasPeriods: {
    method: 'GET',
    path: `${path}/cas-periods`,
    summary: 'The periods of a capital account',
    permission,
    result: z.array(casPeriod),
  },
  getFundCapitalAccount: {
    method: 'GET',
    path: '/api/performance/fund/:fundId/:endDate/cas',
    summary: 'Capital account of a fund, with one row per partner',
    permission,
    params: ofFund,
    query: z.strictObject(asKnownOn),
    result: capitalAccount,
    offThread: true,
    tags,
  },
  getCapitalAccount: {
    method: 'GET',
    path: `${path}/:endDate/:investorId/fund/:fundId`,
    summary: 'Capital account of an investor in a fund',
    permission,
    params: ofFund.extend({ investorId: id() }),
    query: z.strictObject(asKnownOn),
    result: capitalAccount,
    tags,
  },
  getCapitalAccountDetail: {
    method: 'GET',
    path: `${path}/:endDate/cas-report`,
    summary: 'Capital Account Detail Report for a fund, or for an investor in it',
    permission,
    params: z.strictObject({ endDate: periodEnd() }),
    query: z.strictObject({ fundId: id(), investorId: id().optional(), ...asKnownOn }),
    result: capitalAccount,
    tags,
  },
  getTransferredAccounts: {
    method: 'GET',
    path: `${path}/transferred/:id`,
    summary:
      'Capital accounts in a data transfer, as locked by the sender. Empty if the package differs from the one that was sent',
    permission: 'dataTransfer.view',
    params: idParams,
    result: z.array(capitalAccount),
    tags: ['TenantLinkDataTransferRequest'],
  },
  reportFundCapitalAccounts: {
    ...reportByDate(fundCapitalAccounts),
    path: `${path}/:endDate/fund-cas-report`,
    params: z.strictObject({ endDate: periodEnd() }),
  },
  exportCapitalAccount: {
    method: 'GET',
    path: `${path}/:endDate/cas-report/export`,
    summary:
      'A capital account as a workbook (Excel, requires a fund) or as a statement (PDF, requires a fund and an investor)',
    permission,
    params: z.strictObject({ endDate: periodEnd() }),
    query: z.strictObject({
      fundId: id().optional(),
      investorId: id().optional(),
      format: z.enum(['excel', 'application/pdf']).default('excel'),
      ...asKnownOn,
    }),
    answers: 'file',
    failures: ['REQUIRED'],
  },
  downloadReportingTemplate: {
    method: 'GET',
    path: `${path}/ilpa`,
    summary: 'ILPA Reporting Template v2.0 for an investor in a fund (Excel)',
    permission,
    query: z.strictObject({ fundId: id(), investorId: id(), endDate: periodEnd(), ...asKnownOn }),
    answers: 'file',
    failures: ['NOT_REPORTED'],
  },
});
