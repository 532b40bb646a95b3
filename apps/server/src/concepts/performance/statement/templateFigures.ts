import type { AccountOfAnotherPeriod } from '@carrara/adapters/pdf/capitalAccountPdf';
import { readSentStatements } from '@carrara/adapters/postgres/performance/transfer/transferStatements';
import { displayedDate } from '@carrara/domain/kernel';
import { accountPeriods, type CapitalAccount, sumOfDetermined } from '@carrara/domain/performance/capitalAccount';
import { withoutReversed } from '@carrara/domain/performance/ledger';
import { readSentTemplate, type SentTemplate, type TemplateFigures } from '@carrara/domain/performance/ilpa';
import { readAccount } from '@carrara/domain/performance/period';
import type { TransferredFund } from '@carrara/domain/platform/dataTransfer';
import type { RequestContext } from '../../../core/operations.ts';
import {
  toAccountRows,
  type FoundStatements,
  isAsReported,
  hasOnlyCash,
  explainMissing,
  missingRows,
  requirePartner,
  statementOfFound,
  type MissingReason,
  missingReason,
} from './statementAnswers.ts';

/** The figures of a Reporting Template with their origin. */
export interface ExistingTemplate extends TemplateFigures {
  /** The state of knowledge of the figures that the manager sent, empty if unknown. Null if they are from the tenant's own ledger. */
  readonly sentAs: string | null;
  /** True if the whole fund and its general partner are known. */
  readonly isOfWholeFund: boolean;
  /** Why rows of the fund and its general partner have no value. */
  readonly whyNot: MissingReason;
}

/** An account without any figure. */
export const noRows: CapitalAccount = { QTD: new Map(), YTD: new Map(), ITD: new Map() };

const notSent = (fund: string): MissingReason => ({
  code: 'NOT_REPORTED',
  message: `The package that the manager of ${fund} sent doesn’t contain these figures of the whole fund.`,
});

/**
 * True if the ledger has the operations of the whole fund and all partners. An investor's books have only its own
 * commitments, unless it runs the fund and so its general partner is among them.
 */
const hasWholeFund = ({ isLpTenant }: RequestContext['tenant'], { found, end }: FoundStatements): boolean =>
  !isAsReported({ found, end }) &&
  !hasOnlyCash({ found, end }) &&
  (!isLpTenant || found.commitments.some(({ isGp }) => isGp));

/**
 * Returns the figures of ILPA's Reporting Template: from the package that the fund's manager sent for the quarter,
 * otherwise from the ledger. Without an investor, the limited partner's column has all commitments. The columns of the
 * fund and the general partner are empty if the ledger doesn't have their figures.
 */
export async function templateFigures(
  { tx, tenant }: Pick<RequestContext, 'tx' | 'tenant'>,
  statements: FoundStatements,
  asKnownOn?: number,
): Promise<ExistingTemplate> {
  const { found, end, investor } = statements;
  const { partners, fund, gp } = statementOfFound({ found, end }, investor?.id);
  const own = investor === undefined ? fund : requirePartner(partners, investor);
  const sent = await readSentStatements(tx, {
    fundId: found.vehicle.id,
    investorId: investor?.investorId,
    endDate: end,
    asKnownOn,
  });
  const [latest] = sent;
  const { name } = found.vehicle;
  if (latest !== undefined) {
    const template = sent.flatMap((transfer) => transfer.template ?? []).map(readSentTemplate)[0];
    const bridges = sent.flatMap(({ template: figures, account }) =>
      figures ? readSentTemplate(figures).accounts.LP : account ? readAccount(account) : [],
    );
    const isOfEach = investor !== undefined || bridges.length === found.commitments.length;
    return {
      initialClosing: template?.initialClosing ?? null,
      finalClosing: template?.finalClosing ?? null,
      commencement: template?.commencement ?? null,
      accounts: {
        LP: bridges.length > 0 && isOfEach ? sumOfDetermined(bridges) : own,
        Fund: template?.accounts.Fund ?? noRows,
        GP: template?.accounts.GP ?? noRows,
      },
      sentAs: latest.account?.basedOn ?? '',
      isOfWholeFund: (template?.accounts.Fund.ITD.size ?? 0) > 0,
      whyNot: notSent(name),
    };
  }
  if (hasWholeFund(tenant, statements)) {
    const closes = withoutReversed(found.events)
      .flatMap(({ kind, date }) => (kind === 'CLOSE' ? [date] : []))
      .sort();
    const flows = found.trades.map(({ effective }) => effective).sort();
    return {
      initialClosing: closes[0] ?? null,
      finalClosing: closes.at(-1) ?? null,
      commencement: flows[0] ?? null,
      accounts: { LP: own, Fund: fund, GP: gp },
      sentAs: null,
      isOfWholeFund: true,
      whyNot: missingReason({ found, end, investor: undefined }, 'the other rows'),
    };
  }
  return {
    initialClosing: null,
    finalClosing: null,
    commencement: null,
    accounts: { LP: own, Fund: noRows, GP: noRows },
    sentAs: null,
    isOfWholeFund: false,
    whyNot: tenant.isLpTenant
      ? {
          code: 'NOT_REPORTED',
          message: `The figures of all partners of ${name} aren’t known here: no package of its manager was accepted for ${displayedDate(end)}.`,
        }
      : missingReason({ found, end, investor: undefined }, 'fees, expenses and carried interest'),
  };
}

const others = ['Fund', 'GP'] as const;

/**
 * Returns the accounts of the whole fund and its general partner, which ILPA's template has next to an investor's.
 * Empty if they aren't known, or the investor is the only partner.
 */
export async function otherAccounts(
  context: Pick<RequestContext, 'tx' | 'tenant'>,
  statements: FoundStatements,
  asKnownOn?: number,
): Promise<readonly AccountOfAnotherPeriod[]> {
  if (statements.investor === undefined) return [];
  const { accounts, isOfWholeFund, sentAs, whyNot } = await templateFigures(context, statements, asKnownOn);
  if (!isOfWholeFund || (sentAs === null && statements.found.commitments.length === 1)) return [];
  return others.map((party) => ({
    party,
    rows: toAccountRows(accounts[party]),
    notDetermined:
      sentAs === null
        ? explainMissing({ ...statements, investor: undefined }, accounts[party])
        : missingRows(accounts[party], whyNot),
  }));
}

/** Returns the same accounts from a package, for the statement printed from it. Empty if it doesn't contain them. */
export function accountsInPackage({ name, reportingTemplate }: Pick<TransferredFund, 'name' | 'reportingTemplate'>) {
  if (!reportingTemplate) return [];
  const { accounts } = readSentTemplate(reportingTemplate as SentTemplate);
  if (accounts.Fund.ITD.size === 0) return [];
  return others.map((party): AccountOfAnotherPeriod => {
    const account = accounts[party];
    return { party, rows: toAccountRows(account), notDetermined: missingRows(account, notSent(name)) };
  });
}

/** True if an account lacks a row in a period. */
export const isMissing = (account: CapitalAccount, row: number): boolean =>
  accountPeriods.some((period) => !account[period].has(row));
