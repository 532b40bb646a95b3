import {
  firmInvestors,
  firmList,
  type StoredFirmSums,
  summedFirms,
} from '@carrara/adapters/postgres/performance/firmPerformance';
import { vehicleList } from '@carrara/adapters/postgres/performance/fundPerformance';
import { reportingDates } from '@carrara/adapters/postgres/performance/periodFigures';
import { holds } from '@carrara/contract/core/permissions';
import type {
  FirmInCurrency,
  firmPerformanceEndpoints,
  FirmSummary,
} from '@carrara/contract/performance/firmPerformance';
import { type Decimal, decimal, err, fail, moneyText, ok, significantText } from '@carrara/domain/kernel';
import { firmFigures, largestFirst } from '@carrara/domain/performance/firm';
import { mappedList } from '../../mappedList.ts';
import type { Operations } from '../../operations.ts';
import { listBelow, type OfRecord } from '../platform/ownerScope.ts';

interface OfDay {
  readonly params: { readonly id: string; readonly endDate: string };
}
const amount = (text: string | null) => (text === null ? null : decimal(text));
const money = (value: Decimal | null) => (value === null ? null : moneyText(value));
const percent = (value: Decimal | null) => (value === null ? null : significantText(value));

/** The figures of a firm in one currency, as they travel. */
function inCurrency({ currency, ...sums }: StoredFirmSums): FirmInCurrency {
  const figures = firmFigures({
    commitment: amount(sums.commitment),
    contributions: amount(sums.contributions),
    distributions: amount(sums.distributions),
    nav: amount(sums.nav),
    navBefore: amount(sums.navBefore),
  });
  return {
    currency,
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
}
const none: Omit<FirmInCurrency, 'currency'> = {
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

/** A firm with its figures: those of its one currency, or of each by itself. */
export function withFigures<F extends { readonly name: string; readonly sums: readonly StoredFirmSums[] }>({
  sums,
  ...firm
}: F) {
  const byCurrency = sums.map(inCurrency);
  const [only, ...others] = byCurrency;
  const { currency, ...figures } = only && others.length === 0 ? only : { currency: null, ...none };
  return { ...firm, firmName: firm.name, currency, ...figures, byCurrency };
}

export const firmPerformanceOperations: Operations<typeof firmPerformanceEndpoints> = {
  // Whoever knows of firms alone, as carry does, sees no figures of their funds.
  listFirms: mappedList(
    firmList,
    ({ endDate }) => ({ endDate }),
    ({ sums, ...firm }, { grants }) => withFigures({ ...firm, sums: holds(grants, 'fundLedger.view') ? sums : [] }),
  ),
  async listFirmCharts({ tx }, { query }) {
    const firms = await summedFirms(tx, query.endDate ?? null);
    const rows = firms.flatMap(({ id, name, sums }) => sums.map((one) => ({ id, name, ...inCurrency(one) })));
    return ok(
      rows.toSorted((one, other) => largestFirst(amount(one.totalContributions), amount(other.totalContributions))),
    );
  },
  listFirmFunds: listBelow('firm', vehicleList, ({ endDate }, _context, { params }: OfRecord) => ({
    endDate,
    firmId: params.id,
  })),
  listFirmInvestors: listBelow('firm', firmInvestors, ({ endDate }, _context, { params }: OfRecord) => ({
    endDate,
    firmId: params.id,
  })),
  listFirmInvestorsAt: listBelow('firm', firmInvestors, (_query: unknown, _context, { params }: OfDay) => ({
    endDate: params.endDate,
    firmId: params.id,
  })),
  async getFirmSummary({ tx }, { params }) {
    const [firm] = await summedFirms(tx, params.endDate, params.id);
    if (!firm) return err([fail('NOT_FOUND', ['id'], `There is no firm ${params.id}.`)]);
    const summary: FirmSummary = withFigures(firm);
    return ok(summary);
  },
  listReportingDatesOfFirm: async ({ tx }, { params }) => ok(await reportingDates(tx, 'firm', params.id)),
};
