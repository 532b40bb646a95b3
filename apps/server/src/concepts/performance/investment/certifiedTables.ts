import { readInvestorTypes } from '@carrara/adapters/postgres/performance/analysis/ilpaReads';
import { flowsOfInvestor } from '@carrara/adapters/postgres/performance/statement/investorReads';
import type { Column } from '@carrara/contract/core/fields';
import {
  type CertifiedDomain,
  certifiedDomains,
  type Segregation,
} from '@carrara/contract/performance/investment/certifiedDomains';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/capitalAccount/portfolioSummary';
import { err, type Failures, moneyText, ok, required, type Result } from '@carrara/domain/kernel';
import type { CapitalAccount } from '@carrara/domain/performance/capitalAccount';
import { feeAmount, feeProperties } from '@carrara/domain/performance/ilpa';
import { entryTypeRule, paymentOfShare } from '@carrara/domain/performance/ledger';
import type { RequestContext } from '../../../core/operations.ts';
import { performanceInvestmentOperations } from './investment.ts';
import { sentPortfolio } from '../statement/sentPortfolio.ts';
import {
  toAccountRows,
  findStatements,
  type FoundStatements,
  hasNoPortfolio,
  requirePartner,
  toPortfolio,
  statementOfFound,
} from '../statement/statementAnswers.ts';
import { templateFigures } from '../statement/templateFigures.ts';

export interface CertifiedQuery {
  readonly endDate: string;
  readonly fundIds: readonly string[];
  readonly investorIds: readonly string[];
  readonly domains: readonly CertifiedDomain[];
  readonly segregateBy: Segregation;
  readonly asOfSequence: number;
}

type Row = Readonly<Record<string, unknown>> & { readonly fund: string; readonly investor: string | null };
interface Table {
  readonly columns: readonly Column[];
  readonly rowsOf: (
    context: RequestContext,
    found: FoundStatements,
    query: CertifiedQuery,
  ) => Promise<Result<readonly Row[], Failures>>;
}

const text = (field: string, title: string) => ({ field, kind: 'text', title }) as const;
const money = (field: string, title: string) => ({ field, kind: 'money', title, nullIs: 'not determined' }) as const;
const columns = [
  text('fund', 'Fund'),
  text('investor', 'Investor'),
  { field: 'currency', kind: 'code', title: 'Currency' },
] as const;
const periods = [
  money('qtd', 'Quarter to date'),
  money('ytd', 'Year to date'),
  money('itd', 'Inception to date'),
] as const;
const amounts = [
  money('invested', 'Invested'),
  money('proceeds', 'Proceeds'),
  money('income', 'Income'),
  money('remainingCost', 'Remaining cost'),
  money('fairValue', 'Fair value'),
] as const;
const portfolioColumns = [
  ...columns,
  text('section', 'Section'),
  text('investment', 'Investment'),
  text('security', 'Security'),
  ...amounts,
  money('total', 'Total value'),
  money('gain', 'Gain'),
  { field: 'grossMoic', kind: 'multiple', title: 'Gross MOIC' },
  { field: 'grossIrr', kind: 'return', title: 'Gross IRR' },
] as const;
const feeColumns = [...columns, text('section', 'Section'), text('fee', 'Fee'), ...periods] as const;

/** Returns the commitments of the requested investors, or all if none is given. */
const commitmentsOf = ({ found }: FoundStatements, { investorIds }: CertifiedQuery) =>
  found.commitments.filter(({ investorId }) => investorIds.length === 0 || investorIds.includes(investorId));

const headOf = ({ found }: FoundStatements, investor: string | null = null) => ({
  fund: found.vehicle.name,
  investor,
  currency: found.vehicle.currency,
});

const securitiesOf = (
  statements: FoundStatements,
  { entries }: PortfolioSummaryAnswer,
  investor: string | null,
): readonly Row[] =>
  entries.flatMap(({ humanizedSectionName: section, portfolioSummaries }) =>
    portfolioSummaries.map(({ investment, name, ...line }) => ({
      ...headOf(statements, investor),
      section,
      investment: investment.name,
      security: name,
      ...line,
    })),
  );

/** Returns the rows of the portfolio, as the manager sent it, otherwise from the ledger. There are none if only figures of the vehicle are known. */
async function portfolioRows(
  { tx }: RequestContext,
  statements: FoundStatements,
  { endDate, asOfSequence }: CertifiedQuery,
  name: string | null,
): Promise<Result<readonly Row[], Failures>> {
  const query = {
    fundId: statements.found.vehicle.id,
    investorId: statements.investor?.investorId,
    endDate,
    asKnownOn: asOfSequence,
  };
  const sent = await sentPortfolio(tx, query);
  if (sent !== undefined) return ok(securitiesOf(statements, sent, name));
  return hasNoPortfolio(statements)
    ? ok([])
    : toPortfolio(statements).map((portfolio) => securitiesOf(statements, portfolio, name));
}

