import {
  compareRuns,
  type StoredInputs,
  createIdGenerator,
  reversedRows,
  runInputFromJson,
  type RunVerification,
} from '../run/index.ts';
import type { Json } from '../run/index.ts';
import type { RealizationInput } from './computeRealization.ts';
import { computeRealizationAt } from './engineVersions.ts';
import type { RealizationRequest } from './realizationRequest.ts';
import { type AccrualRows, realizationRows } from './realizationRows.ts';

type RealizationInputJson = Json<RealizationInput>;
/** The inputs that a realization was computed from. */
export type StoredRealization = StoredInputs<RealizationRequest, RealizationInputJson>;

/**
 * Recomputes a stored realization from its stored inputs with the engine version that produced it, and compares every displayed figure to the cent.
 *
 * Source: docs/calculations/realization.md, decision 0019.
 */
export function verifyRealization(
  stored: AccrualRows,
  storedInputs: StoredRealization,
  engineVersion: string,
): RunVerification {
  const input = runInputFromJson<RealizationInput>(storedInputs.input);
  const result = computeRealizationAt(engineVersion, input);
  if (result.isErr()) {
    return { figures: 0, differences: [], refusal: result.error.map(({ code }) => code).join(', ') };
  }
  const used = new Map(stored.sources.map(({ sourceId, profileId }) => [sourceId, profileId]));
  const named = new Map(storedInputs.request.sources.map(({ sourceId, profileId }) => [sourceId, profileId]));
  const again = realizationRows(storedInputs.request, input, result.value, {
    idOf: (sourceId) => sourceId,
    // Without a requested profile, use the one that was in force.
    profileOf: (sourceId) => named.get(sourceId) ?? used.get(sourceId) ?? null,
    newId: createIdGenerator(),
  });
  return withDates(stored, again);
}

/** Compares a reversal with the original realization: each figure must have the opposite sign, on the reversal's own date. */
export function verifyAccrualReversal(stored: AccrualRows, undone: AccrualRows): RunVerification {
  return compareRuns(stored, reversedRows(undone, createIdGenerator()));
}

/** Compares the date of each source in addition to its figures. */
function withDates(stored: AccrualRows, computed: AccrualRows): RunVerification {
  const { figures, differences, ...rest } = compareRuns(stored, computed);
  const dates = new Map(stored.sources.map(({ sourceId, realizationDate }) => [sourceId, realizationDate]));
  const differing = computed.sources.flatMap(({ sourceId, realizationDate }) => {
    const date = dates.get(sourceId);
    if (date === undefined || date === realizationDate) return [];
    return [{ location: [sourceId], figure: 'realizationDate', stored: date, computed: realizationDate }];
  });
  return { ...rest, figures: figures + computed.sources.length, differences: [...differences, ...differing] };
}
