import type { Warning } from './warning.ts';

/** A stored warning or problem. */
export interface Remark {
  readonly kind: 'warning' | 'problem';
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** For a warning, the amount that it is about. */
  readonly amount?: string | undefined;
  /** The cell where it is displayed, if it is about one source, row or cell. */
  readonly location?: RemarkLocation | undefined;
}

/** A cell of the editor: of the run, of a source, or of one of its rows. */
export interface RemarkLocation {
  readonly sourceId: string | null;
  readonly participantId: string | null;
  readonly via: readonly string[];
  readonly field: string | null;
}

/** Returns the warnings among the stored remarks. */
export const storedWarnings = (remarks: readonly Remark[]): readonly Warning[] =>
  remarks
    .filter(({ kind }) => kind === 'warning')
    .map(({ code, path, message, amount }) => ({ code: code as Warning['code'], path, detail: message, amount }));
