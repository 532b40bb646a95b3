import { tenantCurrency } from '../../core/tenantCurrency.ts';
import { feeQuarters, fundSizes, storedFlows } from '@carrara/adapters/postgres/performance/analysis/dashboardReads';
import { termsOfVehicles } from '@carrara/adapters/postgres/performance/analysis/economicTerms';
import { vehicleList } from '@carrara/adapters/postgres/performance/fundPerformance/vehicleList';
import { pooledVehicles, vehiclesByQuarter } from '@carrara/adapters/postgres/performance/fundPerformance/readFund';
import { readMultiplePolicy } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { benchmarksOn } from '@carrara/adapters/postgres/performance/market/benchmark';
import { displayedReportingDate } from '@carrara/adapters/postgres/performance/periodFigures/displayedQuarter';
import { loadWholeAccounts } from '@carrara/adapters/postgres/performance/statement/loadWholeAccounts';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { RowOf } from '@carrara/contract/core/endpoint';
import type { Basis } from '@carrara/contract/performance/basis';
import type { dashboardEndpoints } from '@carrara/contract/performance/dashboard';
import type { fundPerformanceEndpoints } from '@carrara/contract/performance/fundPerformance';
import {
  calendarDate,
  type CalendarDate,
  decimal,
  err,
  fail,
  type Failure,
  moneyText,
  ok,
  required,
  displayedDate,
} from '@carrara/domain/kernel';
import { type AccountPeriod, statementDates } from '@carrara/domain/performance/capitalAccount';
import {
  feeCharged,
  feeAverages,
  feeProjection,
  feeDifference,
  flowsBySpan,
  flowsOfPeriod,
  type InCurrency,
  type PaidInAndOut,
  periodStart,
  sumsByCurrency,
  type SumsInCurrency,
  sumsOverSameParts,
} from '@carrara/domain/performance/analysis';
import { computeKeyFigures, type KeyFigureName, trendQuarters } from '@carrara/domain/performance/fundProfile';
import { quarterEnds, quartersLater } from '@carrara/domain/performance/ledger';
import { largestFirst } from '@carrara/domain/performance/firm';
import { benchmarksFor, findQuartile } from '@carrara/domain/performance/market';
import { noDatedCash } from '@carrara/domain/performance/period';
import { wholeAccount } from '@carrara/domain/performance/statement';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { acrossCurrencies, currencyStats, earliestReport, type StatName, statNames } from './currencyStats.ts';
import { toQuartiles } from './benchmark.ts';
import { readFilters, namedVehicle, statedCoverage } from './namedVehicle.ts';

type Calls = Operations<typeof dashboardEndpoints>;
type Listed = RowOf<(typeof fundPerformanceEndpoints)['listVehicles']>;
/** Fields of a vehicle in the list that the panels need. */
const displayedOfVehicle = [
  'fundId',
  'fundName',
  'fundCode',
  'fundFamily',
  'isoCode',
  'vintageYear',
  'commitment',
  'contributions',
  'unfunded',
  'nav',
  'pic',
  'irr',
  'irrAnnualized',
  'grossIrr',
  'grossIrrAnnualized',
  'dpi',
  'rvpi',
  'tvpi',
  'grossMoic',
  'rolledForwardFrom',
  'reportedThrough',
  'notDetermined',
  'lastDate',
  'carriedFrom',
] as const satisfies readonly (keyof Listed)[];
type Row = Pick<Listed, (typeof displayedOfVehicle)[number]>;
type Reasons = Row['notDetermined'];
interface Requested {
  readonly periodId: AccountPeriod;
  readonly fundFamilyId?: string | undefined;
  readonly fundId?: string | undefined;
  readonly endDate?: string | undefined;
  readonly carriesForward?: boolean | undefined;
  readonly basis?: Basis | undefined;
}
type Input = { readonly query: Requested };

