import {
  commitmentsOfInvestor,
  completeQuartersOfInvestor,
  figuresOfInvestor,
  type FlowOrigin,
  type InvestorFiguresOfQuarter,
  flowsOfInvestor,
  investorHead,
  quartersOfInvestor,
} from '@carrara/adapters/postgres/performance/statement/investorReads';
import { vehiclesWithCommitments } from '@carrara/adapters/postgres/performance/statement/statementLists';
import { investorCommitments, investorFigureList } from '@carrara/adapters/postgres/performance/reporting/investorList';
import { reportingDates } from '@carrara/adapters/postgres/performance/periodFigures/reportingDates';
import {
  type InvestorCashFlows,
  investorHistoryFields,
  type InvestorSummary,
  type investorPerformanceEndpoints,
} from '@carrara/contract/performance/investor/investorPerformance';
import {
  calendarDate,
  type Decimal,
  err,
  fail,
  type Failures,
  moneyText,
  ok,
  required,
  Result,
} from '@carrara/domain/kernel';
import { quarterHistory, returnHistory } from '@carrara/domain/performance/fundProfile';
import { entryTypeRule, isContribution } from '@carrara/domain/performance/ledger';
import {
  type CashFlowEvent,
  cashFlowEvents,
  type FlowLine,
  flowsByYear,
  type YearOfFlows,
} from '@carrara/domain/performance/statement';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import { ownerNotFound, ownerExists } from '../../../core/ownerScope.ts';
import {
  holdingsOfInvestor,
  type InvestorStatements,
  sentToInvestor,
  statementsOfInvestor,
} from './holdingsOfInvestor.ts';
import { holdingAsSent, portfolioAsSent } from '../statement/sentPortfolio.ts';
import { hasNoPortfolio, toPortfolio } from '../statement/statementAnswers.ts';
import { markedList } from '../vehicle/figureList.ts';

type Endpoints = typeof investorPerformanceEndpoints;
type Tx = RequestContext['tx'];

/** Returns the sums of an investor: a single set if there is one currency, otherwise one per currency. */
async function summaryOf(tx: Tx, investorId: string, endDate: string): Promise<InvestorSummary> {
  const byCurrency = await figuresOfInvestor(tx, investorId, endDate);
  const [only] = byCurrency.length === 1 ? byCurrency : [];
  return {
    endDate,
    currency: only?.currency ?? null,
    totalCommitment: only?.commitment ?? null,
    investedCapital: only?.contributions ?? null,
    distributions: only?.distributions ?? null,
    unfunded: only?.unfunded ?? null,
    nav: only?.nav ?? null,
    personalIrr: only?.irr ?? null,
    tvpi: only?.tvpi ?? null,
    byCurrency,
  };
}

/** Returns the change and the trend of each figure that one currency has at its quarter end. */
function historyOf(
  { currency, periodEnd }: InvestorSummary['byCurrency'][number],
  all: readonly InvestorFiguresOfQuarter[],
) {
  const quarters = all.filter((quarter) => quarter.currency === currency);
  const end = calendarDate(periodEnd);
  return investorHistoryFields.flatMap((field) => {
    const history =
      field === 'irr'
        ? returnHistory(quarters, end)
        : quarterHistory(
            quarters.map((quarter) => ({ end: quarter.end, value: quarter.figures[field] })),
            end,
            field === 'tvpi' ? 'ratio' : 'money',
          );
    return history.trend.at(-1)?.value == null ? [] : [{ field, ...history }];
  });
}

const ofInvestor =
  <I extends { readonly params: { readonly id: string } }, T>(
    read: (context: RequestContext, input: I) => Promise<T>,
  ) =>
  async (context: RequestContext, input: I): Promise<Result<T, Failures>> =>
    (await ownerExists(context.tx, input.params.id, 'investor'))
      ? ok(await read(context, input))
      : ownerNotFound('investor');

