import { err, ok, Result } from 'neverthrow';
import type { FailureCode } from './failures.ts';
import { required } from './required.ts';

export { err, ok, Result };

/** The location of a value in an input: property names and positions, outermost first. */
export type Path = readonly (string | number)[];

/** A failure as data: a code that never changes, the path it is about, and a detail for logs and the command line. */
/** A record that a message names. */
export interface NamedRecord {
  /** Its record type. */
  readonly type: string;
  readonly id: string;
  readonly name: string;
}

export interface Failure {
  readonly code: FailureCode;
  readonly path: Path;
  readonly detail: string;
  /** The seconds until another attempt can succeed, if the refusal ends by itself at a time that is known. */
  readonly retryAfterSeconds?: number;
  /** The records that `detail` names and that the person may open, so that screens link to them. */
  readonly records?: readonly NamedRecord[];
}

/** All failures at once. A rule collects them instead of stopping at the first. */
export type Failures = readonly Failure[];

export function fail(code: FailureCode, path: Path, detail: string): Failure {
  // A name such as 'Oak, L.P.' may end a sentence, the last one or an earlier one.
  return { code, path, detail: detail.replace(/(?<!\.)\.\.(?=\s|$)/g, '.') };
}

/** Returns the first of the failures of a result, which has at least one. */
export const firstFailure = (failures: Failures): Failure => required(failures[0], 'the failure of a result');

/** Returns the failure of a record that doesn't exist or isn't visible. People read names, so the message has no id. */
export const noSuch = (noun: string, path: Path = ['id']): Failure =>
  fail('NOT_FOUND', path, `There ${noun.endsWith('terms') ? 'are' : 'is'} no such ${noun}.`);

/** Returns true if a text lacks its subject and follows the name of a field, such as 'is not a date' or 'can’t be blank'. */
export const needsSubject = (text: string): boolean =>
  /^(?:is|are|must|has|holds|needs|can|cannot|may|isn’t|aren’t|hasn’t|can’t|doesn’t) /.test(text);
