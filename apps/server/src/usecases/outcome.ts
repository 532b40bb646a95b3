import { err, type Failures, fail, noSuch, type Result } from '@carrara/domain/kernel';

/** The result of a use case: the id of the changed document, or the reasons why nothing changed. */
export type Outcome<T = string> = Promise<Result<T, Failures>>;

export const recordNotFound = (noun: string, field = 'id') => err([noSuch(noun, [field])]);
export const staleVersion = () => err([fail('STALE_VERSION', ['rowVersion'], '')]);
