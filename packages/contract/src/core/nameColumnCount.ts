import type { Kind } from './kinds.ts';

/** Kinds that identify a row only together with the name behind them. */
const needsName: ReadonlySet<Kind> = new Set(['date', 'instant', 'code']);

/** Returns how many columns at the start name a row: one, or two if the first is a date or a code. The last of them has the name. */
export const nameColumnCount = (columns: readonly { readonly kind: Kind }[]): number =>
  needsName.has(columns[0]?.kind ?? 'text') && columns.length > 1 ? 2 : 1;
