import { exportFormats } from '@carrara/contract/core/fileTypes';
import { fundCapitalAccounts } from '@carrara/adapters/postgres/performance/reports/fundCapitalAccounts';
import {
  statedInvestors,
  vehiclesWithCommitments,
  statementDays,
} from '@carrara/adapters/postgres/performance/statement/statementLists';
import {
  sentStatements,
  type SentStatements,
} from '@carrara/adapters/postgres/performance/transfer/transferStatements';
import {
  type CapitalAccountAnswer,
  casPeriods,
  type capitalAccountEndpoints,
} from '@carrara/contract/performance/capitalAccount/capitalAccount';
import { err, fail, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { reportOperations } from '../../../core/reportOperations.ts';
import { sentPackage } from '../../../usecases/platform/dataTransfer.ts';
import { toCapitalAccount, findStatements, type StatementQuery } from './statementAnswers.ts';
import { buildReportingTemplate } from './buildReportingTemplate.ts';
import { otherAccounts } from './templateFigures.ts';
import { loadIssuer } from '../vehicle/loadIssuer.ts';
import { existingText } from '../vehicle/existingText.ts';
import { withReportingDate } from '../vehicle/withReportingDate.ts';

type Endpoints = typeof capitalAccountEndpoints;

const { reportFundCapitalAccounts } = reportOperations<Pick<Endpoints, 'reportFundCapitalAccounts'>>({
  reportFundCapitalAccounts: fundCapitalAccounts,
});

const existingOf = (tx: RequestContext['tx'], { fundId, endDate, asKnownOn }: StatementQuery) =>
  existingText(tx, { vehicleId: fundId, endDate, asKnownOn });

/** Returns a capital account, and those of the fund and its general partner if they are known. */
async function accounts(context: RequestContext, query: StatementQuery) {
  const { tx } = context;
  const sent = await sentStatements(tx, query);
  const found = await findStatements(tx, query);
  if (found.isErr()) return err(found.error);
  const statements = found.value;
  return ok({
    account: sent?.account
      ? accountAsSent(sent, sent.account, query)
      : { ...toCapitalAccount(statements), basedOn: await existingOf(tx, query) },
    loadOthers: () => otherAccounts(context, statements, query.asKnownOn),
  });
}

const account = async (
  context: RequestContext,
  query: StatementQuery,
): Promise<Result<CapitalAccountAnswer, Failures>> => (await accounts(context, query)).map((found) => found.account);

/** Returns the account that the manager sent, with this tenant's names of the fund and the investor. */
const accountAsSent = (
  { fund, investor }: SentStatements,
  account: CapitalAccountAnswer,
  { investorId }: StatementQuery,
): CapitalAccountAnswer => ({
  ...account,
  fund,
  investor: investorId === undefined ? null : investor,
  partners: account.partners.map((partner) => ({ ...partner, investor })),
  basedOn: `as sent by the manager: ${account.basedOn}`,
});

export const capitalAccountOperations: Operations<Endpoints> = {
  listCasDates: async ({ tx }) => ok(await statementDays(tx)),
  listCasFunds: async ({ tx }) => ok(await vehiclesWithCommitments(tx)),
  listCasInvestors: async ({ tx }) => ok(await statedInvestors(tx)),
  listCasInvestorsOn: async ({ tx }, { params, query }) =>
    ok(await statedInvestors(tx, { vehicleId: query.fundId ?? null, until: params.endDate })),
  listCasPeriods: async () => ok(casPeriods.map((casPeriod) => ({ ...casPeriod, id: casPeriod.code }))),
  getFundCapitalAccount: (context, { params, query }) => account(context, { ...params, ...query }),
  getCapitalAccount: (context, { params, query }) => account(context, { ...params, ...query }),
  getCapitalAccountDetail: (context, { params, query }) => account(context, { ...params, ...query }),
  getTransferredAccounts: async ({ tx }, { params }) =>
    // The package contains responses of these endpoints, and its hash proves that nobody changed it.
    (await sentPackage(tx, params.id)).map(
      (sent) =>
        sent?.funds.flatMap(({ capitalAccount }) => (capitalAccount as CapitalAccountAnswer | null) ?? []) ?? [],
    ),
  reportFundCapitalAccounts: withReportingDate(reportFundCapitalAccounts),
  async exportCapitalAccount(context, { params, query }) {
    const { fundId, investorId, format } = query;
    const isPdf = format === 'application/pdf';
    if (isPdf && (fundId === undefined || investorId === undefined)) {
      const text = 'Please select a fund and an investor before exporting to PDF.';
      return err([fail('REQUIRED', [fundId === undefined ? 'fundId' : 'investorId'], text)]);
    }
    if (fundId === undefined) {
      return err([fail('REQUIRED', ['fundId'], 'Please select a fund before exporting to Excel.')]);
    }
    const found = await accounts(context, { ...query, fundId, endDate: params.endDate });
    if (found.isErr()) return err(found.error);
    const { account: answer, loadOthers: loadExtra } = found.value;
    const name = [answer.fund.name, answer.investor?.name, 'capital account', answer.endDate].filter(Boolean).join(' ');
    const { extension, type } = exportFormats[format];
    if (isPdf) {
      const { capitalAccountPdf } = await import('@carrara/adapters/pdf/capitalAccountPdf');
      return ok({
        name: `${name}.${extension}`,
        type,
        content: capitalAccountPdf(answer, await loadIssuer(context, fundId), await loadExtra()),
      });
    }
    const { capitalAccountWorkbook } = await import('@carrara/adapters/spreadsheet/capitalAccountWorkbook');
    return ok({ name: `${name}.${extension}`, type, content: await capitalAccountWorkbook(answer) });
  },
  async downloadReportingTemplate(context, { query }) {
    const template = await buildReportingTemplate(context, query);
    if (template.isErr()) return err(template.error);
    const { fund, investor } = template.value;
    const { reportingTemplateWorkbook } = await import('@carrara/adapters/spreadsheet/reportingTemplate');
    return ok({
      name: `${fund} ${investor} ILPA ${query.endDate}.xlsx`,
      type: exportFormats.excel.type,
      content: await reportingTemplateWorkbook(template.value),
    });
  },
};
