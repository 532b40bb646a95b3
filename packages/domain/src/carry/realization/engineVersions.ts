import { err, type Failures, fail, ok, type Recorder, type Result } from '../../kernel/index.ts';
import { ENGINE_VERSION } from '../run/index.ts';
import {
  computeRealizationDraft,
  type RealizationDraft,
  type RealizationInput,
  type RealizationResult,
} from './computeRealization.ts';

type RealizationEngine = (input: RealizationInput, explain?: Recorder) => RealizationDraft;

/** Every realization engine version that has produced stored figures. The version is that of the distribution engine, which includes realizations. */
const engines: ReadonlyMap<string, RealizationEngine> = new Map([[ENGINE_VERSION, computeRealizationDraft]]);

/**
 * Recomputes a stored input with the engine version that produced its figures.
 *
 * Source: docs/calculations/realization.md, decision 0019.
 * Fails:  ENGINE_VERSION_UNKNOWN, and those of the engine.
 */
export function computeRealizationAt(version: string, input: RealizationInput): Result<RealizationResult, Failures> {
  return computeRealizationDraftAt(version, input).andThen(({ failures, result }) =>
    failures.length > 0 ? err(failures) : ok(result),
  );
}

/** Recomputes a stored input that may contain errors. Returns the sources that can be computed. Fails: ENGINE_VERSION_UNKNOWN. */
export function computeRealizationDraftAt(
  version: string,
  input: RealizationInput,
  explain?: Recorder,
): Result<RealizationDraft, Failures> {
  const engine = engines.get(version);
  if (engine !== undefined) return ok(engine(input, explain));
  return err([fail('ENGINE_VERSION_UNKNOWN', ['engineVersion'], `there is no engine version ${version}`)]);
}
