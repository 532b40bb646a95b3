import { err, type Failures, fail, ok, type Recorder, type Result } from '../../kernel/index.ts';
import { computeDraft, type DistributionDraft } from './computeDistribution.ts';
import type { DistributionInput, DistributionResult } from './distribution.ts';

type DistributionEngine = (input: DistributionInput, explain?: Recorder) => DistributionDraft;

/** Stored with each distribution. Increase it when a rule changes a figure. */
export const ENGINE_VERSION = '1';

/** Every version that has produced stored figures. Add an entry when a rule changes, and keep the previous one unchanged. */
const engines: ReadonlyMap<string, DistributionEngine> = new Map([[ENGINE_VERSION, computeDraft]]);

/**
 * Recomputes a stored input with the engine version that produced its figures, so that they can be compared to the cent at any time.
 *
 * Source: decision 0019.
 * Fails:  ENGINE_VERSION_UNKNOWN, and those of the engine.
 */
export function computeDistributionAt(version: string, input: DistributionInput): Result<DistributionResult, Failures> {
  return computeDraftAt(version, input).andThen(({ failures, result }) =>
    failures.length > 0 ? err(failures) : ok(result),
  );
}

/** Recomputes a stored input that may contain errors. Returns the sources that can be computed. Fails: ENGINE_VERSION_UNKNOWN. */
export function computeDraftAt(
  version: string,
  input: DistributionInput,
  explain?: Recorder,
): Result<DistributionDraft, Failures> {
  const engine = engines.get(version);
  if (engine !== undefined) return ok(engine(input, explain));
  return err([fail('ENGINE_VERSION_UNKNOWN', ['engineVersion'], `there is no engine version ${version}`)]);
}
