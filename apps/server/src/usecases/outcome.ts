import type { Failures, Result } from '@carrara/domain/kernel';

/** The result of a use case: the id of the changed document, or the reasons why nothing changed. */
export type Outcome<T = string> = Promise<Result<T, Failures>>;
