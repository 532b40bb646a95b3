import { type RowError } from '../upload/index.ts';
import { type CalendarDate, type Decimal } from '@carrara/domain/kernel';
import type { ReadRates, SheetRate } from './rateSheet.ts';

/** A stored rate. */
interface ExistingRate {
  readonly id: string;
  readonly rowVersion: number;
  readonly date: CalendarDate;
  readonly from: string;
  readonly to: string;
  readonly rate: Decimal;
}

/** The existing data that an import of rates is planned against. */
export interface ExistingRates {
  /** The codes of the available currencies. */
  readonly currencies: ReadonlySet<string>;
  readonly pairs: readonly { readonly from: string; readonly to: string }[];
  readonly rates: readonly ExistingRate[];
}

interface RateWrite {
  /** The stored rate to correct; null for a new one. */
  readonly existing: ExistingRate | null;
  readonly entered: SheetRate;
}

export interface RatePlan {
  readonly newPairs: readonly { readonly from: string; readonly to: string }[];
  readonly writes: readonly RateWrite[];
  /** Corrections of stored rates by all rows without an error. */
  readonly corrections: readonly RateWrite[];
  readonly effects: readonly {
    readonly kind: string;
    readonly created: number;
    readonly updated: number;
    readonly unchanged: number;
    readonly newVersions: number;
  }[];
  readonly errors: readonly RowError[];
  readonly notes: readonly string[];
}

const keyOf = ({ from, to, date }: { from: string; to: string; date?: string }) => `${from}-${to} ${date ?? ''}`;

/**
 * Plans the changes of a rate file. An existing rate of a pair and date is corrected if it differs; all others are new. Missing pairs are created,
 * but never currencies. With errors, nothing is changed, and the effects describe the rows without errors.
 */
export function planRates({ rates, errors, notes }: ReadRates, existing: ExistingRates): RatePlan {
  const wrong: RowError[] = [...errors];
  const existingByKey = new Map(existing.rates.map((rate) => [keyOf(rate), rate]));
  const pairs = new Set(existing.pairs.map((pair) => keyOf(pair)));
  const seen = new Map<string, SheetRate>();
  const newPairs = new Map<string, { from: string; to: string }>();
  for (const rate of rates) {
    const refuse = (column: string, reason: string) => wrong.push({ sheet: rate.sheet, row: rate.row, column, reason });
    if (!existing.currencies.has(rate.from)) refuse('From', `there is no active currency ${rate.from}`);
    if (!existing.currencies.has(rate.to)) refuse('To', `there is no active currency ${rate.to}`);
    const twin = seen.get(keyOf(rate));
    if (twin !== undefined) refuse('Date', `${rate.from}/${rate.to} for that day is already in row ${twin.row}`);
    else seen.set(keyOf(rate), rate);
    const { from, to } = rate;
    if (!pairs.has(keyOf({ from, to }))) newPairs.set(keyOf({ from, to }), { from, to });
  }
  const faulty = new Set(wrong.map(({ sheet, row }) => `${sheet} ${row}`));
  const good = rates.filter(({ sheet, row }) => !faulty.has(`${sheet} ${row}`));
  for (const pair of newPairs.keys())
    if (!good.some((rate) => pair === keyOf({ from: rate.from, to: rate.to }))) newPairs.delete(pair);
  const all = good.map((rate) => ({ existing: existingByKey.get(keyOf(rate)) ?? null, entered: rate }));
  const writes = all.filter((write) => write.existing === null || !write.existing.rate.eq(write.entered.rate));
  const created = writes.filter((write) => write.existing === null).length;
  const effect = (kind: string, createdCount: number, updated: number, unchanged: number) => ({
    kind,
    created: createdCount,
    updated,
    unchanged,
    newVersions: 0,
  });
  const effects = [
    ...(newPairs.size > 0 ? [effect('Currency pairs', newPairs.size, 0, 0)] : []),
    effect('Exchange rates', created, writes.length - created, all.length - writes.length),
  ];
  const corrections = writes.filter((write) => write.existing !== null);
  if (wrong.length > 0) return { newPairs: [], writes: [], corrections, effects, errors: wrong, notes };
  return { newPairs: [...newPairs.values()], writes, corrections, effects, errors: [], notes };
}