export const investorPerformanceOperations: Operations<Endpoints> = {
  async getInvestorProfile({ tx }, { params, query }) {
    const head = await investorHead(tx, params.id);
    if (head === undefined) return ownerNotFound('investor');
    const { displayedQuarter: displayedHead, ...investor } = head;
    const endDate = query.endDate ?? displayedHead;
    if (endDate === null) {
      return err([fail('NOT_FOUND', ['endDate'], 'There is no reporting data for this investor.')]);
    }
    const summary = await summaryOf(tx, params.id, endDate);
    const quarters = await completeQuartersOfInvestor(tx, params.id);
    return ok({
      ...investor,
      ...summary,
      byCurrency: summary.byCurrency.map((figures) => ({ ...figures, history: historyOf(figures, quarters) })),
    });
  },
  chartInvestor: ofInvestor(({ tx }, { params }) => quartersOfInvestor(tx, params.id)),
  getInvestorSummary: ofInvestor(({ tx }, { params }) => summaryOf(tx, params.id, params.date)),
  listInvestorFunds: ofInvestor(({ tx }, { params }) => vehiclesWithCommitments(tx, params.id)),
  listInvestorFundsByPeriod: ofInvestor(({ tx }, { params }) => commitmentsOfInvestor(tx, params.id, params.date)),
  async listInvestorInvestments({ tx }, { params, query }) {
    if (!(await ownerExists(tx, params.id, 'investor'))) return ownerNotFound('investor');
    return holdingsOfInvestor(tx, params.id, params.date, query.asKnownOn);
  },
  async listInvestorPortfolioSummaries({ tx }, { params, query }) {
    if (!(await ownerExists(tx, params.id, 'investor'))) return ownerNotFound('investor');
    const all = await statementsOfInvestor(tx, params.id, params.date, query.asKnownOn);
    return Result.combine(
      all.flatMap((statements) => {
        const portfolio = portfolioOfInvestor(statements);
        return portfolio ? [portfolio] : [];
      }),
    );
  },
  async getInvestorPortfolioSummary({ tx }, { params, query }) {
    if (!(await ownerExists(tx, params.id, 'investor'))) return ownerNotFound('investor');
    const all = await statementsOfInvestor(tx, params.id, params.date, query.asKnownOn);
    const statements = all.find(({ found }) => found.holdings.some(({ id }) => id === params.fundInvestmentId));
    if (statements === undefined) {
      return err([fail('NOT_FOUND', ['fundInvestmentId'], 'No fund of this investor has this investment.')]);
    }
    return portfolioOfInvestor(statements, params.fundInvestmentId) ?? toPortfolio(statements);
  },
  listInvestorFigures: markedList(listOperation(investorFigureList)),
  listReportingDatesOfInvestor: ofInvestor((context, { params }) => reportingDates(context, 'investor', params.id)),
  chartInvestors: async ({ tx }, { query }) => ok(await investorCommitments(tx, query)),
  async listInvestorCashFlows(context, { params, query }) {
    const { tx } = context;
    if (!(await ownerExists(tx, params.investorId, 'investor'))) return ownerNotFound('investor');
    const flows = await flowsOfInvestor(tx, params.investorId, params.date, query.asKnownOn);
    return ok(cashFlowsOf(flows, { day: params.date, category: query.category, base: tenantCurrency(context) }));
  },
};

/**
 * Returns an investor's share of a fund's portfolio, or of one holding: as its manager sent it, otherwise the ledger's.
 * Undefined if neither has one.
 */
function portfolioOfInvestor(statements: InvestorStatements, holdingId?: string) {
  const sent = portfolioAsSent(sentToInvestor(statements));
  if (sent) return ok(holdingId === undefined ? sent : holdingAsSent(sent, holdingId));
  return hasNoPortfolio(statements) ? undefined : toPortfolio(statements, holdingId);
}

type Flows = Awaited<ReturnType<typeof flowsOfInvestor>>;

interface CashFlowsRequest {
  readonly day: string;
  readonly category: string | undefined;
  readonly base: string;
}

function cashFlowsOf(flows: Flows, { day, category, base }: CashFlowsRequest): InvestorCashFlows {
  const events = cashFlowEvents(flows.filter(({ type }) => !category || entryTypeRule(type).category === category));
  const originOf = (event: CashFlowEvent): FlowOrigin =>
    required(
      flows.find((flow) => flow.vehicleId === event.vehicleId && flow.noticeId === event.noticeId),
      'the flow of a cash flow event',
    );
  const overviews = events.map((event) => overviewOf(event, originOf(event)));
  const years = flowsByYear(events, (event) => originOf(event).currency, base);
  const chart = (chartOf: (year: YearOfFlows) => Decimal) =>
    years.map((year) => ({ key: String(year.year), currency: year.currency, value: moneyText(chartOf(year)) }));
  const funds = new Map(flows.map(({ vehicle }) => [vehicle.id, vehicle]));
  return {
    overviews,
    funds: [...funds.values()].sort((a, b) => a.name.localeCompare(b.name, 'en')),
    selectedCashFlow: overviews.find(({ overview }) => overview.issueDate === day) ?? overviews[0] ?? null,
    distributionChartData: chart(({ distributions }) => distributions),
    callChartData: chart(({ contributions }) => contributions),
  };
}

function overviewOf(
  event: CashFlowEvent,
  { vehicle, currency, notice }: FlowOrigin,
): InvestorCashFlows['overviews'][number] {
  const part = (isPaid: boolean) => ({
    total: moneyText(isPaid ? event.contributions : event.distributions),
    properties: event.lines
      .filter(({ type, isInterest }) => !isInterest && isContribution(type) === isPaid)
      .map(lineOf),
  });
  return {
    id: event.noticeId ?? `${event.vehicleId} ${event.date}`,
    fund: vehicle,
    currency,
    overview: {
      issueDate: notice?.issueDate ?? event.date,
      dueDate: notice?.dueDate ?? event.date,
      sequenceNumber: notice?.number ?? null,
      kind: notice?.kind ?? (event.contributions.gt(event.distributions) ? 'CALL' : 'DISTRIBUTION'),
      description: notice?.description ?? null,
    },
    contributions: part(true),
    distributions: part(false),
    interest: {
      total: moneyText(event.interest),
      properties: event.lines.filter(({ isInterest }) => isInterest).map(lineOf),
    },
    unfunded: moneyText(event.unfunded),
  };
}

const lineOf = ({ type, category, amount, cash }: FlowLine) => ({
  code: type,
  name: entryTypeRule(type).title,
  category,
  amount: moneyText(amount),
  cash: moneyText(cash),
});
