import { err, ok, Result } from 'neverthrow';
import type { FailureCode } from './failures.ts';

export { err, ok, Result };

/** Where in an input a value sits: property names and positions, outermost first. */
export type Path = readonly (string | number)[];

/** A refusal, as data: a code that never changes, the place it is about, and a detail for logs and the command line. */
export interface Failure {
  readonly code: FailureCode;
  readonly path: Path;
  readonly detail: string;
}

/** Everything that is wrong at once: a rule collects its refusals instead of stopping at the first. */
export type Failures = readonly Failure[];

export function fail(code: FailureCode, path: Path, detail: string): Failure {
  // A name such as 'Oak, L.P.' may end a sentence.
  return { code, path, detail: detail.replace(/(?<!\.)\.\.$/, '.') };
}
