import { type CalendarDate, type Coverage, fromKeys, moneyText } from '@carrara/domain/kernel';
import type { SumsInCurrency } from '@carrara/domain/performance/analysis';
import {
  averageIrrText,
  multiplesText,
  pooledAmounts,
  pooledMultiples,
  type PooledVehicle,
  type RatedFund,
} from '@carrara/domain/performance/fundProfile';
import { decimalOf, earliestReport, type Row } from './dashboardVehicles.ts';
import { ratedFund, statedCoverage } from '../vehicle/namedVehicle.ts';

const statTitles = { contributions: 'Contributions', distributions: 'Distributions', nav: 'NAV' } as const;
export type StatName = keyof typeof statTitles;
export const statNames = Object.keys(statTitles) as StatName[];

/**
 * Returns the number, amounts, multiples and average rate of the vehicles of a currency, all over the same vehicles:
 * those that have all amounts. If no vehicle has all, there is no multiple, and each amount is that of the vehicles
 * that have it.
 */
export function currencyStats(
  { currency, sums: own }: SumsInCurrency<StatName>,
  { sums: shared }: SumsInCurrency<StatName>,
  rows: readonly Row[],
  { end, policy }: { readonly end: CalendarDate; readonly policy: Parameters<typeof pooledMultiples>[2] },
) {
  const hasShared = shared.nav.value !== null;
  const sums = hasShared ? shared : own;
  const ownRows = rows.filter(({ isoCode }) => (isoCode ?? '') === currency);
  const about = (code: string, coverage: Coverage) => {
    const excluded = new Set(coverage.excluded.map(({ id }) => id));
    const included = ownRows.filter(({ fundId }) => !excluded.has(fundId));
    const stat = {
      code: code.toUpperCase(),
      currency,
      reportedThrough: code === 'nav' ? null : earliestReport(included, currency, 'reportedThrough'),
      coverage: statedCoverage(coverage),
    };
    const unknown = coverage.excluded.slice(0, 1).map(({ reason }) => ({
      field: 'value',
      code: 'NOT_DETERMINED',
      message: reason,
    }));
    return { included, stat, unknown };
  };
  const amounts = statNames.map((name) => {
    const { value, coverage } = sums[name];
    const { included, stat, unknown } = about(name, coverage);
    const isRolled = name === 'nav' && earliestReport(included, currency, 'rolledForwardFrom') !== null;
    return {
      ...stat,
      name: `${statTitles[name]}${coverage.included < own[name].coverage.included ? ' of funds with returns' : ''}`,
      kind: isRolled ? ('rolledMoney' as const) : ('money' as const),
      value: value && moneyText(value),
      notDetermined: value === null ? unknown : [],
    };
  });
  const multiples = (['dpi', 'tvpi'] as const).map((name) => {
    const { included, stat, unknown } = about(name, shared.nav.coverage);
    const pool = included.map(pooledVehicle);
    const { notDetermined, ...pooled } = multiplesText(pooledMultiples(pool, end, policy));
    return {
      ...stat,
      name: stat.code,
      kind: 'multiple' as const,
      value: pool.length === 0 ? null : pooled[name],
      notDetermined:
        pool.length === 0
          ? unknown
          : notDetermined.filter(({ field }) => field === name).map((reason) => ({ ...reason, field: 'value' })),
    };
  });
  const { coverage } = shared.nav;
  const count = fundCount(hasShared ? coverage.included : ownRows.length, currency);
  const reasons = new Map(hasShared ? coverage.excluded.map(({ id, reason }) => [id, reason] as const) : []);
  const rates = ownRows.flatMap(ratedFund).map((fund) => {
    const reason = reasons.get(fund.id);
    return reason === undefined ? fund : { ...fund, irr: null, reason };
  });
  return [
    { ...count, coverage: hasShared ? statedCoverage(coverage) : null },
    ...amounts,
    ...multiples,
    meanRate(rates, currency),
  ];
}

const pooledVehicle = ({ fundName: name, policy, notDetermined, ...row }: Row): PooledVehicle => ({
  name,
  policy,
  notDetermined,
  amounts: fromKeys(pooledAmounts, (amount) => decimalOf(row[amount])),
});

const fundCount = (number: number, currency: string | null) => ({
  code: 'FUNDS',
  name: 'Funds',
  kind: 'count' as const,
  currency,
  value: String(number),
  reportedThrough: null,
  coverage: null,
  notDetermined: [],
});

function meanRate(funds: readonly RatedFund[], currency: string | null) {
  const { averageIrr, coverage } = averageIrrText(funds);
  const [without] = coverage.excluded;
  return {
    code: 'AVERAGE_IRR',
    name: 'Average net IRR',
    kind: 'return' as const,
    currency,
    value: averageIrr,
    reportedThrough: null,
    coverage: statedCoverage(coverage),
    notDetermined:
      averageIrr === null && without ? [{ field: 'value', code: 'NOT_DETERMINED', message: without.reason }] : [],
  };
}

/** Returns the number and the average rate of the vehicles of all currencies. */
export const statsOfAllCurrencies = (rows: readonly Row[]) => [
  fundCount(rows.length, null),
  meanRate(rows.flatMap(ratedFund), null),
];
