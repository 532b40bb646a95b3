import type { Failures } from '@carrara/domain/kernel';

/** Ends a request, from a place that can only throw, with a refusal. */
export class Refused extends Error {
  readonly failures: Failures;
  constructor(failures: Failures) {
    super(failures.map(({ code }) => code).join());
    this.failures = failures;
  }
}
