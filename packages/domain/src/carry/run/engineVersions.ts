import { err, type Failures, fail, ok, type Recorder, type Result } from '../../kernel/index.ts';
import { computeDraft, type DistributionDraft } from './computeDistribution.ts';
import type { DistributionInput, DistributionResult } from './distribution.ts';

type DistributionEngine = (input: DistributionInput, explain?: Recorder) => DistributionDraft;

/** Kept with each distribution; raised when a rule changes a figure. */
export const ENGINE_VERSION = '2';

/** Every version that ever made a figure. A changed rule is a new entry, and the one before keeps its own. */
const engines: ReadonlyMap<string, DistributionEngine> = new Map<string, DistributionEngine>([
  ['1', (input, explain) => computeDraft(input, explain, { splitsByBalances: false })],
  [ENGINE_VERSION, (input, explain) => computeDraft(input, explain)],
]);

/**
 * Computes a stored input with the engine that made its figures, so that they can be compared to the cent for ever.
 *
 * Source: calculations 5.9.
 * Fails:  ENGINE_VERSION_UNKNOWN, and those of the engine.
 */
export function computeDistributionAt(
  version: string,
  input: DistributionInput,
  explain?: Recorder,
): Result<DistributionResult, Failures> {
  return computeDraftAt(version, input, explain).andThen(({ failures, result }) =>
    failures.length > 0 ? err(failures) : ok(result),
  );
}

/** The same of an input that is not yet right: of the sources that can be computed. Fails: ENGINE_VERSION_UNKNOWN. */
export function computeDraftAt(
  version: string,
  input: DistributionInput,
  explain?: Recorder,
): Result<DistributionDraft, Failures> {
  const engine = engines.get(version);
  if (engine !== undefined) return ok(engine(input, explain));
  return err([fail('ENGINE_VERSION_UNKNOWN', ['engineVersion'], `there is no engine version ${version}`)]);
}
