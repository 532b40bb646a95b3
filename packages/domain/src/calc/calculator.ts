import { type Failures, fail, type Failure, type Path, type Recorder, type Result } from '../kernel/index.ts';
import type { Read, Shape } from './reader.ts';

/** JSON as a calculator answers it: figures are texts. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonRecord = { readonly [name: string]: Json };

export interface Calculator {
  readonly name: string;
  readonly summary: string;
  /** A small input that works, for the help text; tests run it. */
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
  /** The rule, and how its result is written; warnings stand beside the result. */
  readonly rule: (input: Read<S>, explain?: Recorder) => Result<Written, Failures>;
}

export interface Written {
  readonly result: JsonRecord;
  readonly warnings?: Failures;
}

/** A failure as it is printed. */
export interface PrintedFailure {
  readonly code: string;
  readonly message: string;
  readonly path: Path;
}

export function printFailure({ code, detail, path }: Failure): PrintedFailure {
  return { code, message: detail, path };
}

/** The answer when a rule meets something that nobody thought of: never a wrong figure, never a stack trace. */
export function unexpected(error: unknown): Failure {
  return fail('NOT_COMPUTABLE', [], String(error));
}
