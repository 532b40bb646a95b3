import {
  firmFigureList,
  firmList,
  type StoredFirmSums,
  summedFirms,
} from '@carrara/adapters/postgres/performance/firmPerformance/firmList';
import { firmInvestors } from '@carrara/adapters/postgres/performance/firmPerformance/firmInvestors';
import { vehicleList } from '@carrara/adapters/postgres/performance/fundPerformance/vehicleList';
import { reportingDates } from '@carrara/adapters/postgres/performance/periodFigures/reportingDates';
import { coverageText, namesInFile, type StatedCoverage } from '@carrara/contract/core/coverage';
import { holds } from '@carrara/contract/core/permissions';
import { type Basis, basisNameFor } from '@carrara/contract/performance/basis';
import type {
  FirmInCurrency,
  firmPerformanceEndpoints,
  FirmSummary,
} from '@carrara/contract/performance/firmPerformance';
import { type Decimal, decimal, err, noSuch, moneyText, ok, significantText } from '@carrara/domain/kernel';
import { firmFigures, largestFirst } from '@carrara/domain/performance/firm';
import { mappedList } from '../../core/mappedList.ts';
import type { Operations, TenantOfRequest } from '../../core/operations.ts';
import { belowRecord, listBelow, type OfRecord } from '../../core/ownerScope.ts';
import { figureList } from './figureList.ts';
import { statedCoverage } from './namedVehicle.ts';

interface OfDay {
  readonly params: { readonly id: string; readonly endDate: string };
}
type Figures = Omit<
  FirmInCurrency,
  'currency' | 'notDetermined' | 'coverage' | 'navChangeCoverage' | 'covers' | 'basis'
>;
const amount = (text: string | null) => (text === null ? null : decimal(text));
const money = (value: Decimal | null) => (value === null ? null : moneyText(value));
const percent = (value: Decimal | null) => (value === null ? null : significantText(value));

/** Returns the figures of a firm in one currency, in the contract's form. */
function inCurrency({ currency, ...sums }: StoredFirmSums, basis: Basis, isLpTenant: boolean): FirmInCurrency {
  const figures = firmFigures({
    commitment: amount(sums.commitment),
    contributions: amount(sums.contributions),
    distributions: amount(sums.distributions),
    nav: amount(sums.nav),
    navCompared: amount(sums.navCompared),
    navBefore: amount(sums.navBefore),
  });
  const texts = {
    totalCapitalCommitted: money(figures.totalCapitalCommitted),
    totalContributions: money(figures.totalContributions),
    percentContributions: percent(figures.percentContributions),
    totalDistributed: money(figures.totalDistributed),
    percentDistributions: percent(figures.percentDistributions),
    totalFmv: money(figures.totalFmv),
    navChange: money(figures.navChange),
    navChangePercent: percent(figures.navChangePercent),
    totalNetCash: money(figures.totalNetCash),
  };
  const coverage = statedCoverage(sums.coverage);
  const navChangeCoverage = statedCoverage(sums.navChangeCoverage);
  return {
    currency,
    ...texts,
    coverage,
    navChangeCoverage,
    covers: coversText(coverage, navChangeCoverage),
    basis: basisNameFor(isLpTenant, basis === 'feePaying' && sums.nonePays ? 'none' : basis),
    notDetermined: reasonsOf(texts, sums),
  };
}

function coversText(coverage: StatedCoverage, ofChange: StatedCoverage): string {
  const all = coverageText(coverage, 'funds', namesInFile) ?? `${coverage.total} of ${coverage.total} funds`;
  return ofChange.included === coverage.included ? all : `${all}; NAV change of ${ofChange.included} funds`;
}

const ofNavChange: readonly string[] = ['navChange', 'navChangePercent'];
/**
 * Returns why figures are null: no vehicle has all of their inputs. A ratio to zero has no reason and isn't included.
 */
