import { err, type Failures, fail, noSuch, ok, type Result } from '../../kernel/index.ts';
import { writeFailures } from '../note/index.ts';

interface DocumentLocation {
  /** Null for no category. */
  readonly categoryId: string | null;
  /** The ids of the categories of the record's type. */
  readonly categories: readonly string[];
}

/** Decides whether a document can be added to a record. Fails: FORBIDDEN, NOT_FOUND. */
export function decideDocument(
  { categoryId, categories }: DocumentLocation,
  mayWrite: boolean,
): Result<true, Failures> {
  const failures = writeFailures(mayWrite);
  if (failures.length > 0) return err(failures);
  return categoryId === null || categories.includes(categoryId)
    ? ok(true)
    : err([noSuch('document category', ['categoryId'])]);
}

/** Checks that documents of a record can be released to investors. Fails: CONDITION_NOT_MET. */
export const releaseFailures = (objectType: string, releasedTypes: readonly string[]): Failures =>
  releasedTypes.includes(objectType)
    ? []
    : [
        fail(
          'CONDITION_NOT_MET',
          ['id'],
          'Only documents of an investor, a fund or a coinvestment can be released to investors.',
        ),
      ];
