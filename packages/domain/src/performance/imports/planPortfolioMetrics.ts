import {
  calendarDate,
  type CalendarDate,
  decimal,
  groupBy,
  moneyText,
  numberText,
  required,
  displayedDate,
} from '@carrara/domain/kernel';
import type { ImportField, ReadRow } from '@carrara/domain/platform/upload';
import { isOwnershipPercent, metricPairs, ownershipPairs } from '../investment/index.ts';
import { isQuarterEnd } from '../ledger/index.ts';
import { importTypes } from './importTypes.ts';
import { type Counts, lookup, findNamedRecord, type NamedRecord, type RowRefusal, textValue } from './planParts.ts';

/** A vehicle's holding of an investment. */
export interface ExistingHolding {
  readonly id: string;
  readonly investment: NamedRecord;
  readonly vehicle: NamedRecord;
  /** The vehicle's locked quarters. */
  readonly locked: ReadonlySet<CalendarDate>;
}
/** The metrics of a holding at a quarter end, by column: amounts and percentages as entered, dates as YYYY-MM-DD. */
type MetricValues = Readonly<Record<string, string | null>>;
/** The latest metrics of a holding up to a quarter end. */
export interface ExistingMetrics {
  readonly date: CalendarDate;
  readonly values: MetricValues;
}
export interface PlannedMetrics {
  readonly holding: ExistingHolding;
  readonly date: CalendarDate;
  /** All metrics. Those that the file doesn't have are carried forward. */
  readonly values: MetricValues;
  /** The columns of the file that differ from this quarter's existing values. */
  readonly changed: readonly {
    readonly title: string;
    readonly isNumber: boolean;
    readonly before: string | null;
    readonly after: string;
  }[];
  readonly isNew: boolean;
}
export interface MetricsPlan {
  readonly metrics: readonly PlannedMetrics[];
  readonly counts: Counts;
  readonly refusals: readonly RowRefusal[];
}

const { investment: _investment, vehicle: _vehicle, date: _date, ...columns } = importTypes['portfolio-metrics'];
/** The columns that contain metrics. */
export const metricColumns: Readonly<Record<string, ImportField>> = columns;

const mayBeNegative = new Set(
  Object.entries(metricPairs).flatMap(([name, pair]) => ('negative' in pair ? [`${name}Entry`, `${name}Current`] : [])),
);
const ownershipColumns = new Set(Object.keys(ownershipPairs).flatMap((name) => [`${name}Entry`, `${name}Current`]));

/**
 * Plans the holding metrics in the rows of a file for a quarter end. A row is identified by holding and quarter: identical values change nothing, and
 * an empty cell keeps the existing value. In a quarter without metrics, missing values are carried forward from the latest ones.
 *
 * Fails:  in `refusals`, every row with each of its reasons.
 */