const reasonsOf = (
  texts: Figures,
  { coverage, navChangeCoverage }: Pick<StoredFirmSums, 'coverage' | 'navChangeCoverage'>,
): FirmInCurrency['notDetermined'] =>
  Object.entries(texts).flatMap(([field, value]) => {
    const { included, leftOut } = ofNavChange.includes(field) ? navChangeCoverage : coverage;
    const [first] = leftOut;
    return value === null && included === 0 && first
      ? [{ field, code: 'NAV_MISSING', message: `${first.name}: ${first.reason}` }]
      : [];
  });

const uncovered = { coverage: null, navChangeCoverage: null, covers: null, basis: null };
const noFigures: Figures = {
  totalCapitalCommitted: null,
  totalContributions: null,
  percentContributions: null,
  totalDistributed: null,
  percentDistributions: null,
  totalFmv: null,
  navChange: null,
  navChangePercent: null,
  totalNetCash: null,
};

/** Returns a firm with its figures, in its only currency or per currency. */
export function withFigures<
  F extends { readonly name: string; readonly endDate: string | null; readonly sums: readonly StoredFirmSums[] },
>({ sums, ...firm }: F, { isLpTenant }: Pick<TenantOfRequest, 'isLpTenant'>, basis: Basis = 'feePaying') {
  const byCurrency = sums.map((sum) => inCurrency(sum, basis, isLpTenant));
  const [only, ...others] = byCurrency;
  const {
    currency,
    notDetermined: _,
    ...figures
  } = only && others.length === 0 ? only : { currency: null, notDetermined: [], ...uncovered, ...noFigures };
  return { ...firm, firmName: firm.name, currency, ...figures, byCurrency };
}

export const firmPerformanceOperations: Operations<typeof firmPerformanceEndpoints> = {
  // People who know only the firms, as in carry, don't see the figures of their funds.
  listFirms: mappedList(
    firmList,
    ({ endDate, carriesForward, basis }) => ({ endDate, carriesForward, basis }),
    ({ sums, ...firm }, { grants, tenant }, { query }) =>
      withFigures({ ...firm, sums: holds(grants, 'fundLedger.view') ? sums : [] }, tenant, query.basis),
  ),
  listFirmFigures: mappedList(
    firmFigureList,
    ({ endDate, carriesForward, basis }) => ({ endDate, carriesForward, basis }),
    (stored, { tenant }, { query }) => {
      const { sums, endDate: _, ...firm } = stored;
      return {
        ...firm,
        ...(sums === null
          ? { currency: null, notDetermined: [], ...uncovered, ...noFigures }
          : inCurrency(sums, query.basis, tenant.isLpTenant)),
      };
    },
  ),
  async listFirmCharts({ tx, tenant }, { query }) {
    const firms = await summedFirms(tx, query);
    const rows = firms.flatMap(({ id, name, sums }) =>
      sums.map((sum) => ({ id, name, ...inCurrency(sum, query.basis, tenant.isLpTenant) })),
    );
    return ok(
      rows.toSorted((row, other) => largestFirst(amount(row.totalContributions), amount(other.totalContributions))),
    );
  },
  listFirmFunds: belowRecord(
    'firm',
    figureList(vehicleList, 'VEHICLE', ({ endDate, carriesForward, basis }, { params }: OfRecord) => ({
      endDate,
      carriesForward,
      basis,
      firmId: params.id,
    })),
  ),
  listFirmInvestors: listBelow(
    'firm',
    firmInvestors,
    ({ endDate, carriesForward }, _context, { params }: OfRecord) => ({
      endDate,
      carriesForward,
      firmId: params.id,
    }),
  ),
  listFirmInvestorsAt: listBelow('firm', firmInvestors, (_query: unknown, _context, { params }: OfDay) => ({
    endDate: params.endDate,
    firmId: params.id,
  })),
  async getFirmSummary({ tx, tenant }, { params, query: { basis } }) {
    const [firm] = await summedFirms(tx, { endDate: params.endDate, firmId: params.id, basis });
    if (!firm) return err([noSuch('firm')]);
    const summary: FirmSummary = withFigures(firm, tenant, basis);
    return ok(summary);
  },
  listReportingDatesOfFirm: async (context, { params }) => ok(await reportingDates(context, 'firm', params.id)),
};
