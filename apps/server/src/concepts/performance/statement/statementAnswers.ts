import {
  loadStatements,
  type VehicleStatements,
} from '@carrara/adapters/postgres/performance/statement/loadStatements';
import { sentStatements } from '@carrara/adapters/postgres/performance/transfer/transferStatements';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import {
  type CapitalAccountAnswer,
  type CapitalAccountLine,
  casPeriods,
} from '@carrara/contract/performance/capitalAccount/capitalAccount';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/capitalAccount/portfolioSummary';
import {
  calendarDate,
  type CalendarDate,
  type Decimal,
  err,
  fail,
  type FailureCode,
  type Failures,
  moneyText,
  noSuch,
  ok,
  required,
  Result,
  displayedDate,
} from '@carrara/domain/kernel';
import {
  type AccountColumn,
  type AccountPeriod,
  accountPeriods,
  type BridgePart,
  type CapitalAccount,
  type PortfolioSummary,
  type Statement,
  templateRow,
  templateRowNumbers,
  unfundedPartRows,
  unfundedParts,
  statementDates,
  bridgesOfAccount,
  sentBridges,
  type ReportedBridge,
} from '@carrara/domain/performance/capitalAccount';
import { nothingBooked, readAccount } from '@carrara/domain/performance/period';
import {
  accountSummary,
  portfolioTexts,
  vehiclePortfolio,
  vehicleStatement,
  withoutLaterNavs,
  withReportedNavs,
} from '@carrara/domain/performance/statement';

export interface StatementQuery {
  readonly fundId: string;
  readonly investorId?: string | undefined;
  readonly endDate: string;
  readonly asKnownOn?: number | undefined;
}

/** A vehicle's statements and the requested investor. */
export interface FoundStatements {
  readonly found: VehicleStatements;
  readonly end: CalendarDate;
  readonly investor: VehicleStatements['commitments'][number] | undefined;
}

/**
 * Loads the input of a fund's statements and the requested investor.
 *
 * Fails: NOT_FOUND at the fund if it doesn't exist, and at the investor if it has no commitment to the fund.
 */
export async function findStatements(
  tx: Transaction,
  { fundId, investorId, endDate, asKnownOn }: StatementQuery,
): Promise<Result<FoundStatements, Failures>> {
  const end = calendarDate(endDate);
  const [found] = await loadStatements(tx, { vehicleId: fundId, end, asKnownOn });
  if (found === undefined) return err([noSuch('fund', ['fundId'])]);
  const investor = found.commitments.find((commitment) => commitment.investorId === investorId);
  if (investorId !== undefined && investor === undefined) {
    return err([fail('NOT_FOUND', ['investorId'], `This investor has no commitment to ${found.vehicle.name}.`)]);
  }
  return ok({ found, end, investor });
}

export const vehicleNamed = ({ vehicle: { id, code, name } }: VehicleStatements) => ({ id, code, name });
const investorNamed = (commitment: VehicleStatements['commitments'][number]) => ({
  id: commitment.investorId,
  code: commitment.investorCode,
  name: commitment.investorName,
});

/** Last row of a capital account. The rows after it are about portfolio companies. */
const OTHER_UNFUNDED = 113;
const LAST_ROW = 114;
/** Fields of a line that may be undetermined, with their rows. */
const lineRows: Readonly<Record<keyof CapitalAccountLine, number>> = {
  beginning: 12,
  contributions: 13,
  distributions: 14,
  otherFlows: 15,
  operating: 91,
  realized: 92,
  unrealized: 93,
  ending: 95,
  carryOwed: 103,
  endingBeforeCarry: 104,
  commitment: 108,
  unfunded: 114,
};

/** True if the figures at a quarter end were reported and the vehicle's ledger has no cash. */
export const isAsReported = ({ found, end }: Pick<FoundStatements, 'found' | 'end'>): boolean =>
  Boolean(found.reportedOf(null, end)?.reported);

