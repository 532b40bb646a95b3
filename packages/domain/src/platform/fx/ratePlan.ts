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
  readonly known: ExistingRate | null;
  readonly given: SheetRate;
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
export function planRates({ rates, errors, notes }: ReadRates, known: ExistingRates): RatePlan {
  const wrong: RowError[] = [...errors];
  const kept = new Map(known.rates.map((rate) => [keyOf(rate), rate]));
  const pairs = new Set(known.pairs.map((pair) => keyOf(pair)));
  const seen = new Map<string, SheetRate>();
  const newPairs = new Map<string, { from: string; to: string }>();
  for (const given of rates) {
    const refuse = (column: string, reason: string) =>
      wrong.push({ sheet: given.sheet, row: given.row, column, reason });
    if (!known.currencies.has(given.from)) refuse('From', `there is no active currency ${given.from}`);
    if (!known.currencies.has(given.to)) refuse('To', `there is no active currency ${given.to}`);
    const twin = seen.get(keyOf(given));
    if (twin !== undefined) refuse('Date', `${given.from}/${given.to} for that day is already in row ${twin.row}`);
    else seen.set(keyOf(given), given);
    const { from, to } = given;
    if (!pairs.has(keyOf({ from, to }))) newPairs.set(keyOf({ from, to }), { from, to });
  }
  const faulty = new Set(wrong.map(({ sheet, row }) => `${sheet} ${row}`));
  const good = rates.filter(({ sheet, row }) => !faulty.has(`${sheet} ${row}`));
  for (const pair of newPairs.keys())
    if (!good.some((given) => pair === keyOf({ from: given.from, to: given.to }))) newPairs.delete(pair);
  const all = good.map((given) => ({ known: kept.get(keyOf(given)) ?? null, given }));
  const writes = all.filter((write) => write.known === null || !write.known.rate.eq(write.given.rate));
  const created = writes.filter((write) => write.known === null).length;
  const effect = (kind: string, made: number, updated: number, unchanged: number) => ({
    kind,
    created: made,
    updated,
    unchanged,
    newVersions: 0,
  });
  const effects = [
    ...(newPairs.size > 0 ? [effect('Currency pairs', newPairs.size, 0, 0)] : []),
    effect('Exchange rates', created, writes.length - created, all.length - writes.length),
  ];
  const corrections = writes.filter((write) => write.known !== null);
  if (wrong.length > 0) return { newPairs: [], writes: [], corrections, effects, errors: wrong, notes };
  return { newPairs: [...newPairs.values()], writes, corrections, effects, errors: [], notes };
}