export function planPortfolioMetrics(
  rows: readonly ReadRow[],
  holdings: readonly ExistingHolding[],
  latest: (holdingId: string, date: CalendarDate) => ExistingMetrics | undefined,
): MetricsPlan {
  const byInvestment = grouped(holdings);
  const refusals: RowRefusal[] = [];
  const firstRows = new Map<string, number>();
  /** The metrics of each holding that the file has set so far, by date. */
  const planned = new Map<string, PlannedMetrics[]>();
  const metrics: PlannedMetrics[] = [];
  let [created, changed, unchanged] = [0, 0, 0];
  const dayOf = (row: ReadRow) => textValue(row, 'date') ?? '';
  for (const row of [...rows].sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : a.row - b.row))) {
    const before = refusals.length;
    const refuse = (field: string, reason: string) => void refusals.push({ row: row.row, field, reason });
    const holding = holdingOf(row, byInvestment, refuse);
    const date = calendarDate(dayOf(row));
    if (!isQuarterEnd(date)) refuse('date', `${displayedDate(date)} is not a quarter end.`);
    else if (holding?.locked.has(date))
      refuse('date', `${holding.vehicle.name} has locked the quarter ${displayedDate(date)}.`);
    const figures = refusedBy(row, refuse);
    if (holding === undefined) continue;
    const twin = firstRows.get(`${holding.id} ${date}`);
    if (twin !== undefined) refuse('date', `Row ${String(twin)} already has values for this holding and quarter.`);
    firstRows.set(`${holding.id} ${date}`, row.row);
    if (refusals.length > before) continue;
    const existing = latest(holding.id, date);
    const own = planned.get(holding.id)?.at(-1);
    const base =
      own !== undefined && (existing === undefined || own.date >= existing.date) ? own.values : existing?.values;
    const isNew = existing?.date !== date;
    const differing = Object.entries(figures).filter(
      ([name, text]) => isNew || !isSame(name, existing?.values[name], text),
    );
    if (differing.length === 0) {
      unchanged += 1;
      continue;
    }
    if (isNew) created += 1;
    else changed += 1;
    const plannedMetrics: PlannedMetrics = {
      holding,
      date,
      isNew,
      values: { ...base, ...figures },
      changed: isNew
        ? []
        : differing.map(([name, after]) => ({
            title: columns[name as keyof typeof columns].title,
            isNumber: ['number', 'money'].includes(columns[name as keyof typeof columns].kind),
            before: existing?.values[name] ?? null,
            after,
          })),
    };
    metrics.push(plannedMetrics);
    planned.set(holding.id, [...(planned.get(holding.id) ?? []), plannedMetrics]);
  }
  return { metrics, counts: { created, changed, unchanged, missing: 0 }, refusals };
}

type Refuse = (field: string, reason: string) => void;

function holdingOf(
  row: ReadRow,
  byInvestment: ReturnType<typeof grouped>,
  refuse: Refuse,
): ExistingHolding | undefined {
  const cellText = textValue(row, 'investment') ?? '';
  const own = byInvestment(cellText);
  if (own.length === 0) refuse('investment', `No vehicle holds an investment '${cellText}'.`);
  const vehicle = textValue(row, 'vehicle');
  if (own.length === 0 || vehicle === null) {
    if (own.length > 1) refuse('vehicle', `'${cellText}' is held by ${own.length} vehicles. Enter one of them.`);
    return own.length === 1 ? own[0] : undefined;
  }
  const named = findNamedRecord(
    own.map((holding) => holding.vehicle),
    vehicle,
  );
  if (named === undefined) refuse('vehicle', `No fund or coinvestment '${vehicle}' holds '${cellText}'.`);
  return own.find((holding) => holding.vehicle.id === named?.id);
}

/** Returns a lookup of an investment's holdings by its name. */
function grouped(holdings: readonly ExistingHolding[]): (text: string) => readonly ExistingHolding[] {
  const byInvestment = groupBy(holdings, ({ investment }) => investment.id);
  const named = lookup([...byInvestment.values()].map(([first]) => first.investment));
  return (text) => byInvestment.get(named(text)?.id ?? '') ?? [];
}

function refusedBy(row: ReadRow, refuse: Refuse): Readonly<Record<string, string>> {
  const figures: Record<string, string> = {};
  for (const [name, { kind }] of Object.entries(metricColumns)) {
    const text = textValue(row, name);
    if (text === null) continue;
    figures[name] = text;
    if (ownershipColumns.has(name) && !isOwnershipPercent(decimal(text)))
      refuse(name, 'Ownership is from 0 to 100 percent.');
    else if (kind === 'money' && !mayBeNegative.has(name) && decimal(text).lt(0)) refuse(name, 'It can’t be negative.');
  }
  if (Object.keys(figures).length === 0) refuse('date', 'Enter at least one value for the holding.');
  return figures;
}

function isSame(name: string, before: string | null | undefined, after: string): boolean {
  if (before == null) return false;
  const { kind } = required(metricColumns[name], 'the column of a metric');
  if (kind === 'money') return moneyText(decimal(before)) === after;
  return kind === 'number' ? numberText(decimal(before)) === after : before === after;
}