/**
 * True if nothing is known of a vehicle's holdings beyond its reported values. Its ledger can have cash, which says
 * nothing about them.
 */
export const hasNoPortfolio = (statements: Pick<FoundStatements, 'found' | 'end'>): boolean =>
  statements.found.trades.length === 0 &&
  statements.found.valuations.length === 0 &&
  (statements.found.vehicle.navBasis === 'REPORTED' || hasOnlyCash(statements));

/**
 * Returns the failure for a request that needs more than a vehicle's reported figures. The vehicle's ledger has no cash, only
 * cash from a data transfer, or no holdings.
 *
 * Fails: NOT_REPORTED.
 */
export function notReported(field: string, statements: Pick<FoundStatements, 'found' | 'end'>, noun: string) {
  const { name } = statements.found.vehicle;
  const cause = isAsReported(statements)
    ? `The ledger of ${name} has no cash, and its reported figures don’t include`
    : hasOnlyCash(statements)
      ? `The cash of ${name} came with a data transfer, which doesn’t include`
      : `The reported values of ${name} don’t include`;
  return fail('NOT_REPORTED', [field], `${cause} ${noun}.`);
}

/** Returns why nothing has a value at a quarter end. Undefined if something is posted for it, or later. */
export const missingStatement = ({
  found: { lastQuarter },
  end,
}: Pick<FoundStatements, 'found' | 'end'>): string | undefined =>
  lastQuarter !== null && lastQuarter < end ? nothingBooked(displayedDate(end), displayedDate(lastQuarter)) : undefined;

/**
 * True if the cash of a vehicle, or of the investor, came with a data transfer, which says nothing about the vehicle's
 * operations.
 */
export const hasOnlyCash = ({
  found,
  end,
  investor,
}: Pick<FoundStatements, 'found' | 'end'> & Partial<FoundStatements>): boolean =>
  found.reportedOf(investor?.id ?? null, end)?.isCashAlone === true;

/** The reason why a figure has no value. */
export interface MissingReason {
  readonly code: FailureCode;
  readonly message: string;
}

/**
 * Returns why figures of a vehicle have no value: `what` wasn't reported, nothing is posted anymore, or a net asset
 * value is missing.
 */
export function missingReason(statements: FoundStatements, noun: string): MissingReason {
  if (isAsReported(statements) || hasOnlyCash(statements)) {
    const { code, detail: message } = notReported('account', statements, noun);
    return { code, message };
  }
  const { name, navBasis } = statements.found.vehicle;
  const silence = navBasis === 'LEDGER' ? missingStatement(statements) : undefined;
  return {
    code: 'NAV_MISSING',
    message: silence ?? `${name} lacks a net asset value at the start or the end of a period.`,
  };
}

/** Returns why figures of an account are missing. */
export function explainMissing(statements: FoundStatements, account: CapitalAccount) {
  const isReported = isAsReported(statements);
  const { code, message } = missingReason(
    statements,
    isReported ? 'the other rows, or the start of each of these periods' : 'the other rows',
  );
  const isSent = !isReported && hasOnlyCash(statements);
  const where = isSent ? ' The account as it was sent is in the transfer and in the investor’s documents.' : '';
  return missingRows(account, { code, message: `${message}${where}` });
}

export const missingRows = (account: CapitalAccount, why: MissingReason) =>
  Object.entries(lineRows).flatMap(([field, row]) =>
    accountPeriods.every((period) => account[period].has(row)) ? [] : [{ field, ...why }],
  );

/**
 * Returns the accounts of a vehicle. If it has reported net asset values, they are used; if its figures have ended,
 * there are none. Covers one partner (`only`, a commitment) or all.
 */
export function statementOfFound({ found, end }: Pick<FoundStatements, 'found' | 'end'>, only?: string): Statement {
  const { vehicle, commitments, reportedOf, lastQuarter } = found;
  const dates = statementDates(end, vehicle.fiscalYearEnd);
  const statement = vehicleStatement(found, dates, only);
  const gpIds = commitments.flatMap(({ id, isGp }) => (isGp ? [id] : []));
  return vehicle.navBasis === 'LEDGER'
    ? withoutLaterNavs(statement, lastQuarter ?? end, dates)
    : withReportedNavs(statement, gpIds, reportedOf, dates);
}

