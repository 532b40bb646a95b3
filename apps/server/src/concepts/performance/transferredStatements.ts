import type { CapitalAccountAnswer } from '@carrara/contract/performance/capitalAccount';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/portfolioSummary';
import type { TransferredFund } from '@carrara/domain/platform/dataTransfer';
import type { RequestContext } from '../../operations.ts';
import type { TransferredStatement, TransferredStatements } from '../platform/transferDocuments.ts';
import type { IncomingTransfer } from '../platform/dataTransfer.ts';
import { issuedBySender } from './issuedBy.ts';
import { matchedInvestor } from './transferTargets.ts';

/** What is printed of the figures of a transfer, and whose it is here; null: of an investor who will be made. */
export async function transferredStatements(
  context: RequestContext,
  incoming: IncomingTransfer,
): Promise<TransferredStatements> {
  const investor = await matchedInvestor(context.tx, incoming);
  const files = await Promise.all(incoming.sent.funds.map((fund) => statementsOf(context, incoming, fund)));
  return { investorId: investor?.recordId ?? null, statements: files.flat() };
}

/** The capital account and the portfolio summary of a fund of a transfer as files, printed from the figures in it, in the name of its sender. */
async function statementsOf(
  context: RequestContext,
  { sourceName, sent: { periodEnd } }: IncomingTransfer,
  { id, name, version, capitalAccount, portfolio }: TransferredFund,
): Promise<readonly TransferredStatement[]> {
  const { capitalAccountPdf, listPdf } = await import('@carrara/adapters/pdf');
  const { printedPortfolio } = await import('@carrara/adapters/spreadsheet');
  const by = issuedBySender(context, sourceName);
  const file = (title: string) => ({
    key: `${id} ${title}`,
    name: `${name} ${title} ${periodEnd} version ${String(version)}.pdf`,
  });
  // What was packed is what these calls answer: the format of the package says so, and its hash that nobody changed it.
  const account = capitalAccount as unknown as CapitalAccountAnswer | null;
  return [
    ...(account === null ? [] : [{ ...file('capital account'), print: () => capitalAccountPdf(account, by) }]),
    ...(portfolio === null
      ? []
      : [
          {
            ...file('portfolio summary'),
            print: () => listPdf(printedPortfolio(portfolio as unknown as PortfolioSummaryAnswer), by),
          },
        ]),
  ];
}
