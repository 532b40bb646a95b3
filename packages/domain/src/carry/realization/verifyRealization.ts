import {
  compareRuns,
  type KeptInputs,
  numbered,
  reversedRows,
  runInputFromJson,
  type RunVerification,
} from '../run/index.ts';
import type { Json } from '../run/index.ts';
import type { RealizationInput } from './computeRealization.ts';
import { computeRealizationAt } from './engineVersions.ts';
import type { RealizationRequest } from './realizationRequest.ts';
import { type AccrualRows, realizationRows } from './realizationRows.ts';

export type RealizationInputJson = Json<RealizationInput>;
/** What a realization was computed from. */
export type KeptRealization = KeptInputs<RealizationRequest, RealizationInputJson>;

/**
 * Computes a stored realization again from its kept inputs with the engine that made it, and compares all that is shown of it to the cent.
 *
 * Source: calculations 5.9, 6.
 */
export function verifyRealization(stored: AccrualRows, kept: KeptRealization, engineVersion: string): RunVerification {
  const input = runInputFromJson<RealizationInput>(kept.input);
  const result = computeRealizationAt(engineVersion, input);
  if (result.isErr()) {
    return { figures: 0, differences: [], refusal: result.error.map(({ code }) => code).join(', ') };
  }
  const used = new Map(stored.sources.map(({ sourceId, profileId }) => [sourceId, profileId]));
  const named = new Map(kept.request.sources.map(({ sourceId, profileId }) => [sourceId, profileId]));
  const again = realizationRows(kept.request, input, result.value, {
    idOf: (sourceId) => sourceId,
    // Where none was asked for it is the one that was in force.
    profileOf: (sourceId) => named.get(sourceId) ?? used.get(sourceId) ?? null,
    newId: numbered(),
  });
  return withDates(stored, again);
}

/** Compares a reversal with what it undoes: each figure with its sign turned, on the reversal's own day. */
export function verifyAccrualReversal(stored: AccrualRows, undone: AccrualRows): RunVerification {
  return compareRuns(stored, reversedRows(undone, numbered()));
}

/** The day of each source is compared beside its figures. */
function withDates(stored: AccrualRows, computed: AccrualRows): RunVerification {
  const { figures, differences, ...rest } = compareRuns(stored, computed);
  const dates = new Map(stored.sources.map(({ sourceId, realizationDate }) => [sourceId, realizationDate]));
  const differing = computed.sources.flatMap(({ sourceId, realizationDate }) => {
    const kept = dates.get(sourceId);
    if (kept === undefined || kept === realizationDate) return [];
    return [{ place: [sourceId], figure: 'realizationDate', stored: kept, computed: realizationDate }];
  });
  return { ...rest, figures: figures + computed.sources.length, differences: [...differences, ...differing] };
}