/**
 * Returns the NAV bridge of a fund for each period, as far as its statement contains it.
 *
 * Fails: NOT_REPORTED if only sums were reported, NAV_MISSING if it has no value on the date, and as `navBridge`.
 */
function bridgesOf(statements: FoundStatements): Result<Readonly<Record<AccountPeriod, ReportedBridge>>, Failures> {
  const { found, end } = statements;
  if (isAsReported(statements)) return err([notReported('date', statements, 'gains, income and expenses')]);
  const { fund } = statementOfFound(statements);
  const { name } = found.vehicle;
  if (!fund.ITD.has(CLOSING))
    return err([fail('NAV_MISSING', ['date'], `${name} has no net asset value on ${displayedDate(end)}.`)]);
  const unvalued = `${name} has no net asset value at the start of this period.`;
  const whyNot = (part: BridgePart) =>
    part !== 'opening' && hasOnlyCash(statements)
      ? notReported(part, statements, 'gains, income and expenses')
      : fail('NAV_MISSING', [part], unvalued);
  return bridgesOfAccount(fund, whyNot).mapErr((failure) => [failure]);
}

const CLOSING = 95;

/**
 * Returns the bridges of a vehicle at a quarter end: from the account that its manager sent, otherwise from its own
 * statement.
 *
 * Fails: as `bridgesOf` and `sentBridges`.
 */
export async function bridgesOn(
  tx: Transaction,
  statements: FoundStatements,
): Promise<Result<Readonly<Record<AccountPeriod, ReportedBridge>>, Failures>> {
  const { vehicle, reportedOf } = statements.found;
  const account = (await sentStatements(tx, { fundId: vehicle.id, endDate: statements.end }))?.account;
  if (!account) return bridgesOf(statements);
  const nav = reportedOf(null, statements.end)?.nav ?? null;
  return sentBridges(readAccount(account), nav).mapErr((failure) => [failure]);
}

/** Returns what a statement has for a commitment. */
export const requirePartner = <T>(partners: ReadonlyMap<string, T>, { id }: { readonly id: string }): T =>
  required(partners.get(id), `commitment ${id} of the statement`);

/** Returns a capital account without its state of knowledge: the investor's, otherwise the fund's. */
export function toCapitalAccount({ found, end, investor }: FoundStatements): Omit<CapitalAccountAnswer, 'basedOn'> {
  const dates = statementDates(end, found.vehicle.fiscalYearEnd);
  const { partners, fund } = statementOfFound({ found, end }, investor?.id);
  const account = investor === undefined ? fund : requirePartner(partners, investor);
  const commitments = investor === undefined ? found.commitments : [investor];
  const starts = { QTD: dates.quarterFrom, YTD: dates.yearFrom, ITD: null };
  return {
    fund: vehicleNamed(found),
    investor: investor === undefined ? null : investorNamed(investor),
    currency: found.vehicle.currency,
    endDate: end,
    periods: casPeriods.map((casPeriod) => ({
      ...casPeriod,
      id: casPeriod.code,
      startDate: starts[casPeriod.code],
      endDate: end,
    })),
    rows: toAccountRows(account),
    partners: commitments.map((statedCommitment) => {
      const { QTD, YTD, ITD } = requirePartner(partners, statedCommitment);
      const [qtd, ytd, itd] = [accountLine(QTD), accountLine(YTD), accountLine(ITD)];
      return { investor: investorNamed(statedCommitment), isGp: statedCommitment.isGp, qtd, ytd, itd };
    }),
    notDetermined: explainMissing({ found, end, investor }, account),
  };
}

