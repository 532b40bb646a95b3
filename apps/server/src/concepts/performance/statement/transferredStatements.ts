import type { CapitalAccountAnswer } from '@carrara/contract/performance/capitalAccount/capitalAccount';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/capitalAccount/portfolioSummary';
import type { TransferredFund } from '@carrara/domain/platform/dataTransfer';
import type { RequestContext } from '../../../core/operations.ts';
import type { TransferredStatement, TransferredStatements } from '../../../usecases/platform/transferDocuments.ts';
import type { IncomingTransfer } from '../../../usecases/platform/dataTransfer.ts';
import { senderAsIssuer } from '../vehicle/loadIssuer.ts';
import { accountsInPackage } from './templateFigures.ts';
import { matchedInvestor } from '../../../usecases/performance/transferTargets.ts';

/**
 * Returns the statements to print from a transfer's figures, and their investor here. Null for an investor who will be
 * created.
 */
export async function transferredStatements(
  context: RequestContext,
  incoming: IncomingTransfer,
): Promise<TransferredStatements> {
  const investor = await matchedInvestor(context.tx, incoming);
  const files = await Promise.all(incoming.sent.funds.map((fund) => statementsOf(context, incoming, fund)));
  return { investorId: investor?.recordId ?? null, statements: files.flat() };
}

/**
 * Returns the capital account and the portfolio summary of a fund in a transfer as files, printed from the transfer's
 * figures in the sender's name.
 */
async function statementsOf(
  context: RequestContext,
  { sourceName, sent: { periodEnd } }: IncomingTransfer,
  { id, name, version, capitalAccount, portfolio, reportingTemplate }: TransferredFund,
): Promise<readonly TransferredStatement[]> {
  const { capitalAccountPdf } = await import('@carrara/adapters/pdf/capitalAccountPdf');
  const { listPdf } = await import('@carrara/adapters/pdf/listPdf');
  const { printedPortfolio } = await import('@carrara/adapters/spreadsheet/printedPortfolio');
  const extra = accountsInPackage({ name, reportingTemplate });
  const by = senderAsIssuer(context, sourceName);
  const file = (title: string) => ({
    key: `${id} ${title}`,
    name: `${name} ${title} ${periodEnd} version ${String(version)}.pdf`,
  });
  // The package contains responses of these endpoints: its format says so, and its hash proves that nobody changed it.
  const account = capitalAccount as CapitalAccountAnswer | null;
  return [
    ...(account === null ? [] : [{ ...file('capital account'), print: () => capitalAccountPdf(account, by, extra) }]),
    ...(portfolio === null
      ? []
      : [
          {
            ...file('portfolio summary'),
            print: () => listPdf(printedPortfolio(portfolio as PortfolioSummaryAnswer, null), by),
          },
        ]),
  ];
}
