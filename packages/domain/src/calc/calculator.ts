import { type Failures, fail, type Failure, type Path, type Recorder, type Result } from '../kernel/index.ts';
import type { Read, Shape } from './reader.ts';

/** JSON as a calculator returns it: figures are strings. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonRecord = { readonly [name: string]: Json };
/** Plain data of an interface, which TypeScript doesn't take for a record. */
export const plainJson = (data: object): JsonRecord => data as JsonRecord;

export interface Calculator {
  readonly name: string;
  readonly summary: string;
  /** A small valid input for the help text. Tests run it. */
  readonly example: JsonRecord;
  readonly run: (input: unknown, explain?: Recorder) => CalculatorAnswer;
}

export type CalculatorAnswer =
  | { readonly kind: 'result'; readonly result: JsonRecord; readonly warnings: Failures }
  | { readonly kind: 'refused' | 'malformed'; readonly failures: Failures };

export interface CalculatorDefinition<S extends Shape> {
  readonly name: string;
  readonly summary: string;
  readonly example: JsonRecord;
  readonly input: S;
  /** The objects in which unknown fields are refused. Elsewhere, an unknown field is only a warning. */
  readonly strict?: readonly string[];
  /** Applies the rule and returns the result in its output form. Warnings are part of the result. */
  readonly rule: (input: Read<S>, explain?: Recorder) => Result<Written, Failures>;
}

interface Written {
  readonly result: JsonRecord;
  readonly warnings?: Failures;
}

/** A failure in its printed form. */
export type PrintedFailure = {
  readonly code: string;
  readonly message: string;
  readonly path: Path;
};

export function printFailure({ code, detail, path }: Failure): PrintedFailure {
  return { code, message: detail, path };
}

/** Converts an unexpected exception to a failure, so that callers never see a wrong figure or a stack trace. */
export function unexpectedFailure(error: unknown): Failure {
  return fail('NOT_COMPUTABLE', [], String(error));
}