const decimalOf = (text: string | null) => (text === null ? null : decimal(text));
const textOf = (money: ReturnType<typeof decimalOf>) => money && moneyText(money);
const reasonsOf = (row: Row, ...fields: readonly string[]): Reasons =>
  row.notDetermined.filter(({ field }) => fields.includes(field));
const reasonsFor = (field: string, failures: readonly Failure[]): Reasons =>
  failures.map(({ code, detail: message }) => ({ field, code, message }));

/** Returns the filtered vehicles that have figures at the reporting date. */
async function vehiclesOf(tx: Transaction, { endDate, fundFamilyId, fundId, ...options }: Requested) {
  const end = endDate ?? (await displayedReportingDate(tx));
  if (end === undefined) return { end: undefined, all: [], rows: [] };
  const listed = await vehicleList.columns(tx, displayedOfVehicle, await readFilters(tx, { ...options, endDate: end }));
  const hasBegun = (row: Row) => row.commitment !== null || row.notDetermined.length > 0;
  const all = listed.filter(hasBegun);
  const rows = all.filter(
    (row) =>
      (fundFamilyId === undefined || row.fundFamily?.id === fundFamilyId) &&
      (fundId === undefined || row.fundId === fundId),
  );
  return { end: calendarDate(end), all, rows };
}

const ofFund = (row: Row) => ({
  fundId: row.fundId,
  fundName: row.fundName,
  fundCode: row.fundCode,
  fundFamilyId: row.fundFamily?.id ?? null,
  fundFamily: row.fundFamily?.description ?? null,
  currency: row.isoCode ?? '',
});

/** Returns the fees that each vehicle charged in the period, and when the period begins. */
async function feesOf(tx: Transaction, end: CalendarDate, period: AccountPeriod) {
  const accounts = await loadWholeAccounts(tx, end);
  return new Map(
    accounts.flatMap((facts) => {
      // Reported figures of a vehicle without a ledger don't include fees, nor does cash from a data transfer.
      const reported = facts.reportedOf(null, end);
      if (reported?.reported || reported?.isCashAlone) return [];
      const dates = statementDates(end, facts.fiscalYearEnd);
      const from = periodStart(period, end, facts.fiscalYearEnd);
      return [[facts.vehicleId, { managementFee: feeCharged(wholeAccount(facts, dates)[period]), from }] as const];
    }),
  );
}

/** Returns the flows for the sums of a period. Since inception, these are all flows until its end. */
const flowsFor = (tx: Transaction, end: CalendarDate, { periodId, carriesForward, basis }: Requested) =>
  storedFlows(tx, {
    to: end,
    from: periodId === 'ITD' ? end : null,
    carriesForward,
    coversAllPartners: basis === 'all',
  });

const titles = { contributions: 'Contributions', distributions: 'Distributions' };
/** Returns reasons for amounts that are unknown at the beginning of the period. */
const unknownAtStart = (row: Row, flows: PaidInAndOut | undefined): Reasons =>
  (['contributions', 'distributions'] as const).flatMap((field) =>
    flows?.[field] === null && reasonsOf(row, field).length === 0
      ? [
          {
            field,
            code: 'NOT_REPORTED',
            message: `${titles[field]} weren’t reported for the start or the end of the period.`,
          },
        ]
      : [],
  );

const noFamily = 'No fund family';
/** Sorts by amount, because charts show only the first ones. */
const largestBy = <T>(all: readonly T[], amountOf: (item: T) => string | null): readonly T[] =>
  all.toSorted((item, other) => largestFirst(decimalOf(amountOf(item)), decimalOf(amountOf(other))));

/** Wraps a read of the filtered vehicles. Returns nothing if there are none. */
const each =
  <T>(
    read: (
      tx: Transaction,
      rows: readonly Row[],
      end: CalendarDate,
      request: Requested & { readonly base: string },
    ) => Promise<readonly T[]> | readonly T[],
  ) =>
  async (context: RequestContext, { query }: Input) => {
    const { tx } = context;
    const { rows, end } = await vehiclesOf(tx, query);
    return ok(end === undefined ? [] : [...(await read(tx, rows, end, { ...query, base: tenantCurrency(context) }))]);
  };

