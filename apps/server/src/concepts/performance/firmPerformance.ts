import {
  firmFigureList,
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
import { type Decimal, decimal, err, fail, moneyText, ok, shownDate, significantText } from '@carrara/domain/kernel';
import { firmFigures, largestFirst } from '@carrara/domain/performance/firm';
import { mappedList } from '../../mappedList.ts';
import type { Operations } from '../../operations.ts';
import { listBelow, type OfRecord } from '../platform/ownerScope.ts';

interface OfDay {
  readonly params: { readonly id: string; readonly endDate: string };
}
type Figures = Omit<FirmInCurrency, 'currency' | 'notDetermined'>;
const amount = (text: string | null) => (text === null ? null : decimal(text));
const money = (value: Decimal | null) => (value === null ? null : moneyText(value));
const percent = (value: Decimal | null) => (value === null ? null : significantText(value));

/** The figures of a firm in one currency, as they travel. */
function inCurrency({ currency, ...sums }: StoredFirmSums, endDate: string | null): FirmInCurrency {
  const figures = firmFigures({
    commitment: amount(sums.commitment),
    contributions: amount(sums.contributions),
    distributions: amount(sums.distributions),
    nav: amount(sums.nav),
    navBefore: amount(sums.navBefore),
  });
  const told = {
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
  return { currency, ...told, notDetermined: reasonsOf(told, sums, endDate ?? '') };
}

/** A name may end with a full stop of its own: 'Alder Ridge Partners, L.P.' */
const sentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`);

const navFields: readonly string[] = ['totalFmv', 'navChange', 'navChangePercent'];
/** Why figures that are null have no value: the vehicles whose parts are not known. What rests on nothing has no reason, and is none. */
function reasonsOf(
  told: Figures,
  { silent, withoutNav, withoutNavBefore }: Pick<StoredFirmSums, 'silent' | 'withoutNav' | 'withoutNavBefore'>,
  endDate: string,
): FirmInCurrency['notDetermined'] {
  const because = (names: readonly string[], said: string, of: (field: string) => boolean) =>
    names.length === 0 ? [] : [{ message: sentence(`${said} ${namesOf(names)}`), of }];
  const reasons = [
    ...because(silent, `Nothing is booked for the quarter to ${shownDate(endDate)} in`, () => true),
    ...because(withoutNav, `There is no net asset value on ${shownDate(endDate)} of`, (field) =>
      navFields.includes(field),
    ),
    ...because(
      withoutNavBefore,
      'There is no net asset value at the quarter end before of',
      (field) => field !== 'totalFmv' && navFields.includes(field),
    ),
  ];
  return Object.entries(told).flatMap(([field, value]) => {
    const reason = value === null ? reasons.find(({ of }) => of(field)) : undefined;
    return reason ? [{ field, code: 'NAV_MISSING', message: reason.message }] : [];
  });
}

const shownNames = 3;
const namesOf = (names: readonly string[]): string =>
  [
    ...names.slice(0, shownNames),
    ...(names.length > shownNames ? [`${String(names.length - shownNames)} more`] : []),
  ].join(', ');
const none: Figures = {
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
export function withFigures<
  F extends { readonly name: string; readonly endDate: string | null; readonly sums: readonly StoredFirmSums[] },
>({ sums, ...firm }: F) {
  const byCurrency = sums.map((one) => inCurrency(one, firm.endDate));
  const [only, ...others] = byCurrency;
  const {
    currency,
    notDetermined: _,
    ...figures
  } = only && others.length === 0 ? only : { currency: null, notDetermined: [], ...none };
  return { ...firm, firmName: firm.name, currency, ...figures, byCurrency };
}

export const firmPerformanceOperations: Operations<typeof firmPerformanceEndpoints> = {
  // Whoever knows of firms alone, as carry does, sees no figures of their funds.
  listFirms: mappedList(
    firmList,
    ({ endDate }) => ({ endDate }),
    ({ sums, ...firm }, { grants }) => withFigures({ ...firm, sums: holds(grants, 'fundLedger.view') ? sums : [] }),
  ),
  listFirmFigures: mappedList(
    firmFigureList,
    ({ endDate }) => ({ endDate }),
    ({ sums, endDate, ...firm }) => ({
      ...firm,
      ...(sums === null ? { currency: null, notDetermined: [], ...none } : inCurrency(sums, endDate)),
    }),
  ),
  async listFirmCharts({ tx }, { query }) {
    const firms = await summedFirms(tx, query.endDate ?? null);
    const rows = firms.flatMap(({ id, name, endDate, sums }) =>
      sums.map((one) => ({ id, name, ...inCurrency(one, endDate) })),
    );
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
  listReportingDatesOfFirm: async (context, { params }) => ok(await reportingDates(context, 'firm', params.id)),
};
