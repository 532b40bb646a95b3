import type { CapitalAccountAnswer } from '@carrara/contract/performance/capitalAccount';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/portfolioSummary';
import type { TransferredFund } from '@carrara/domain/platform/dataTransfer';
import { exportedFor } from '../../http/exportList.ts';
import type { RequestContext } from '../../operations.ts';
import type { TransferredStatement } from '../platform/transferDocuments.ts';
import type { IncomingTransfer } from '../platform/dataTransfer.ts';

/** The capital account and the portfolio summary of a fund of a transfer as files, printed from the figures in it, in the name of its sender. */
export async function transferredStatements(
  context: RequestContext,
  { sourceName, sent: { periodEnd } }: IncomingTransfer,
  { name, version, capitalAccount, portfolio }: TransferredFund,
): Promise<readonly TransferredStatement[]> {
  const { capitalAccountPdf, listPdf } = await import('@carrara/adapters/pdf');
  const { printedPortfolio } = await import('@carrara/adapters/spreadsheet');
  const by = { ...exportedFor(context), tenantName: sourceName };
  const file = (title: string) => `${name} ${title} ${periodEnd} version ${String(version)}.pdf`;
  // What was packed is what these calls answer: the format of the package says so, and its hash that nobody changed it.
  const account = capitalAccount as unknown as CapitalAccountAnswer | null;
  return [
    ...(account === null ? [] : [{ name: file('capital account'), print: () => capitalAccountPdf(account, by) }]),
    ...(portfolio === null
      ? []
      : [
          {
            name: file('portfolio summary'),
            print: () => listPdf(printedPortfolio(portfolio as unknown as PortfolioSummaryAnswer), by),
          },
        ]),
  ];
}
