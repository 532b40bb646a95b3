import { type Failure, type FailureCode, fail, type Path } from '../../kernel/index.ts';

/** A condition that is allowed but needs review. */
export interface Warning extends Failure {
  /** The amount of money, so that an acknowledgment covers this amount only. */
  readonly amount?: string | undefined;
}

export const createWarning = (code: FailureCode, path: Path, detail: string, amount?: string): Warning => ({
  ...fail(code, path, detail),
  ...(amount === undefined ? {} : { amount }),
});
