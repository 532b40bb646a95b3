import { bulkPortfolios } from '@carrara/adapters/postgres/performance/bulkEdit/bulkReads';
import { investorNamed } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import { lockedShares } from '@carrara/adapters/postgres/performance/ledger/lockedShares';
import { fundsWithoutQuarter } from '@carrara/adapters/postgres/performance/transfer/fundsWithoutQuarter';
import { err, type Failures, fail, ok, required, type Result } from '@carrara/domain/kernel';
import { vehicleFacts } from '@carrara/adapters/postgres/portfolio/vehicle';
import { sentTemplate } from '@carrara/domain/performance/ilpa';

import type { TransferredFund } from '@carrara/domain/platform/dataTransfer';
import type { RequestContext } from '../../../core/operations.ts';
import type { SentFunds } from '../../../usecases/platform/dataTransfer.ts';
import { toCapitalAccount, findStatements, toPortfolio } from './statementAnswers.ts';
import { templateFigures } from './templateFigures.ts';
import { recordFacts } from '../../../usecases/performance/matchRecord.ts';
import { transferredHoldings } from '../../../usecases/performance/transferredHoldings.ts';

/**
 * Returns the funds of an investor as locked at a quarter end. For each, it returns the figures of its commitments,
 * its share of the underlying amounts, its capital account and its Reporting Template. It also returns its share of
 * the portfolio, and the facts about each company in it. Names the funds that have no such quarter.
 *
 * Fails: NOTHING_TO_TRANSFER without figures; PERIOD_OPEN for each fund whose quarter isn't locked, or was reopened.
 */
export async function transferredFunds(
  context: RequestContext,
  investorId: string,
  endDate: string,
): Promise<Result<SentFunds, Failures>> {
  const { tx } = context;
  const shares = await lockedShares(tx, investorId, endDate);
  if (shares.length === 0)
    return err([fail('NOTHING_TO_TRANSFER', ['endDate'], 'No fund of this investor has figures at this quarter end.')]);
  const portfolios = await bulkPortfolios(tx, endDate);
  const funds: Omit<TransferredFund, 'documents'>[] = [];
  const open: string[] = [];
  for (const {
    vehicleId: id,
    status,
    version,
    asOfSequence,
    engineVersion,
    figuresHash,
    figures,
    ...share
  } of shares) {
    const isStored = version !== null && asOfSequence !== null && engineVersion !== null && figuresHash !== null;
    if (status !== 'LOCKED' || !isStored || figures === null) {
      open.push(share.name);
      continue;
    }
    // As locked, without later entries.
    const statements = await findStatements(tx, { fundId: id, investorId, endDate, asKnownOn: asOfSequence });
    if (statements.isErr()) return err(statements.error);
    const versionText = `quarter locked, version ${String(version)}`;
    const capitalAccount = { ...toCapitalAccount(statements.value), basedOn: versionText };
    const portfolio = toPortfolio(statements.value).unwrapOr(null);
    const template = await templateFigures(context, statements.value, asOfSequence);
    const holdings = transferredHoldings(portfolios, id, portfolio);
    const stored = { id, version, asOfSequence, engineVersion, figuresHash, figures };
    const { kind } = required(await vehicleFacts(tx, id), `vehicle ${id}`);
    funds.push({
      ...stored,
      ...share,
      record: await recordFacts(tx, { id, kind }),
      capitalAccount,
      portfolio,
      reportingTemplate: { ...sentTemplate(template) },
      holdings,
    });
  }
  const { investorCode } = required(await investorNamed(tx, investorId), `investor ${investorId}`);
  return open.length === 0
    ? ok({ investorCode, funds, missing: await fundsWithoutQuarter(tx, investorId, endDate) })
    : err(
        open.map((name) =>
          fail('PERIOD_OPEN', ['endDate'], `The quarter of ${name} is open. Lock it before you transfer it.`),
        ),
      );
}
