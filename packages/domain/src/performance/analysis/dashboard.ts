import {
  type CalendarDate,
  type CoveredPart,
  type CoveredSum,
  coveredSum,
  type Decimal,
  groupBy,
  monthNumber,
  calendarYear,
  zero,
} from '../../kernel/index.ts';
import { type AccountColumn, type AccountPeriod, statementDates } from '../capitalAccount/index.ts';

/** Returns the management fee of a period before offsets, waivers and rebates: row 21 of a capital account, as a positive amount. */
export const feeCharged = (column: AccountColumn): Decimal => (column.get(21) ?? zero).negated();

/** Returns the quarter end before a period begins; null for since inception. */
export function periodStart(period: AccountPeriod, end: CalendarDate, fiscalYearEnd?: string): CalendarDate | null {
  const dates = statementDates(end, fiscalYearEnd);
  return { QTD: dates.quarterFrom, YTD: dates.yearFrom, ITD: null }[period];
}

/** A vehicle's calls less excess, and its distributions, excluding carry paid and clawback. Null means not determined. */
export interface PaidInAndOut {
  readonly contributions: Decimal | null;
  readonly distributions: Decimal | null;
}

/** The same with the new commitments of a period. */
interface Pacing extends PaidInAndOut {
  readonly commitments: Decimal | null;
}

/** A vehicle's commitments, contributions and distributions up to a quarter end, from its stored figures. */
export interface StoredFlows extends Pacing {
  /** True if the ledger has no cash and the amounts are the reported ones. Nothing is then known before the first report. */
  readonly isReported: boolean;
  readonly vehicleId: string;
  readonly currency: string;
  /** The last day of its fiscal year, such as `06-30`. */
  readonly fiscalYearEnd: string;
  readonly end: CalendarDate;
}

export interface FlowsOfSpan extends Readonly<Record<keyof Pacing, CoveredSum>> {
  readonly currency: string;
  readonly year: number;
  /** Null for the whole year. */
  readonly quarter: number | null;
}

const MONTHS_A_QUARTER = 3;

/**
 * Returns each vehicle's new commitments, contributions and distributions in the spans of a period. They are the
 * cumulative amounts at the end of a span less those at its beginning. Before its first figures, a vehicle has zero.
 */
function flowsBySpanOf(
  stored: readonly StoredFlows[],
  period: AccountPeriod,
  end: CalendarDate,
  spanOf: (end: CalendarDate) => string,
): readonly StoredFlows[] {
  const byVehicle = new Map<string, { opening: Opening; last: Opening; spans: readonly StoredFlows[] }>();
  const until = stored.filter((flows) => flows.end <= end).sort((a, b) => (a.end < b.end ? -1 : 1));
  for (const flows of until) {
    const own = byVehicle.get(flows.vehicleId) ?? { opening: nothing, last: nothing, spans: [] };
    const start = periodStart(period, end, flows.fiscalYearEnd);
    const isWithin = start === null || flows.end > start;
    const current = own.spans.at(-1);
    const isSame = current !== undefined && spanOf(current.end) === spanOf(flows.end);
    const opening = isSame ? own.opening : own.last;
    const isComparable = opening.isReported === undefined || opening.isReported === flows.isReported;
    const change = {
      ...flows,
      commitments: isComparable ? less(flows.commitments, opening.commitments) : null,
      contributions: isComparable ? less(flows.contributions, opening.contributions) : null,
      distributions: isComparable ? less(flows.distributions, opening.distributions) : null,
    };
    const spans = isWithin ? [...(isSame ? own.spans.slice(0, -1) : own.spans), change] : own.spans;
    byVehicle.set(flows.vehicleId, { opening, last: flows, spans });
  }
  return [...byVehicle.values()].flatMap(({ spans }) => spans);
}

type Opening = Pacing & { readonly isReported?: boolean };
const nothing: Opening = { commitments: zero, contributions: zero, distributions: zero };
const less = (amount: Decimal | null, before: Decimal | null) =>
  amount === null || before === null ? null : amount.minus(before);

/**
 * Returns each vehicle's contributions and distributions in a period, using its own fiscal year. A vehicle without figures for the last day is left
 * out as not determined.
 */
export function flowsOfPeriod(
  stored: readonly StoredFlows[],
  period: AccountPeriod,
  end: CalendarDate,
): ReadonlyMap<string, PaidInAndOut> {
  const spans = flowsBySpanOf(stored, period, end, () => '');
  return new Map(spans.filter((flows) => flows.end === end).map((flows) => [flows.vehicleId, flows]));
}

/**
 * Returns new commitments, contributions and distributions by span, added up over the vehicles of one currency. Spans are years since inception, and otherwise
 * quarters. `named` describes a vehicle for coverage. A late vehicle is named in the last span, which includes its amounts up to its last figures.
 */
export function flowsBySpan(
  stored: readonly StoredFlows[],
  period: AccountPeriod,
  end: CalendarDate,
  named: (vehicleId: string) => CoveredPart,
): readonly FlowsOfSpan[] {
  const quarterOf = (day: CalendarDate) => (period === 'ITD' ? null : Math.ceil(monthNumber(day) / MONTHS_A_QUARTER));
  const spanOf = (day: CalendarDate) => `${calendarYear(day)} ${quarterOf(day) ?? ''}`;
  const flows = flowsBySpanOf(stored, period, end, spanOf);
  const spans = groupBy(flows, ({ currency, end: day }) => `${currency} ${spanOf(day)}`);
  const last = new Map(
    stored.filter(({ end: day }) => day <= end).map((storedFlows) => [storedFlows.vehicleId, storedFlows]),
  );
  return [...spans.values()]
    .map((own): FlowsOfSpan => {
      const { currency, end: day } = own[0];
      const isLast = spanOf(day) === spanOf(end);
      const ids = new Set(own.map(({ vehicleId }) => vehicleId));
      const late = [...last.values()].filter(
        (storedFlows) => storedFlows.currency === currency && storedFlows.end < end,
      );
      const absent = late.filter(({ vehicleId }) => isLast && !ids.has(vehicleId));
      const sumOf = (name: keyof Pacing) =>
        coveredSum(
          [...own, ...absent.map((storedFlows) => ({ ...storedFlows, [name]: null }))],
          (storedFlows) => storedFlows[name],
          (storedFlows) => ({
            ...named(storedFlows.vehicleId),
            carriedFrom:
              isLast && late.some(({ vehicleId }) => vehicleId === storedFlows.vehicleId) ? storedFlows.end : null,
          }),
        );
      return {
        currency,
        year: calendarYear(day),
        quarter: quarterOf(day),
        commitments: sumOf('commitments'),
        contributions: sumOf('contributions'),
        distributions: sumOf('distributions'),
      };
    })
    .sort((a, b) => (spanKey(a) < spanKey(b) ? -1 : 1));
}

const spanKey = ({ currency, year, quarter }: FlowsOfSpan) => `${year} ${quarter ?? ''} ${currency}`;
