import { decimal, moneyText } from '../../kernel/index.ts';
import { withoutDeductions, type RunRows, runRows, type SourceLine } from '../run/index.ts';
import type { RealizationInput, RealizationResult } from './computeRealization.ts';
import { dateOfSource, type RealizationRequest } from './realizationRequest.ts';

/** A stored source of a realization. `netDistributableAmount` is its carry, and nothing is deducted from the allocated amounts. */
export interface AccrualLine extends SourceLine {
  /** The date of its entries. */
  readonly realizationDate: string;
}

export type AccrualRows = RunRows<AccrualLine>;

/** Builds the rows of a computed realization. A source that can't be computed has none. */
export function realizationRows(
  request: RealizationRequest,
  input: RealizationInput,
  result: RealizationResult,
  location: {
    readonly idOf: (sourceId: string) => string;
    readonly profileOf: (sourceId: string) => string | null;
    readonly newId: () => string;
  },
): AccrualRows {
  const { sources, totals } = runRows(
    request.sources.map(({ sourceId, type, carry }) => ({
      id: location.idOf(sourceId),
      sourceId,
      type,
      profileId: location.profileOf(sourceId),
      defaultEscrow: null,
      netDistributableAmount: moneyText(decimal(carry)),
      characterizations: [],
      isUnread: false,
    })),
    { sources: [], participants: input.sources.flatMap(({ participants = [] }) => participants) },
    withoutDeductions(result.sources),
    new Map(),
    location.newId,
  );
  const dates = new Map(request.sources.map((source) => [source.sourceId, dateOfSource(source, request)]));
  return {
    totals,
    sources: sources.map((source) => ({
      ...source,
      realizationDate: dates.get(source.sourceId) ?? request.realizationDate,
    })),
  };
}
