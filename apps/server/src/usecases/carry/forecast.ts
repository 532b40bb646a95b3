import { forecastStore } from '@carrara/adapters/postgres/carry/forecast/store';
import {
  computeForecastRun,
  type ComputedForecast,
  type ForecastFields,
  type ForecastRequest,
  forecastDraft,
  forecastSaveRefusals,
} from '@carrara/domain/carry/forecast';
import { rowIdsBySource } from '@carrara/domain/carry/run';
import { err, ok } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';
import { deleteDocument, lockToSave } from '../runDocument.ts';

const editable = () => ok(undefined);

/** Computes a forecast from the current records without storing it. */
export async function computeForecast({ tx }: RequestContext, request: ForecastRequest): Promise<ComputedForecast> {
  const store = forecastStore(tx);
  return computeForecastRun(request, await store.loadFacts(request), store.newId);
}

export interface ForecastToSave extends Omit<ForecastFields, 'id'> {
  readonly id?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly request: ForecastRequest;
}

/**
 * Creates or changes a forecast. A source that can't be allocated is saved as not determined, with its reason. Nothing is posted.
 *
 * Source: docs/calculations/forecast.md.
 * Fails:  NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, and the refusals of `computeForecastRun` and `forecastSaveRefusals`.
 */
export async function saveForecast(
  { tx }: RequestContext,
  { rowVersion, request, ...fields }: ForecastToSave,
): Outcome {
  const store = forecastStore(tx);
  const locked = await lockToSave(store, { id: fields.id, rowVersion }, editable);
  if (locked.isErr()) return err(locked.error);
  const before = locked.value;
  const facts = await store.loadFacts(request);
  const rowIds = before && rowIdsBySource((await store.loadRows(before.id)).sources);

  const computed = computeForecastRun(request, facts, store.newId, rowIds);
  const refusals = [...computed.refusals, ...forecastSaveRefusals(computed, fields.estimationDate)];
  if (refusals.length > 0) return err(await store.readable(refusals));
  const draft = forecastDraft(computed, { ...fields, id: before?.id ?? store.newId() });

  await store.save(draft, before);
  return ok(draft.id);
}

/** Deletes a forecast. Fails: NOT_FOUND, STALE_VERSION. */
export const deleteForecast = (
  { tx }: RequestContext,
  step: { readonly id: string; readonly rowVersion?: number | null | undefined },
): Outcome => deleteDocument(forecastStore(tx), step, editable);
