import type { Argument } from '../../../api/operations.ts';

/** The request of an act. */
export type ActBody = NonNullable<Argument<'previewLedgerAct'>>['body'];
