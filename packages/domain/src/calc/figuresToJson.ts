import { Decimal, moneyText, numberText } from '../kernel/index.ts';
import type { Json, JsonRecord } from './calculator.ts';

/** Figures of forecasts and realizations that aren't amounts of money. */
const PLAIN: ReadonlySet<string> = new Set(['effective', 'multiple', 'carryPercent']);

/** Converts a result to JSON: money with 2 decimals, percentages and multiples as plain text. Missing values are omitted. */
export function figuresToJson(result: object): JsonRecord {
  return written('', result) as JsonRecord;
}

function written(name: string, value: unknown): Json {
  if (Decimal.isDecimal(value)) return PLAIN.has(name) ? numberText(value) : moneyText(value);
  if (Array.isArray(value)) return value.map((item) => written(name, item));
  if (typeof value !== 'object' || value === null) return value as Json;
  const present = Object.entries(value).filter(([, content]) => content !== undefined);
  return Object.fromEntries(present.map(([inner, content]) => [inner, written(inner, content)]));
}
