import { decimal, moneyText, numberText, sumOfMoney } from '../../kernel/index.ts';
import { withoutDeductions, type RunRows, runRows, type SourceLine } from '../run/index.ts';
import { carryOfSource } from './computeForecast.ts';
import type { ForecastInput, ForecastResult } from './forecast.ts';
import type { ForecastRequest } from './forecastRequest.ts';

/** A stored source of a forecast. `netDistributableAmount` is its net; `gross` is the allocated part of it. */
export interface ForecastLine extends SourceLine {
  readonly investedAmount: string;
  /** Null if nothing is invested and the gross was typed. */
  readonly multiple: string | null;
  readonly editedLast: 'multiple' | 'gross';
  readonly grossCarry: string;
  readonly carryAdjustment: string;
}

export interface ForecastRows extends RunRows<ForecastLine> {
  /** Totals of all sources, before subtracting unallocated carry. */
  readonly carry: { readonly gross: string; readonly adjustment: string };
}

/** Builds the rows of a computed forecast. A source that can't be allocated has its carry but no rows. */
export function forecastRows(
  request: ForecastRequest,
  input: ForecastInput,
  result: ForecastResult,
  context: {
    readonly idOf: (sourceId: string) => string;
    readonly profileOf: (sourceId: string) => string | null;
    readonly newId: () => string;
  },
): ForecastRows {
  const carries = new Map(input.sources.map((source) => [source.id, carryOfSource(source, input.step)]));
  const netOf = (sourceId: string) => moneyText(carries.get(sourceId)?.net ?? decimal('0'));
  const { sources, totals } = runRows(
    request.sources.map(({ sourceId, type }) => ({
      id: context.idOf(sourceId),
      sourceId,
      type,
      profileId: context.profileOf(sourceId),
      defaultEscrow: null,
      netDistributableAmount: netOf(sourceId),
      characterizations: [],
      isUnread: false,
    })),
    { sources: [], participants: input.participants ?? [] },
    withoutDeductions(result.sources),
    new Map(),
    context.newId,
  );
  const requestsById = new Map(request.sources.map((source) => [source.sourceId, source]));
  const lines = sources.map((line): ForecastLine => {
    const { investedAmount = '0', gross, carryAdjustment = '0' } = requestsById.get(line.sourceId) ?? {};
    const carry = carries.get(line.sourceId);
    return {
      ...line,
      investedAmount: moneyText(decimal(investedAmount)),
      multiple: carry?.multiple ? numberText(carry.multiple) : null,
      editedLast: gross === undefined ? 'multiple' : 'gross',
      grossCarry: moneyText(carry?.gross ?? decimal('0')),
      carryAdjustment: moneyText(decimal(carryAdjustment)),
    };
  });
  return { sources: lines, totals, carry: carryTotals(lines) };
}

/** Returns the totals of the sources before allocation. */
export const carryTotals = (lines: readonly ForecastLine[]): ForecastRows['carry'] => ({
  gross: sumOfMoney(lines.map(({ grossCarry }) => grossCarry)),
  adjustment: sumOfMoney(lines.map(({ carryAdjustment }) => carryAdjustment)),
});
