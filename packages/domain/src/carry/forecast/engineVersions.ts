import { err, type Failures, fail, ok, type Recorder, type Result } from '../../kernel/index.ts';
import { ENGINE_VERSION } from '../run/index.ts';
import { computeForecastDraft, type ForecastDraft } from './computeForecast.ts';
import type { ForecastInput } from './forecast.ts';

type ForecastEngine = (input: ForecastInput, explain?: Recorder) => ForecastDraft;

/** Every forecast engine version that has produced stored figures. The version is that of the distribution engine, which includes forecasts. */
const engines: ReadonlyMap<string, ForecastEngine> = new Map([[ENGINE_VERSION, computeForecastDraft]]);

/**
 * Recomputes a stored input with the engine version that produced its figures. Returns the sources that can be computed.
 *
 * Source: docs/calculations/forecast.md, decision 0019.
 * Fails:  ENGINE_VERSION_UNKNOWN.
 */
export function computeForecastDraftAt(
  version: string,
  input: ForecastInput,
  explain?: Recorder,
): Result<ForecastDraft, Failures> {
  const engine = engines.get(version);
  if (engine !== undefined) return ok(engine(input, explain));
  return err([fail('ENGINE_VERSION_UNKNOWN', ['engineVersion'], `there is no engine version ${version}`)]);
}