/** Returns the rows of the template and, below row 113, the changes that row consists of. */
export const toAccountRows = (account: CapitalAccount): CapitalAccountAnswer['rows'] => {
  const figures = (row: number) => {
    const figure = (column: AccountColumn) => {
      const amount = column.get(row);
      return amount === undefined ? null : moneyText(amount);
    };
    return { row, qtd: figure(account.QTD), ytd: figure(account.YTD), itd: figure(account.ITD) };
  };
  return templateRowNumbers.flatMap((row) => {
    const rule = templateRow(row);
    if (rule === undefined || row < 11 || row > LAST_ROW) return [];
    const { label, heading, formula } = rule;
    return [
      { label, isHeading: heading === true, isTotal: formula !== undefined, ...figures(row) },
      ...(row === OTHER_UNFUNDED ? unfundedPartRows : []).map((part) => ({
        label: unfundedParts[part].label,
        isHeading: false,
        isTotal: false,
        ...figures(part),
      })),
    ];
  });
};

const accountLine = (column: AccountColumn): CapitalAccountLine =>
  Object.fromEntries(
    Object.entries(accountSummary(column)).map(([name, amount]: [string, Decimal | null]) => [
      name,
      amount && moneyText(amount),
    ]),
  ) as CapitalAccountLine;

const sections = { DEBT: 'Debt', EQUITY: 'Equity' } as const;

/**
 * Returns a portfolio: the whole fund's, or the investor's share in it, optionally of a single holding.
 *
 * Fails: with the failures of the allocation (nobody takes part in a security); NOT_REPORTED for a vehicle with
 * reported figures only.
 */
export function toPortfolio(
  { found, end, investor }: FoundStatements,
  holdingId?: string,
): Result<PortfolioSummaryAnswer, Failures> {
  if (hasNoPortfolio({ found, end })) return err([notReported('fundId', { found, end }, 'what it holds')]);
  const { whole, shares } = vehiclePortfolio(found, end, holdingId);
  const silence = missingStatement({ found, end });
  const portfolio: Result<PortfolioSummary, Failures> =
    investor === undefined ? ok(whole) : shares.map((all) => requirePartner(all, investor));
  return portfolio.map(({ securities, kinds, total }) => {
    const rows = statedSecurities(found).flatMap((security) => {
      const line = securities.get(security.id);
      return line === undefined ? [] : [{ security, line }];
    });
    const entry = (kind: 'DEBT' | 'EQUITY') => {
      const own = rows.filter(({ security }) => security.kind === kind);
      const investments = new Map(own.map(({ security }) => [security.investmentId, security.investmentName]));
      return {
        humanizedSectionName: sections[kind],
        investments: [...investments].map(([id, name]) => ({ id, name })),
        portfolioSummaries: own.map(({ security, line }) => ({
          id: security.id,
          name: security.name,
          investment: { id: security.investmentId, name: security.investmentName },
          fundInvestmentId: security.holdingId,
          debtType: kind === 'DEBT' ? security.type : null,
          equityType: kind === 'EQUITY' ? security.type : null,
          ...portfolioTexts(line, silence),
        })),
        loadedFundInvestment: holdingId ?? null,
        total: portfolioTexts(kinds[kind], silence),
      };
    };
    return {
      fund: vehicleNamed(found),
      investor: investor === undefined ? null : investorNamed(investor),
      currency: found.vehicle.currency,
      endDate: end,
      entries: [
        entry('DEBT'),
        entry('EQUITY'),
        {
          humanizedSectionName: 'Total' as const,
          investments: [],
          portfolioSummaries: [],
          loadedFundInvestment: holdingId ?? null,
          total: portfolioTexts(total, silence),
        },
      ],
    };
  });
}

/** Returns the securities, and holdings that count as one: those with income but without a security. */
function statedSecurities({ securities, holdings }: VehicleStatements): VehicleStatements['securities'] {
  return [...securities, ...holdings.map((holding) => ({ ...holding, kind: 'EQUITY' as const, type: null }))];
}
