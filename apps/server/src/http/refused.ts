import type { Failures } from '@carrara/domain/kernel';

/** Ends a request with a refusal, from code that can only throw. */
export class Refused extends Error {
  readonly failures: Failures;
  constructor(failures: Failures) {
    super(failures.map(({ code }) => code).join());
    this.failures = failures;
  }
}
