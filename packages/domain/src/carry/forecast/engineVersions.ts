import { err, type Failures, fail, ok, type Recorder, type Result } from '../../kernel/index.ts';
import { ENGINE_VERSION } from '../run/index.ts';
import { computeForecastDraft, type ForecastDraft } from './computeForecast.ts';
import type { ForecastInput } from './forecast.ts';

type ForecastEngine = (input: ForecastInput, explain?: Recorder) => ForecastDraft;

/** Every version that ever made a figure of a forecast, by the version of the run that it is a part of. */
const engines: ReadonlyMap<string, ForecastEngine> = new Map([[ENGINE_VERSION, computeForecastDraft]]);

/**
 * Computes a stored input with the engine that made its figures: the sources of it that can be computed.
 *
 * Source: calculations 5.9, 6.
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
