import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { ENGINE_VERSION, runInputToJson } from '../run/index.ts';
import { computeForecastRun, remarksOfForecast } from './computeForecastRun.ts';
import type { ForecastRequest } from './forecastRequest.ts';
import type { ForecastHead, ForecastPorts } from './ports.ts';

type Outcome = Promise<Result<string, Failures>>;

export interface ForecastToSave {
  readonly id?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly reason?: string | null | undefined;
  readonly name: string;
  readonly description: string | null;
  /** The date of the estimate. */
  readonly estimationDate: string;
  readonly request: ForecastRequest;
}

const missing = () => err([fail('NOT_FOUND', ['id'], 'There is no such forecast.')]);

/**
 * Creates or changes a forecast. A source that can't be allocated is saved as not determined, with its reason. Nothing is posted.
 *
 * Source: calculations 6; carry specification section 5, 'Forecast save'.
 * Fails:  NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, and the refusals of `computeForecastRun`.
 */
export async function saveForecast(ports: ForecastPorts, forecast: ForecastToSave): Outcome {
  let before: ForecastHead | undefined;
  let known: ReadonlyMap<string, string> = new Map();
  if (forecast.id) {
    before = await ports.hold(forecast.id);
    if (!before) return missing();
    const stale = await ports.stale(before, forecast.rowVersion);
    if (stale) return err([stale]);
    known = new Map((await ports.rowsOf(before.id)).sources.map(({ id, sourceId }) => [sourceId, id]));
  }
  const computed = await computeForecastRun(ports, forecast.request, known);
  const { request, run, rows, facts, refusals } = computed;
  if (refusals.length > 0) return err(await ports.readable(refusals));
  const id = before?.id ?? ports.newId();
  const { name, description, estimationDate, reason } = forecast;
  await ports.keep(
    {
      id,
      name,
      description,
      estimationDate,
      reason,
      request,
      input: runInputToJson(run.input),
      engineVersion: ENGINE_VERSION,
      currencyId: [...facts.sources.values()].find(({ currencyId }) => currencyId)?.currencyId ?? null,
      remarks: await remarksOfForecast(ports, computed, request),
      rows,
    },
    before,
  );
  return ok(id);
}

/** Deletes a forecast. Fails: NOT_FOUND, STALE_VERSION. */
export async function deleteForecast(
  ports: ForecastPorts,
  { id, rowVersion }: { readonly id: string; readonly rowVersion: number | null | undefined },
): Outcome {
  const head = await ports.hold(id);
  if (!head) return missing();
  const stale = typeof rowVersion === 'number' ? await ports.stale(head, rowVersion) : undefined;
  if (stale) return err([stale]);
  await ports.remove(head);
  return ok(id);
}
