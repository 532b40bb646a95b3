import {
  readHoldingFigures,
  investmentCharts,
  investmentHistory,
  readNews,
  readReportingDates,
  readSources,
  summaryInvestments,
} from '@carrara/adapters/postgres/performance/investment/readInvestment';
import { newsStore } from '@carrara/adapters/postgres/performance/investment/periodStores';
import {
  performanceInvestmentList,
  sectorFacets,
  type StoredHolding,
  type StoredInvestmentRow,
} from '@carrara/adapters/postgres/performance/investment/investmentList';
import type { StoredRecord } from '@carrara/adapters/postgres/engine/records/recordStore';
import { loadLedger, loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { containerNavigation } from '@carrara/adapters/postgres/portfolio/container/navigation';
import { investmentStore } from '@carrara/adapters/postgres/portfolio/container/containers';
import { innerName } from '@carrara/contract/core/wireNames';
import { hasPermission } from '@carrara/contract/core/permissions';
import { coverageLines, namesInFile } from '@carrara/contract/core/coverage';
import {
  type InvestmentRow,
  type PerformanceInvestment,
  performanceInvestmentEndpoints,
  performanceInvestmentFields,
} from '@carrara/contract/performance/investment/investment';
import {
  calendarDate,
  type Coverage,
  decimal,
  err,
  type Failures,
  fail,
  numberText,
  ok,
  type Result,
} from '@carrara/domain/kernel';
import {
  decideNewsUrl,
  type PooledHolding,
  pooledTotals,
  investmentReturn,
  investmentReturnTexts,
  percentOfTotal,
  storedRate,
  undeterminedBy,
} from '@carrara/domain/performance/investment';
import { unreportedShort } from '@carrara/domain/performance/period';
import { mappedList } from '../../../core/mappedList.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { recordOperations } from '../../../core/recordOperations.ts';
import { savePerformanceInvestment } from '../../../usecases/performance/investment.ts';
import { investmentOperations } from '../../portfolio/investment.ts';
import { investmentProfile, displayedEnd } from './investmentProfile.ts';
import { holdingInvestors } from './holdingInvestors.ts';
import { statedCoverage } from '../vehicle/namedVehicle.ts';
import { holdingAsSent, sentPortfolio } from '../statement/sentPortfolio.ts';
import { findStatements, toPortfolio } from '../statement/statementAnswers.ts';
import {
  metricsAt,
  saveInvestmentMetrics,
  savePortfolioMetrics,
  readSource,
} from '../../../usecases/performance/portfolioMetrics.ts';
import {
  metricTitles,
  portfolioChoices,
  readPortfolioMetrics,
  reasonsFor,
  metricRows,
  metricValues,
} from './portfolioMetrics.ts';

const noReturns = { grossIrr: null, grossIrrAnnualized: null, grossMoic: null };

/** The reasons of an investment with amounts in several currencies. */
const inCurrencies: InvestmentRow['notDetermined'] = ['grossIrr', 'grossMoic', 'percentTotal'].map((field) => ({
  field,
  code: 'MIXED_CURRENCIES',
  message: 'The funds that hold this investment have different currencies.',
}));

/**
 * Returns a row of the list. A single holding supplies its own figures. Those of several cover the holdings that determine
 * them, and rates are computed from their combined trades.
 */
function displayedRow({
  figures,
  trades,
  holdings,
  investedOfAll,
  endDate,
  ...row
}: StoredInvestmentRow): InvestmentRow {
  const { totalFundInvestedAmount: invested } = row;
  const percent =
    invested === null || investedOfAll === null ? null : percentOfTotal(decimal(invested), decimal(investedOfAll));
  const common = { ...row, percentTotal: percent && numberText(percent) };
  if (figures) return { ...common, ...figures, coverage: null, fundsCovered: [] };
  if (holdings === null || endDate === null)
    return { ...common, ...noReturns, coverage: null, fundsCovered: [], notDetermined: [] };
  const parts = holdings.map(pooledHolding);
  const totals = pooledTotals(parts);
  const amounts = {
    totalFundInvestedAmount: totals.invested.coverage,
    percentTotal: totals.invested.coverage,
    realized: totals.realized.coverage,
    fairValue: totals.fairValue.coverage,
  };
  // Amounts in several currencies have no rate.
  const withAmounts = holdings.filter(({ invested, realized, fairValue }) => invested ?? realized ?? fairValue);
  const hasCurrencies = new Set(withAmounts.map(({ currencyId }) => currencyId)).size > 1;
  const { covered, ...found } = investmentReturn(parts, (trades ?? []).map(decimalTrade), calendarDate(endDate));
  const { notDetermined, ...returns } = investmentReturnTexts(found);
  const coverages = hasCurrencies ? amounts : { ...amounts, ...covered };
  const reasons = Object.entries(amounts).flatMap(([field, coverage]) => undeterminedBy(field, coverage));
  return {
    ...common,
    ...(hasCurrencies ? noReturns : returns),
    ...coverageOf(coverages),
    notDetermined: [...reasons, ...(hasCurrencies ? inCurrencies : notDetermined)],
  };
}
const pooledHolding = ({ id, vehicle, lastDate, notDetermined, ...amounts }: StoredHolding): PooledHolding => ({
  id,
  named: {
    ...vehicle,
    reason: reasonOfAmount(notDetermined),
    lastDate: lastDate === null ? null : calendarDate(lastDate),
    carriedFrom: null,
  },
  invested: decimalOrNull(amounts.invested),
  realized: decimalOrNull(amounts.realized),
  fairValue: decimalOrNull(amounts.fairValue),
  rate: {
    grossIrr: amounts.grossIrr === null ? null : storedRate(amounts.grossIrr),
    grossIrrAnnualized: amounts.grossIrrAnnualized,
    notDetermined,
  },
});
const decimalOrNull = (text: string | null) => (text === null ? null : decimal(text));
const reasonOfAmount = (notDetermined: StoredHolding['notDetermined']): string =>
  notDetermined.find(({ field }) => ['fairValue', 'proceeds', 'income'].includes(field))?.message ??
  notDetermined[0]?.message ??
  unreportedShort;
const decimalTrade = ({ date, amount, ...trade }: NonNullable<StoredInvestmentRow['trades']>[number]) => ({
  ...trade,
  date: calendarDate(date),
  amount: decimal(amount),
});

/** Returns the funds that each figure covers, in the contract's form. Empty if all figures cover all funds. */
function coverageOf(coverages: Readonly<Record<string, Coverage>>): Pick<InvestmentRow, 'coverage' | 'fundsCovered'> {
  const stated = Object.entries(coverages).map(([field, coverage]) => ({ field, coverage: statedCoverage(coverage) }));
  if (stated.every(({ coverage }) => coverage.excluded.length === 0)) return { coverage: null, fundsCovered: [] };
  const { columns } = performanceInvestmentEndpoints.listPerformanceInvestments.list;
  return {
    coverage: coverageLines(stated, columns, 'funds', namesInFile).join('. '),
    fundsCovered: stated.map(({ field, coverage }) => ({ field, ...coverage })),
  };
}

const list = mappedList<InvestmentRow, ListInput, unknown, StoredInvestmentRow>(
  performanceInvestmentList,
  ({ endDate = null, vehicleId, sector, type }) => ({ endDate, vehicleId, sector, type }),
  displayedRow,
);
/** Request of the list. */
type ListInput = Parameters<
  Operations<typeof performanceInvestmentEndpoints>['listPerformanceInvestments']
>[1]['query'];

const fields = Object.keys(performanceInvestmentFields);
const head = ['id', 'rowVersion', 'createdDate', 'createdBy', 'updatedDate', 'updatedBy'];

/** Returns an investment, without carry's fields unless the person may read carry. */
async function investmentOf(context: RequestContext, id: string): Promise<Result<PerformanceInvestment, Failures>> {
  const found = await investmentOperations.getInvestment(context, { params: { id } });
  if (found.isErr()) return err(found.error);
  const mayReadCarry = hasPermission(context.grants, 'investment.view');
  const { fundInvestments, coinvestmentInvestments, ...stored } = found.value;
  const own = {
    ...stored,
    vehicles: [
      ...fundInvestments.map(({ fund }) => fund),
      ...coinvestmentInvestments.map((coinvestmentInvestment) => coinvestmentInvestment.coinvestment),
    ].map(short),
  };
  const part = (source: {
    readonly id: string;
    readonly canDelete: boolean;
    readonly totalCarryDistributed: string;
  }) => ({
    id: source.id,
    canDelete: source.canDelete,
    totalCarryDistributed: mayReadCarry ? source.totalCarryDistributed : null,
  });
  return ok({
    ...(Object.fromEntries(
      [...head, ...fields].map((name) => [name, (own as Record<string, unknown>)[name] ?? null]),
    ) as PerformanceInvestment),
    fundInvestments: fundInvestments.map((fundInvestment) => ({
      ...part(fundInvestment),
      fund: short(fundInvestment.fund),
    })),
    coinvestmentInvestments: coinvestmentInvestments.map((coinvestmentInvestment) => ({
      ...part(coinvestmentInvestment),
      coinvestment: short(coinvestmentInvestment.coinvestment),
    })),
  });
}
const short = ({
  id,
  code,
  name,
}: {
  readonly id: string;
  readonly code?: string | null | undefined;
  readonly name?: string | null | undefined;
}) => ({
  id,
  code: code ?? null,
  name: name ?? '',
});

interface Search {
  readonly searchString: string;
  readonly filters: {
    readonly endDate?: string | undefined;
    readonly vehicleId?: string | undefined;
    readonly sector?: string | undefined;
    readonly type?: string | undefined;
  };
  readonly top: number;
  readonly skip: number;
  readonly sort: string;
}
/**
 * Returns a window of search results by cutting it out of the pages that contain it. `-` before a column sorts in
 * descending order.
 */
async function search(context: RequestContext, { searchString, filters, top, skip, sort }: Search) {
  const sortAsc = !sort.startsWith('-');
  const request = {
    pageSize: top,
    sortColumn: innerName(sort.replace(/^-/, '')),
    sortAsc,
    searchQuery: searchString,
    ...filters,
  };
  const first = Math.floor(skip / top);
  const from = skip - first * top;
  const pages = from === 0 ? [first] : [first, first + 1];
  const rows: InvestmentRow[] = [];
  let count = 0;
  for (const page of pages) {
    const found = await list(context, { query: { ...request, startPage: page + 1 } });
    if (found.isErr()) return err(found.error);
    rows.push(...found.value.pageData);
    count = found.value.totalItemCount;
  }
  return ok({ rows: rows.slice(from, from + top), count });
}

const indexState = async ({ tx }: RequestContext) => {
  const indexed = (await containerNavigation(tx, 'investment')).length;
  return ok({
    indexed,
    message: 'The database updates the search with each save, so there is nothing to build.',
  });
};
const byPost = async () =>
  err<never, Failures>([fail('METHOD_NOT_ALLOWED', [], 'This call changes data. Send it as a POST request.')]);

/** Returns the tables of metrics, with a version only if they were saved for this very quarter. */
function metricsMessage(holding: StoredRecord | undefined, end: string) {
  const periodEnd = (holding?.['periodEnd'] as string | undefined) ?? null;
  return {
    periodEnd,
    rowVersion: periodEnd === end ? (holding?.rowVersion ?? null) : null,
    ltmDate: (holding?.['ltmDate'] as string | null | undefined) ?? null,
    metrics: metricRows(metricTitles, holding),
  };
}

const news = recordOperations({
  store: newsStore,
  answer: async (_tx, stored) => stored,
  prepare: async (_context, values) => decideNewsUrl(values['url']).map((url) => ({ ...values, url })),
});

export const performanceInvestmentOperations: Operations<typeof performanceInvestmentEndpoints> = {
  listPerformanceInvestments: list,
  getPerformanceInvestment: (context, { params }) => investmentOf(context, params.id),
  async savePerformanceInvestment(context, { body }) {
    const saved = await savePerformanceInvestment(context, body);
    return saved.isErr() ? err(saved.error) : investmentOf(context, saved.value);
  },
  async getInvestmentProfile({ tx, today }, { query }) {
    const source = await readSource(tx, query.investmentId, query.sourceId);
    if (source.isErr()) return err(source.error);
    const investment = await investmentStore.load(tx, query.investmentId);
    const end = await displayedEnd(tx, source.value, query.endDate, today);
    return ok(await investmentProfile(tx, source.value, end, investment?.name ?? ''));
  },
  async getInvestmentPortfolioSummary({ tx }, { params, query }) {
    const source = await readSource(tx, query.investmentId, query.sourceId);
    if (source.isErr()) return err(source.error);
    const request = { fundId: source.value.vehicle.id, endDate: params.endDate };
    const sent = await sentPortfolio(tx, request);
    if (sent) return ok(holdingAsSent(sent, source.value.id));
    return (await findStatements(tx, request)).andThen((found) => toPortfolio(found, source.value.id));
  },
  async getPortfolioMetrics({ tx }, { query }) {
    const source = await readSource(tx, query.investmentId, query.fundInvestmentId, 'fundInvestmentId');
    return source.isErr() ? err(source.error) : ok(await readPortfolioMetrics(tx, source.value, query.endDate));
  },
  async savePortfolioMetrics({ tx }, { body }) {
    const saved = await savePortfolioMetrics(tx, body);
    return saved.isErr() ? err(saved.error) : ok(await readPortfolioMetrics(tx, saved.value, body.endDate));
  },
  async saveInvestmentMetrics({ tx }, { body }) {
    const saved = await saveInvestmentMetrics(tx, body);
    return saved.map((stored) => metricsMessage(stored, body.endDate));
  },
  async getInvestmentMetrics({ tx, today }, { query }) {
    const source = await readSource(tx, query.investmentId, query.sourceId);
    if (source.isErr()) return err(source.error);
    const end = await displayedEnd(tx, source.value, query.endDate, today);
    const { holding } = await metricsAt(tx, source.value, end);
    return ok(metricsMessage(holding, end));
  },
  listPerformanceInvestmentNavigation: async ({ tx }) => ok(await containerNavigation(tx, 'investment')),
  listInvestmentReferenceData: async ({ tx }) => ok(await portfolioChoices(tx)),
  listInvestmentSources: async ({ tx }, { query }) => ok(await readSources(tx, query.investmentId)),
  listInvestmentReportingDates: async ({ tx }, { query }) => ok(await readReportingDates(tx, query)),
  chartInvestments: async ({ tx }, { query }) => ok(await investmentCharts(tx, query.endDate)),
  listSummaryInvestments: async ({ tx }, { query }) => ok(await summaryInvestments(tx, query.vehicleId)),
  async searchInvestments(context, { body }) {
    const found = await search(context, body);
    if (found.isErr()) return err(found.error);
    const values = await sectorFacets(context.tx, body.searchString);
    return ok({
      foundRows: found.value.rows,
      odataCount: found.value.count,
      searchFacets: [{ name: 'Sector', values }],
    });
  },
  async searchInvestmentPage(context, { body }) {
    const found = await search(context, body);
    return found.map(({ rows, count }) => ({ pageData: rows, totalItemCount: count }));
  },
  initSearchIndexes: indexState,
  updateSearchIndexes: indexState,
  refreshInvestments: indexState,
  initSearchIndexesByGet: byPost,
  updateSearchIndexesByGet: byPost,
  async getInvestmentSummary({ tx }, { params }) {
    const figures = await readHoldingFigures(tx, params.id, params.date);
    return ok(
      figures.map((holding) => {
        const { totalValue, reasons } = metricValues(undefined, holding);
        return {
          ...holding,
          totalValue,
          notDetermined: [...holding.notDetermined, ...reasonsFor('totalValue', reasons)],
        };
      }),
    );
  },
  async listInvestmentInvestors({ tx }, { params, query }) {
    const source = await readSource(tx, params.id, query.sourceId);
    if (source.isErr()) return err(source.error);
    const vehicle = await loadVehicle(tx, source.value.vehicle.id);
    if (vehicle === undefined) return err([fail('NOT_FOUND', ['id'], 'There is no such investment.')]);
    const ledger = await loadLedger(tx, vehicle);
    const figures = await readHoldingFigures(tx, params.id, params.date);
    const own = figures.find(({ sourceId }) => sourceId === source.value.id);
    return holdingInvestors(ledger, source.value, own, calendarDate(params.date));
  },
  chartInvestment: async ({ tx }, { params, query }) => ok(await investmentHistory(tx, params.id, query.sourceId)),
  listInvestmentNews: async ({ tx }, { query }) => ok(await readNews(tx, query.investmentId, query.query)),
  searchNews: async ({ tx }, { query }) => ok(await readNews(tx, undefined, query.query)),
  saveNewsItem: news.save('saveNewsItem'),
  deleteNewsItem: news.remove('deleteNewsItem'),
};
