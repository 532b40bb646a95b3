import { type Failure, type FailureCode, fail, type Path } from '../../kernel/index.ts';

/** Something that is possible and should be looked at. */
export interface Warning extends Failure {
  /** The money that it is about, so that whoever acknowledges it acknowledges the figure. */
  readonly amount?: string | undefined;
}

export const warn = (code: FailureCode, path: Path, detail: string, amount?: string): Warning => ({
  ...fail(code, path, detail),
  ...(amount === undefined ? {} : { amount }),
});