type InvestorStatements = FoundStatements & { readonly investor: NonNullable<FoundStatements['investor']> };

/** Returns the rows of each investor in turn, up to the first failure. */
async function eachInvestor(
  statements: FoundStatements,
  query: CertifiedQuery,
  rowsOf: (
    own: InvestorStatements,
    name: string,
  ) => Result<readonly Row[], Failures> | Promise<Result<readonly Row[], Failures>>,
): Promise<Result<readonly Row[], Failures>> {
  const rows: Row[] = [];
  for (const investor of commitmentsOf(statements, query)) {
    const own = await rowsOf({ ...statements, investor }, investor.investorName);
    if (own.isErr()) return err(own.error);
    rows.push(...own.value);
  }
  return ok(rows);
}

const accountRows = (own: FoundStatements, account: CapitalAccount, name: string | null): readonly Row[] =>
  toAccountRows(account)
    .filter(({ isHeading }) => !isHeading)
    .map(({ row, label, qtd, ytd, itd }) => ({ ...headOf(own, name), row, label, qtd, ytd, itd }));

function feeRows(own: FoundStatements, account: CapitalAccount, name: string | null): readonly Row[] {
  return feeProperties.flatMap(({ name: section, properties }) =>
    properties.map(({ row, label }) => {
      const amount = (period: keyof CapitalAccount) => {
        const found = feeAmount(account[period], row);
        return found && moneyText(found);
      };
      return { ...headOf(own, name), section, fee: label, qtd: amount('QTD'), ytd: amount('YTD'), itd: amount('ITD') };
    }),
  );
}

/** Returns the accounts of a fund as a whole, and the rows of each investor's: as its manager sent them, otherwise from the ledger. */
async function accountsOf(
  context: RequestContext,
  found: FoundStatements,
  query: CertifiedQuery,
  rowsOf: (own: InvestorStatements, account: CapitalAccount, name: string) => readonly Row[],
) {
  const whole = await templateFigures(context, found, query.asOfSequence);
  const { partners } = statementOfFound(found);
  const accountOf = async (own: InvestorStatements) =>
    whole.sentAs === null
      ? requirePartner(partners, own.investor)
      : (await templateFigures(context, own, query.asOfSequence)).accounts.LP;
  const rows = await eachInvestor(found, query, async (own, name) => ok(rowsOf(own, await accountOf(own), name)));
  return { accounts: whole.accounts, rows };
}