const benchmarked = (measure: 'irr' | 'multiple') =>
  each(async (tx, rows, end) => {
    const all = await benchmarksOn(tx, end);
    return rows.map((row) => {
      const [closest] = benchmarksFor({ vintageYear: row.vintageYear, strategyId: row.fundFamily?.id ?? null }, all);
      const own = measure === 'irr' ? row.irr : row.tvpi;
      const bound = (name: 'Upper' | 'Median' | 'Lower') => closest?.[`${measure}${name}` as const] ?? null;
      return {
        ...ofFund(row),
        rate: own,
        annualized: measure === 'irr' ? row.irrAnnualized : null,
        provider: closest?.provider ?? null,
        benchmark: closest?.name ?? null,
        asOf: closest?.asOf ?? null,
        upper: bound('Upper'),
        median: bound('Median'),
        lower: bound('Lower'),
        quartile:
          own === null || closest === undefined ? null : findQuartile(decimal(own), toQuartiles(closest, measure)),
        notDetermined: reasonsOf(row, measure === 'irr' ? 'irr' : 'tvpi').map((reason) => ({
          ...reason,
          field: 'rate',
        })),
      };
    });
  });

const totals = ['totalCommitment', 'endUnfundedCommitment', 'fmv', 'fundSize'] as const;
/** Figures of a fund that sums consist of. */
const figureOf = { totalCommitment: 'commitment', endUnfundedCommitment: 'unfunded', fmv: 'nav' } as const;
const noSize = 'The total capital raised hasn’t been entered.';

/** Returns the sums of one currency in the contract's form, with the coverage of each. */
const sumTexts = <N extends string>(names: readonly N[], { currency, sums }: SumsInCurrency<N>) => ({
  currency,
  ...(Object.fromEntries(names.map((name) => [name, textOf(sums[name].value)])) as Record<N, string | null>),
  coverage: names.map((field) => ({ field: field as string, ...statedCoverage(sums[field].coverage) })),
});

const keyFigures = {
  nav: { code: 'NAV', title: 'NAV', kind: 'money' },
  commitment: { code: 'COMMITMENT', title: 'Commitments', kind: 'money' },
  unfunded: { code: 'UNFUNDED', title: 'Unfunded', kind: 'money' },
  distributions: { code: 'DISTRIBUTIONS', title: 'Distributions since inception', kind: 'money' },
  dpi: { code: 'DPI', title: 'DPI', kind: 'multiple' },
  tvpi: { code: 'TVPI', title: 'TVPI', kind: 'multiple' },
} as const satisfies Readonly<Record<KeyFigureName, object>>;

