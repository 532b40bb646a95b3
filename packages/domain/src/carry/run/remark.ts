/** A warning or a problem as it is kept and shown. */
export interface Remark {
  readonly kind: 'warning' | 'problem';
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Of a warning, the money that it is about. */
  readonly amount?: string | undefined;
  /** Where a person sees it, when it is about one source, row or cell. */
  readonly place?: RemarkPlace | undefined;
}

/** A cell of the editor: of the run, of a source, or of one of its rows. */
export interface RemarkPlace {
  readonly sourceId: string | null;
  readonly participantId: string | null;
  readonly via: readonly string[];
  readonly field: string | null;
}
