import { chartedIndices, fundsOfCurrency } from '@carrara/adapters/postgres/performance/fundProfile/indexChart';
import {
  committedByType,
  investedByQuarter,
  investedBySector,
} from '@carrara/adapters/postgres/performance/fundProfile/charts';
import {
  readFiscalYearEnd,
  readInvestments,
  storedPeriods,
  lockedVersions,
  vehiclesOfVintages,
} from '@carrara/adapters/postgres/performance/fundProfile/readFund';
import { fundInvestorList, holdingList } from '@carrara/adapters/postgres/performance/fundProfile/fundLists';
import { vehicleList } from '@carrara/adapters/postgres/performance/fundProfile/vehicleList';
import { storedCommitments } from '@carrara/adapters/postgres/performance/analysis/storedCommitments';
import { loadLedger, loadVehicle, readMultiplePolicy } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { indexLevels } from '@carrara/adapters/postgres/performance/market/indexLevels';
import { reportingDates } from '@carrara/adapters/postgres/performance/periodFigures/reportingDates';
import { displayedReportingDate } from '@carrara/adapters/postgres/performance/periodFigures/displayedQuarter';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { fundPerformanceEndpoints } from '@carrara/contract/performance/fundProfile/fundPerformance';
import { calendarDate, type Decimal, err, moneyText, noSuch, ok, required } from '@carrara/domain/kernel';
import type { AccountPeriod } from '@carrara/domain/performance/capitalAccount';
import { horizonTexts, jCurveOfFund } from '@carrara/domain/performance/analysis';
import {
  averageIrrText,
  type FundProfile,
  fundProfile,
  fundProfileText,
  fundsAndIndex,
  returnHistory,
  computeVintages,
} from '@carrara/domain/performance/fundProfile';
import { navBasisOn } from '@carrara/domain/performance/period';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation, type PageQuery } from '../../../core/recordOperations.ts';
import { dashboardOperations } from './dashboard.ts';
import { figureList, figuresAsRequested, markContradictions, markedList } from '../vehicle/figureList.ts';
import { ratedFunds, statedCoverage } from '../vehicle/namedVehicle.ts';
import { ledgerFor } from '../vehicle/ownBooks.ts';
import { bridgesOn, findStatements } from '../statement/statementAnswers.ts';

interface OfFund {
  readonly params: { readonly id: string };
}
interface OfFundDate {
  readonly params: { readonly id: string; readonly endDate: string };
}
interface InPair extends PageQuery {
  readonly endDate?: string | undefined;
  readonly carriesForward?: boolean | undefined;
  readonly currencyPair?: string | undefined;
}

/** Returns the second currency of a pair such as `EUR-USD`. */
const displayCurrency = (pair: string | undefined) => pair?.slice(4);

const holdings = figureList(holdingList, 'HOLDING', (query: InPair, { params }: OfFund) => ({
  vehicleId: params.id,
  endDate: query.endDate,
  carriesForward: query.carriesForward,
  currency: displayCurrency(query.currencyPair),
}));

const nothing = { bridges: [], jCurve: null, line: null, horizons: [], irrHistory: null };

/** Returns the NAV bridge of a quarter, the cash by age, the line, and the history of the return. Empty for a quarter without figures. */
async function profileOf({ tx, tenant }: RequestContext, id: string, endDate: string | undefined) {
  const vehicle = await loadVehicle(tx, id);
  const own = { ownCurrency: vehicle?.currency ?? null };
  if (vehicle === undefined || endDate === undefined) return { ...own, ...nothing };
  const periods = await storedPeriods(tx, id, endDate);
  const last = periods.at(-1);
  if (last?.end !== endDate) return { ...own, ...nothing };
  const [stored, commitments, fiscalYearEnd] = await Promise.all([
    loadLedger(tx, vehicle),
    storedCommitments(tx, id, endDate),
    readFiscalYearEnd(tx, id),
  ]);
  const end = calendarDate(endDate);
  const navBasis = navBasisOn(stored, end);
  const ledger = { ...ledgerFor(tenant, stored), navBasis };
  const navs = new Map(
    commitments.flatMap((commitment) => (commitment.end === end ? [[commitment.commitmentId, commitment.nav]] : [])),
  );
  const jCurve = jCurveOfFund(ledger, commitments, end).unwrapOr(null);
  const profile = fundProfile({ ledger, periods, navs, fiscalYearEnd });
  // A vehicle with reported values uses the bridge of its statement, which begins and ends with them.
  const bridges = navBasis === 'REPORTED' ? await reportedBridges(tx, id, endDate) : profile.bridges;
  return {
    ...own,
    ...fundProfileText({ ...profile, bridges, jCurve }),
    horizons: horizonTexts(ledger, commitments, end, last.reportedIrr),
    irrHistory: returnHistory(periods, end),
  };
}

async function reportedBridges(tx: Transaction, fundId: string, endDate: string): Promise<FundProfile['bridges']> {
  const statements = await findStatements(tx, { fundId, endDate });
  const found = statements.isErr() ? err(statements.error) : await bridgesOn(tx, statements.value);
  const bridgeOf = (period: AccountPeriod) =>
    found.map((bridges) => bridges[period]).mapErr(([first]) => required(first, 'the reason'));
  return { QTD: bridgeOf('QTD'), YTD: bridgeOf('YTD'), ITD: bridgeOf('ITD') };
}