export const dashboardOperations: Calls = {
  async getDashboardTotals(context, { query }) {
    const { tx } = context;
    const { end, all, rows } = await vehiclesOf(tx, query);
    const sizes = await fundSizes(tx);
    const byCurrency = sumsByCurrency(
      totals,
      rows.map((row) => ({
        currency: row.isoCode ?? '',
        amounts: {
          totalCommitment: decimalOf(row.commitment),
          endUnfundedCommitment: decimalOf(row.unfunded),
          fmv: decimalOf(row.nav),
          fundSize: decimalOf(sizes.get(row.fundId) ?? null),
        },
        named: (name) =>
          name === 'fundSize'
            ? { ...namedVehicle(row, name), reason: noSize, lastDate: null, carriedFrom: null }
            : namedVehicle(row, figureOf[name]),
      })),
      tenantCurrency(context),
    ).map((sums) => ({
      rolledForwardFrom: earliestReport(rows, sums.currency, 'rolledForwardFrom'),
      reportedThrough: earliestReport(rows, sums.currency, 'reportedThrough'),
      ...sumTexts(totals, sums),
    }));
    const [only, second] = byCurrency;
    const single = second === undefined ? only : undefined;
    const families = new Map(
      all.flatMap(({ fundFamily }) => (fundFamily ? [[fundFamily.id, fundFamily.description ?? '']] : [])),
    );
    const chosen = rows.length === 1 && query.fundId !== undefined ? rows[0] : undefined;
    return ok({
      periodId: query.periodId,
      endDate: end ?? null,
      fundFamilyId: query.fundFamilyId ?? null,
      fundFamily: families.get(query.fundFamilyId ?? '') ?? null,
      fundId: query.fundId ?? null,
      fundCode: chosen?.fundCode ?? null,
      numberOfFunds: rows.length,
      currency: single?.currency ?? null,
      totalCommitment: single?.totalCommitment ?? null,
      endUnfundedCommitment: single?.endUnfundedCommitment ?? null,
      fmv: single?.fmv ?? null,
      fundSize: single?.fundSize ?? null,
      rolledForwardFrom: single?.rolledForwardFrom ?? null,
      reportedThrough: single?.reportedThrough ?? null,
      coverage: single?.coverage ?? [],
      byCurrency,
      funds: all.map((row) => ({
        id: row.fundId,
        code: row.fundCode,
        name: row.fundName,
        fundFamilyId: row.fundFamily?.id ?? null,
      })),
      fundFamilies: [...families].map(([id, name]) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1)),
      notDetermined: byCurrency.flatMap((sums) =>
        totals.flatMap((field) => {
          const reason = sums.coverage.find((coverage) => coverage.field === field)?.excluded[0]?.reason;
          return sums[field] === null && reason ? [{ field, code: 'NOT_DETERMINED', message: reason }] : [];
        }),
      ),
    });
  },

  getDashboardTopStats: each(async (tx, rows, end, request) => {
    const [stored, vehicles, policy] = await Promise.all([
      flowsFor(tx, end, request),
      pooledVehicles(tx, {
        endDate: end,
        carriesForward: request.carriesForward,
        coversAllPartners: request.basis === 'all',
      }),
      readMultiplePolicy(tx),
    ]);
    const flows = flowsOfPeriod(stored, request.periodId, end);
    const parts = rows.map((row): InCurrency<StatName> => {
      const { contributions = null, distributions = null } = flows.get(row.fundId) ?? {};
      return {
        currency: row.isoCode ?? '',
        amounts: { contributions, distributions, nav: decimalOf(row.nav) },
        named: (name) => namedVehicle(row, name),
      };
    });
    const withAll = sumsOverSameParts(statNames, parts, request.base);
    const stats = sumsByCurrency(statNames, parts, request.base).flatMap((sums) => {
      const shared = required(
        withAll.find(({ currency }) => currency === sums.currency),
        'the sums of the funds with all amounts',
      );
      return currencyStats(sums, shared, rows, vehicles, { end, policy });
    });
    return [...acrossCurrencies(rows), ...stats];
  }),

  async getDashboardKeyFigures(context, { query }) {
    const { tx } = context;
    const last = query.endDate ?? (await displayedReportingDate(tx));
    if (last === undefined) return ok([]);
    const end = calendarDate(last);
    const ends = quarterEnds(quartersLater(end, 1 - trendQuarters), end);
    const [all, policy] = await Promise.all([
      vehiclesByQuarter(tx, ends, {
        carriesForward: query.carriesForward,
        coversAllPartners: query.basis === 'all',
      }),
      readMultiplePolicy(tx),
    ]);
    const quarters = all.map(({ end: on, vehicles }) => ({
      end: on,
      vehicles: vehicles.filter(
        ({ id, familyId }) =>
          (query.fundId === undefined || id === query.fundId) &&
          (query.fundFamilyId === undefined || familyId === query.fundFamilyId),
      ),
    }));
    const current = quarters.at(-1)?.vehicles ?? [];
    return ok(
      computeKeyFigures(quarters, policy, tenantCurrency(context)).map(({ currency, figures }) => ({
        currency,
        figures: figures.map(({ name, covered, value, coverage, change, trend, trendCoverage }) => {
          const included = current.filter(({ id }) => covered.includes(id));
          const isRolled = name === 'nav' && included.some(({ rolledForwardFrom }) => rolledForwardFrom !== null);
          const reports = included.flatMap(({ reportedThrough }) => reportedThrough ?? []).toSorted();
          const [without] = coverage.excluded;
          return {
            code: keyFigures[name].code,
            name: keyFigures[name].title,
            kind: isRolled ? ('rolledMoney' as const) : keyFigures[name].kind,
            value,
            reportedThrough: name === 'nav' || name === 'commitment' ? null : (reports[0] ?? null),
            coverage: statedCoverage(coverage),
            change: change && { since: quartersLater(end, -1), ...change },
            trend,
            trendCoverage: statedCoverage(trendCoverage),
            notDetermined:
              value === null && without ? [{ field: 'value', code: 'NOT_DETERMINED', message: without.reason }] : [],
          };
        }),
      })),
    );
  },

  getDashboardByFundFamily: each((_tx, rows, _end, { base }) => {
    const families = new Map(
      rows.map(({ fundFamily }) => [fundFamily?.id ?? null, fundFamily?.description ?? noFamily]),
    );
    const names = ['commitment', 'unfunded', 'fmv'] as const;
    const sums = [...families]
      .sort(([, a], [, b]) => (a < b ? -1 : 1))
      .flatMap(([fundFamilyId, fundFamily]) => {
        const own = rows.filter((row) => (row.fundFamily?.id ?? null) === fundFamilyId);
        const ofFamily = sumsByCurrency(
          names,
          own.map((row) => ({
            currency: row.isoCode ?? '',
            amounts: {
              commitment: decimalOf(row.commitment),
              unfunded: decimalOf(row.unfunded),
              fmv: decimalOf(row.nav),
            },
            named: (name) => namedVehicle(row, name === 'fmv' ? 'nav' : name),
          })),
          base,
        );
        return ofFamily.map((familySums) => ({
          fundFamilyId,
          fundFamily,
          numberOfFunds: own.filter(({ isoCode }) => isoCode === familySums.currency).length,
          ...sumTexts(names, familySums),
        }));
      });
    return largestBy(sums, ({ fmv }) => fmv);
  }),

  getDashboardFundTable: each(async (tx, rows, end, request) => {
    const flows = flowsOfPeriod(await flowsFor(tx, end, request), request.periodId, end);
    return rows.map((row) => {
      const { contributions = null, distributions = null } = flows.get(row.fundId) ?? {};
      return {
        ...ofFund(row),
        vintageYear: row.vintageYear,
        commitment: row.commitment,
        contributions: textOf(contributions),
        distributions: textOf(distributions),
        endUnfundedCommitment: row.unfunded,
        fmv: row.nav,
        rolledForwardFrom: row.rolledForwardFrom,
        reportedThrough: row.reportedThrough,
        irr: row.irr,
        irrAnnualized: row.irrAnnualized,
        moic: row.tvpi,
        notDetermined: [
          ...row.notDetermined.map((reason) => ({
            ...reason,
            field: { nav: 'fmv', tvpi: 'moic', unfunded: 'endUnfundedCommitment' }[reason.field] ?? reason.field,
          })),
          ...unknownAtStart(row, flows.get(row.fundId)),
        ],
      };
    });
  }),

  getDashboardFeeValues: each(async (tx, rows, end, { periodId }) => {
    const [fees, quarters, terms] = await Promise.all([
      feesOf(tx, end, periodId),
      feeQuarters(tx, end),
      termsOfVehicles(tx),
    ]);
    return rows.flatMap((row) => {
      const found = fees.get(row.fundId);
      const own = quarters.filter(
        ({ vehicleId, to }) => vehicleId === row.fundId && (found?.from == null || to > found.from),
      );
      const startDate = own[0]?.from ?? found?.from;
      if (found === undefined || startDate == null) return [];
      const ofVehicle = terms.find(({ vehicleId }) => vehicleId === row.fundId);
      const investmentPeriodEnd = ofVehicle?.investmentPeriodEnd ? calendarDate(ofVehicle.investmentPeriodEnd) : null;
      const last = quarters.findLast(({ vehicleId }) => vehicleId === row.fundId)?.to;
      const hasEnded = last === undefined || last < end;
      const message = `${row.fundName} has no figures after ${displayedDate(last ?? startDate)}, so a fee through ${displayedDate(end)} can’t be projected.`;
      const expected = [
        {
          managementFee: decimalOf(ofVehicle?.managementFee ?? null),
          feeBasis: ofVehicle?.feeBasis ?? null,
          laterManagementFee: decimalOf(ofVehicle?.laterManagementFee ?? null),
          laterFeeBasis: ofVehicle?.laterFeeBasis ?? null,
          feeStart: ofVehicle?.feeStart ?? null,
        },
        own,
        {
          firstClose: quarters.find(({ vehicleId }) => vehicleId === row.fundId)?.from ?? startDate,
          investmentPeriodEnd,
        },
      ] as const;
      const projected = hasEnded ? err([fail('NOT_DETERMINED', ['projection'], message)]) : feeProjection(...expected);
      const averages = hasEnded ? undefined : feeAverages(...expected).unwrapOr(undefined);
      const standing = projected.map((projection) => feeDifference(found.managementFee, projection)).unwrapOr(null);
      return [
        {
          ...ofFund(row),
          startDate,
          endDate: end,
          days: averages?.days ?? null,
          rate: averages?.rate ? String(averages.rate) : null,
          base: averages?.base ? moneyText(averages.base) : null,
          fee: moneyText(found.managementFee),
          projection: projected.map(moneyText).unwrapOr(null),
          difference: standing && moneyText(standing.difference),
          standing: standing?.standing ?? null,
          notDetermined: projected.isErr() ? reasonsFor('projection', projected.error) : [],
        },
      ];
    });
  }),

  getDashboardCommitmentComparison: each((_tx, rows) =>
    largestBy(rows, ({ commitment }) => commitment).map((row) => ({
      ...ofFund(row),
      commitment: row.commitment,
      contributions: row.contributions,
      unfunded: row.unfunded,
      pic: row.pic,
      notDetermined: reasonsOf(row, 'commitment', 'contributions', 'unfunded', 'pic'),
    })),
  ),

  getDashboardFundStats: each((_tx, rows) =>
    rows.map((row) => ({
      ...ofFund(row),
      irr: row.irr,
      irrAnnualized: row.irrAnnualized,
      grossIrr: row.grossIrr,
      grossIrrAnnualized: row.grossIrrAnnualized,
      dpi: row.dpi,
      rvpi: row.rvpi,
      tvpi: row.tvpi,
      grossMoic: row.grossMoic,
      notDetermined: row.notDetermined,
    })),
  ),

  getDashboardDistributionValues: each(async (tx, rows, end, { periodId, basis }) => {
    const rowsByFund = new Map(rows.map((row) => [row.fundId, row]));
    const flows = (await storedFlows(tx, { to: end, coversAllPartners: basis === 'all' })).filter(({ vehicleId }) =>
      rowsByFund.has(vehicleId),
    );
    const named = (id: string) => {
      const part = namedVehicle(required(rowsByFund.get(id), `figures of fund ${id}`), 'contributions');
      // A fund with reported sums has contributions, but no dates of its cash.
      return part.reason === '' ? { ...part, reason: noDatedCash } : part;
    };
    return flowsBySpan(flows, periodId, end, named).map(({ currency, year, quarter, ...sums }) => ({
      year,
      quarter,
      ...sumTexts(['commitments', 'contributions', 'distributions'], { currency, sums }),
    }));
  }),

  getDashboardBenchmarksIrr: benchmarked('irr'),
  getDashboardBenchmarksMoic: benchmarked('multiple'),
};
