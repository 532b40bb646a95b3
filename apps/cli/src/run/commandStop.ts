import type { Outcome } from './exitCode.ts';

/** Ends a command with an outcome and a message. */
export class CommandStop extends Error {
  readonly outcome: Outcome;
  /** One line for each problem and its location. */
  readonly details: readonly string[];

  constructor(outcome: Outcome, message: string, details: readonly string[] = []) {
    super(message);
    this.outcome = outcome;
    this.details = details;
  }
}
