import {
  firmFigureList,
  firmList,
  type StoredFirmSums,
  summedFirms,
} from '@carrara/adapters/postgres/performance/firm/firmList';
import { firmInvestors } from '@carrara/adapters/postgres/performance/firm/firmInvestors';
import { vehicleList } from '@carrara/adapters/postgres/performance/fundProfile/vehicleList';
import { reportingDates } from '@carrara/adapters/postgres/performance/periodFigures/reportingDates';
import { coveredCount, coverageLines, namesInFile } from '@carrara/contract/core/coverage';
import { hasPermission } from '@carrara/contract/core/permissions';
import { type Basis, basisNameFor } from '@carrara/contract/performance/period/basis';
import {
  type FirmInCurrency,
  firmFigureColumns,
  type firmPerformanceEndpoints,
  type FirmSummary,
} from '@carrara/contract/performance/firm/firmPerformance';
import { type Decimal, decimal, err, noSuch, moneyText, ok, significantText } from '@carrara/domain/kernel';
import { firmFigures, largestFirst } from '@carrara/domain/performance/firm';
import { noFundHasAll } from '@carrara/domain/performance/period';
import { mappedList } from '../../../core/mappedList.ts';
import type { Operations, TenantOfRequest } from '../../../core/operations.ts';
import { ownedList, ownedListOperation, type OfRecord } from '../../../core/ownerScope.ts';
import { figureList } from '../vehicle/figureList.ts';
import { statedCoverage } from '../vehicle/namedVehicle.ts';

interface OfDay {
  readonly params: { readonly id: string; readonly endDate: string };
}
type Figures = Omit<FirmInCurrency, 'currency' | 'notDetermined' | 'fundsCovered' | 'covers' | 'basis'>;
const amount = (text: string | null) => (text === null ? null : decimal(text));
const pair = ({ part, whole }: StoredFirmSums['pairs']['navChange']) => ({ part: amount(part), whole: amount(whole) });
const money = (value: Decimal | null) => (value === null ? null : moneyText(value));
const percent = (value: Decimal | null) => (value === null ? null : significantText(value));

/** Returns the figures of a firm in one currency, in the contract's form. */
function inCurrency({ currency, ...sums }: StoredFirmSums, basis: Basis, isLpTenant: boolean): FirmInCurrency {
  const figures = firmFigures({
    commitment: amount(sums.commitment),
    contributions: amount(sums.contributions),
    distributions: amount(sums.distributions),
    nav: amount(sums.nav),
    ofCommitment: pair(sums.pairs.ofCommitment),
    ofContributions: pair(sums.pairs.ofContributions),
    navChange: pair(sums.pairs.navChange),
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
  const fundsCovered = Object.entries(coverageNames).map(([field, name]) => ({
    field,
    ...statedCoverage(sums.covered[name]),
  }));
  return {
    currency,
    ...texts,
    fundsCovered,
    covers: coversText(fundsCovered),
    basis: basisNameFor(isLpTenant, basis === 'feePaying' && sums.isFeeFree ? 'withoutFees' : basis),
    notDetermined: reasonsOf(texts, sums),
  };
}

/** The coverage of each figure. */
const coverageNames = {
  totalCapitalCommitted: 'commitment',
  totalContributions: 'contributions',
  percentContributions: 'ofCommitment',
  totalDistributed: 'distributions',
  percentDistributions: 'ofContributions',
  totalFmv: 'nav',
  navChange: 'navChange',
  navChangePercent: 'navChange',
  totalNetCash: 'ofContributions',
} as const satisfies Readonly<Record<keyof Figures, keyof StoredFirmSums['covered']>>;

function coversText(fundsCovered: FirmInCurrency['fundsCovered']): string {
  const [first] = fundsCovered;
  const lines = coverageLines(
    fundsCovered.map(({ field, ...coverage }) => ({ field, coverage })),
    firmFigureColumns,
    'funds',
    namesInFile,
  );
  return lines.length === 0 && first ? coveredCount(first, 'funds') : lines.join('. ');
}

/**
 * Returns why figures are null: no vehicle has all of their inputs, or the totals are of different vehicles. A ratio to zero has no reason and isn't
 * included.
 */
const reasonsOf = (
  texts: Figures,
  { covered, pairs }: Pick<StoredFirmSums, 'covered' | 'pairs'>,
): FirmInCurrency['notDetermined'] =>
  Object.entries(coverageNames).flatMap(([field, name]) => {
    const { included, excluded } = covered[name];
    const [first] = excluded;
    if (texts[field as keyof Figures] !== null || first === undefined) return [];
    if (included === 0) return [{ field, code: 'NAV_MISSING', message: `${first.name}: ${first.reason}` }];
    const whole = name in pairs ? pairs[name as keyof typeof pairs].whole : null;
    return whole === null || decimal(whole).isZero() ? [] : [{ field, code: 'NOT_REPORTED', message: noFundHasAll }];
  });

const uncovered = { fundsCovered: [], covers: null, basis: null };
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
      withFigures({ ...firm, sums: hasPermission(grants, 'fundLedger.view') ? sums : [] }, tenant, query.basis),
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
  listFirmFunds: ownedList(
    'firm',
    figureList(vehicleList, 'VEHICLE', ({ endDate, carriesForward, basis }, { params }: OfRecord) => ({
      endDate,
      carriesForward,
      basis,
      firmId: params.id,
    })),
  ),
  listFirmInvestors: ownedListOperation(
    'firm',
    firmInvestors,
    ({ endDate, carriesForward }, _context, { params }: OfRecord) => ({
      endDate,
      carriesForward,
      firmId: params.id,
    }),
  ),
  listFirmInvestorsAt: ownedListOperation('firm', firmInvestors, (_query: unknown, _context, { params }: OfDay) => ({
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
