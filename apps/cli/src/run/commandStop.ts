import type { Outcome } from './exitCode.ts';

/** Why a command goes no further: how it ends, and what the person reads. */
export class CommandStop extends Error {
  readonly outcome: Outcome;
  /** A line each: what is wrong where. */
  readonly details: readonly string[];

  constructor(outcome: Outcome, message: string, details: readonly string[] = []) {
    super(message);
    this.outcome = outcome;
    this.details = details;
  }
}
