import { err, type Failures, fail, type Recorder, type Result } from '../../kernel/index.ts';
import { ENGINE_VERSION } from '../run/index.ts';
import { computeRealization, type RealizationInput, type RealizationResult } from './computeRealization.ts';

export type RealizationEngine = (input: RealizationInput, explain?: Recorder) => Result<RealizationResult, Failures>;

/** Every version that ever made a figure of a realization, by the version of the run that it is a part of. */
const engines: ReadonlyMap<string, RealizationEngine> = new Map([[ENGINE_VERSION, computeRealization]]);

/**
 * Computes a stored input with the engine that made its figures.
 *
 * Source: calculations 5.9, 6.
 * Fails:  ENGINE_VERSION_UNKNOWN, and those of the engine.
 */
export function computeRealizationAt(
  version: string,
  input: RealizationInput,
  explain?: Recorder,
): Result<RealizationResult, Failures> {
  const engine = engines.get(version);
  if (engine !== undefined) return engine(input, explain);
  return err([fail('ENGINE_VERSION_UNKNOWN', ['engineVersion'], `there is no engine version ${version}`)]);
}