const moneyOrNull = (amount: Decimal | null) => (amount === null ? null : moneyText(amount));

export const fundPerformanceOperations: Operations<typeof fundPerformanceEndpoints> = {
  listVehicles: figureList(vehicleList, 'VEHICLE', ({ endDate, carriesForward, basis, currency }) => ({
    endDate,
    carriesForward,
    basis,
    currency,
  })),
  listFundReportingDates: async (context) => ok(await reportingDates(context, 'all')),
  listReportingDatesOfFund: async (context, { params }) => ok(await reportingDates(context, 'vehicle', params.id)),
  summarizeFunds: async ({ tx }, { query }) => {
    const { averageIrr, coverage } = averageIrrText(await ratedFunds(tx, query));
    return ok({ averageIrr, numberOfFunds: coverage.included, coverage: statedCoverage(coverage) });
  },
  chartFundVintages: async ({ tx }, { query }) => {
    const endDate = query.endDate ?? (await displayedReportingDate(tx));
    if (endDate === undefined) return ok([]);
    const [vehicles, policy] = await Promise.all([
      vehiclesOfVintages(tx, {
        endDate,
        carriesForward: query.carriesForward,
        coversAllPartners: query.basis === 'all',
      }),
      readMultiplePolicy(tx),
    ]);
    const vintages = computeVintages(vehicles, calendarDate(endDate), policy);
    return ok(
      vintages.map(({ coverage, ...vintage }) => ({
        ...vintage,
        coverage: coverage.map(({ field, ...own }) => ({ field, ...statedCoverage(own) })),
      })),
    );
  },
  async chartFundCash(context, { query }) {
    const years = await dashboardOperations.getDashboardDistributionValues(context, {
      query: { ...query, periodId: 'ITD' },
    });
    return years.map((all) =>
      all.map(({ year, currency, contributions, distributions, coverage }) => ({
        year,
        currency,
        contributions,
        distributions,
        coverage,
      })),
    );
  },
  chartFundIndex: async ({ tx }, { query }) => {
    const indices = await chartedIndices(tx);
    const index = indices.find(({ id }) => id === query.index) ?? indices[0];
    const endDate = query.endDate ?? (await displayedReportingDate(tx));
    if (index === undefined || endDate === undefined) return ok({ indices, index: index?.id ?? null, points: [] });
    const [funds, levels] = await Promise.all([
      fundsOfCurrency(tx, index.currency, endDate),
      indexLevels(tx, index.id, endDate),
    ]);
    const points = fundsAndIndex({
      funds,
      index: levels,
      end: calendarDate(endDate),
      carriesForward: query.carriesForward === true,
    });
    return ok({
      indices,
      index: index.id,
      points: points.map(({ date, contributions, totalValue, inIndex, coverage }) => ({
        date,
        contributions: moneyOrNull(contributions),
        totalValue: moneyOrNull(totalValue),
        inIndex: moneyOrNull(inIndex),
        coverage: statedCoverage(coverage),
      })),
    });
  },
  getFundProfile: async (context, { params, query }) => {
    const { tx } = context;
    const dates = query.endDate === undefined ? await reportingDates(context, 'vehicle', params.id) : [];
    const endDate = query.endDate ?? (dates.find(({ isDefault }) => isDefault) ?? dates[0])?.endDate;
    const converted = await figuresAsRequested(tx, 'VEHICLE', {
      endDate,
      vehicleId: params.id,
      basis: query.basis,
      currency: displayCurrency(query.currencyPair),
    });
    if (converted.isErr()) return err(converted.error);
    const filters = { id: params.id, endDate, basis: query.basis, converted: converted.value };
    const found = await vehicleList.page(tx, { filters });
    const [fund] = found._unsafeUnwrap().pageData;
    if (fund === undefined) return err([noSuch('fund')]);
    const [profile, versions] = await Promise.all([
      profileOf(context, params.id, endDate),
      lockedVersions(tx, params.id),
    ]);
    const periodReportingData = endDate === undefined ? null : { periodEndDate: endDate };
    return ok({
      ...markContradictions(fund),
      periodEndDate: endDate ?? null,
      periodReportingData,
      ...profile,
      versions,
    });
  },
  listFundHoldings: holdings,
  exportFundHoldings: holdings,
  listFundInvestors: markedList(
    listOperation(fundInvestorList, (_query: unknown, _context: unknown, { params }: OfFundDate) => ({
      vehicleId: params.id,
      endDate: params.endDate,
    })),
  ),
  chartFundSectors: async ({ tx }, { params }) => ok(await investedBySector(tx, params.id, params.endDate)),
  chartFundInvestorTypes: async ({ tx }, { params }) => ok(await committedByType(tx, params.id, params.endDate)),
  chartFundInvested: async ({ tx }, { params }) => ok(await readInvestments(tx, params.id, params.endDate)),
  chartFundMoic: async ({ tx }, { params }) => ok(await readInvestments(tx, params.id, params.endDate)),
  chartFundMetrics: async ({ tx }, { params }) => ok(await investedByQuarter(tx, params.id)),
};
