import { err, type Failures, fail, ok, type Recorder, type Result } from '../../kernel/index.ts';
import { ENGINE_VERSION } from '../run/index.ts';
import {
  computeRealizationDraft,
  type RealizationDraft,
  type RealizationInput,
  type RealizationResult,
} from './computeRealization.ts';

type RealizationEngine = (input: RealizationInput, explain?: Recorder) => RealizationDraft;

/** Every version that ever made a figure of a realization, by the version of the run that it is a part of. */
const engines: ReadonlyMap<string, RealizationEngine> = new Map([[ENGINE_VERSION, computeRealizationDraft]]);

/**
 * Computes a stored input with the engine that made its figures.
 *
 * Source: calculations 5.9, 6.
 * Fails:  ENGINE_VERSION_UNKNOWN, and those of the engine.
 */
export function computeRealizationAt(version: string, input: RealizationInput): Result<RealizationResult, Failures> {
  return computeRealizationDraftAt(version, input).andThen(({ failures, result }) =>
    failures.length > 0 ? err(failures) : ok(result),
  );
}

/** The same of an input that is not yet right: of the sources that can be computed. Fails: ENGINE_VERSION_UNKNOWN. */
export function computeRealizationDraftAt(
  version: string,
  input: RealizationInput,
  explain?: Recorder,
): Result<RealizationDraft, Failures> {
  const engine = engines.get(version);
  if (engine !== undefined) return ok(engine(input, explain));
  return err([fail('ENGINE_VERSION_UNKNOWN', ['engineVersion'], `there is no engine version ${version}`)]);
}