const tables: Readonly<Record<CertifiedDomain, Table>> = {
  PS: {
    columns: portfolioColumns,
    rowsOf: (context, found, query) => portfolioRows(context, found, query, null),
  },
  PSI: {
    columns: portfolioColumns,
    rowsOf: (context, found, query) =>
      eachInvestor(found, query, (own, name) => portfolioRows(context, own, query, name)),
  },
  PM: {
    columns: [
      ...columns,
      text('investment', 'Investment'),
      text('metric', 'Metric'),
      { field: 'entry', kind: 'money', title: 'At entry' },
      { field: 'current', kind: 'money', title: 'Now' },
      { field: 'change', kind: 'percent', title: 'Change' },
    ],
    async rowsOf(context, found, { endDate }) {
      const rows: Row[] = [];
      const holdingsById = new Map(
        [...found.found.securities, ...found.found.holdings].map((holding) => [holding.holdingId, holding]),
      );
      for (const { holdingId, investmentId, investmentName } of holdingsById.values()) {
        const query = { investmentId, sourceId: holdingId, endDate };
        const answer = await performanceInvestmentOperations.getInvestmentMetrics(context, { query });
        if (answer.isErr()) return err(answer.error);
        for (const { title, entry, current, change } of answer.value.metrics)
          rows.push({ ...headOf(found), investment: investmentName, metric: title, entry, current, change });
      }
      return ok(rows);
    },
  },
  CAS: {
    columns: [
      ...columns,
      { field: 'row', kind: 'count', title: 'Row' },
      text('label', 'Reporting Template row'),
      ...periods,
    ],
    async rowsOf(context, found, query) {
      // In an investor's firm, the account without an investor is the one of its own commitments.
      const { accounts, rows } = await accountsOf(context, found, query, accountRows);
      return rows.map((own) => [...accountRows(found, accounts.LP, null), ...own]);
    },
  },
  CF: {
    columns: [
      ...columns,
      { field: 'date', kind: 'date', title: 'Date' },
      { field: 'notice', kind: 'count', title: 'Notice' },
      text('type', 'Type'),
      text('category', 'Category'),
      { field: 'amount', kind: 'money', title: 'Amount' },
      { field: 'cash', kind: 'money', title: 'Investor’s cash' },
    ],
    async rowsOf({ tx }, found, query) {
      const rows: Row[] = [];
      for (const { investorId, investorName } of commitmentsOf(found, query)) {
        const flows = await flowsOfInvestor(tx, investorId, query.endDate, query.asOfSequence);
        const own = flows.filter(({ vehicleId }) => vehicleId === found.found.vehicle.id);
        for (const flow of own.toSorted((a, b) => a.effective.localeCompare(b.effective))) {
          const { title, category } = entryTypeRule(flow.type);
          rows.push({
            ...headOf(found, investorName),
            date: flow.effective,
            notice: flow.notice?.number ?? null,
            type: title,
            category,
            amount: moneyText(flow.amount),
            cash: moneyText(paymentOfShare(flow, flow)),
          });
        }
      }
      return ok(rows);
    },
  },
  FEE: {
    columns: feeColumns,
    async rowsOf(context, found, query) {
      const { accounts, rows } = await accountsOf(context, found, query, feeRows);
      return rows.map((own) => [...feeRows(found, accounts.Fund, null), ...own]);
    },
  },
  /** Fees of investors that are funds themselves. */
  FEEFOF: {
    columns: feeColumns,
    async rowsOf(context, found, query) {
      const types = await readInvestorTypes(context.tx, found.found.vehicle.id);
      const isFund = ({ investor }: InvestorStatements) => types.get(investor.id)?.code === 'FUND';
      return (await accountsOf(context, found, query, (own, ...rest) => (isFund(own) ? feeRows(own, ...rest) : [])))
        .rows;
    },
  },
  FUNDSCHED: {
    columns: [
      ...columns.filter(({ field }) => field !== 'investor'),
      text('investment', 'Investment'),
      text('security', 'Security'),
      text('section', 'Section'),
      money('remainingCost', 'Cost'),
      money('fairValue', 'Fair value'),
      { field: 'partOfFund', kind: 'return', title: '% of fair value' },
    ],
    rowsOf: (context, found, query) => portfolioRows(context, found, query, null),
  },
};

const titleOf = (domain: CertifiedDomain) =>
  required(
    certifiedDomains.find(({ code }) => code === domain),
    `domain ${domain}`,
  ).description;
const groupOf: Readonly<Record<Exclude<Segregation, 'NONE'>, (row: Row) => string>> = {
  FUND: ({ fund }) => fund,
  INVESTOR: ({ investor }) => investor ?? 'Funds',
};

/**
 * Creates the workbooks of a certification: one per domain and, if segregated, per fund or investor. Rows without an
 * investor are combined as 'Funds'.
 *
 * Fails: NOT_FOUND for an unknown fund; the failures of its investors' portfolios.
 */
export async function certifiedTables(context: RequestContext, query: CertifiedQuery) {
  const all: {
    readonly name: string;
    readonly list: { readonly title: string; readonly columns: readonly Column[]; readonly rows: readonly Row[] };
  }[] = [];
  const rows = new Map(query.domains.map((domain): [CertifiedDomain, Row[]] => [domain, []]));
  for (const fundId of query.fundIds) {
    const found = await findStatements(context.tx, { fundId, endDate: query.endDate, asKnownOn: query.asOfSequence });
    if (found.isErr()) return err(found.error);
    for (const [domain, own] of rows) {
      const domainRows = await tables[domain].rowsOf(context, found.value, query);
      if (domainRows.isErr()) return err(domainRows.error);
      own.push(...domainRows.value);
    }
  }
  for (const [domain, own] of rows) {
    const groups = new Map<string, Row[]>(query.segregateBy === 'NONE' ? [['', []]] : []);
    for (const row of own) {
      const group = query.segregateBy === 'NONE' ? '' : groupOf[query.segregateBy](row);
      const members = groups.get(group);
      if (members) members.push(row);
      else groups.set(group, [row]);
    }
    // A domain without data gets a workbook without rows.
    if (groups.size === 0) groups.set('', []);
    for (const [group, members] of groups)
      all.push({
        name: [titleOf(domain), group, query.endDate].filter(Boolean).join(' - '),
        list: { title: titleOf(domain), columns: tables[domain].columns, rows: members },
      });
  }
  return ok(all);
}
