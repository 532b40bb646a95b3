import { Decimal, decimal, moneyText, numberText } from '../../kernel/index.ts';
import type { DetailRow, DistributionInput, DistributionResult } from './distribution.ts';

/** A record whose decimals are replaced with strings at any depth. */
export type Json<T> = T extends Decimal
  ? string
  : T extends string
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Json<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]: Json<T[Name]> }
        : T;

/** The names of a record's decimal fields at any depth. A new field doesn't compile until its kind is defined below. */
type DecimalNames<T> = T extends readonly (infer Item)[]
  ? DecimalNames<Item>
  : T extends object
    ? { [Name in keyof T]-?: NonNullable<T[Name]> extends Decimal ? Name : DecimalNames<NonNullable<T[Name]>> }[keyof T]
    : never;

type ResultNames = DecimalNames<Omit<DistributionResult, 'sources'> | Omit<DetailRow, 'members'>>;

/** The decimal fields of realization and forecast sources. */
type EstimateNames = 'carry' | 'investedAmount' | 'carryAdjustment' | 'multiple';

const KINDS: Readonly<Record<DecimalNames<DistributionInput> | ResultNames | EstimateNames, 'money' | 'percent'>> = {
  defaultEscrow: 'percent',
  defaultTerminatedEscrow: 'percent',
  effective: 'percent',
  escrowPercent: 'percent',
  adjustment: 'percent',
  forfeited: 'percent',
  vested: 'percent',
  percent: 'percent',
  rate: 'percent',
  adjustments: 'money',
  balance: 'money',
  carry: 'money',
  carryAdjustment: 'money',
  investedAmount: 'money',
  /** Formatted like percentages. */
  multiple: 'percent',
  totalBalance: 'money',
  amount: 'money',
  escrow: 'money',
  gross: 'money',
  loanRepayment: 'money',
  net: 'money',
  netDistributableAmount: 'money',
  otherAdjustment: 'money',
  tax: 'money',
  unallocated: 'money',
};

const isDecimalName = (name: string): name is keyof typeof KINDS => Object.hasOwn(KINDS, name);

export type DistributionInputJson = Json<DistributionInput>;

/** Converts an input to its stored form: money with 2 decimals, percentages as plain text, missing values omitted. */
export function runInputToJson<I extends object>(input: I): Json<I> {
  return toJson('', input) as Json<I>;
}

/**
 * Reverses `runInputToJson` exactly.
 *
 * For trusted, stored text only: throws if a number is malformed.
 */
export function runInputFromJson<I extends object>(json: Json<I>): I {
  return fromJson('', json) as I;
}

export const distributionInputToJson = runInputToJson<DistributionInput>;
export const distributionInputFromJson = runInputFromJson<DistributionInput>;

/** Converts a result to the format of `carrara calc distribution`. */
export function distributionResultToJson(result: DistributionResult): Json<DistributionResult> {
  return toJson('', result) as Json<DistributionResult>;
}

function toJson(name: string, value: unknown): unknown {
  if (typeof value === 'object' && Decimal.isDecimal(value)) {
    const isMoney = isDecimalName(name) && KINDS[name] === 'money' && value.decimalPlaces() <= 2;
    return isMoney ? moneyText(value) : numberText(value);
  }
  return mapContents(value, toJson);
}

function fromJson(name: string, value: unknown): unknown {
  return typeof value === 'string' && isDecimalName(name) ? decimal(value) : mapContents(value, fromJson);
}

/** Maps the items of a list or the fields of a record (with their names). Fields without a value are dropped. */
function mapContents(value: unknown, map: (name: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => map('', item));
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([, content]) => content !== undefined);
  return Object.fromEntries(present.map(([name, content]) => [name, map(name, content)]));
}
