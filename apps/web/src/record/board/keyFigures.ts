import { coverageNote } from '@carrara/contract/core/coverage';
import type { KeyFigureRow } from '@carrara/contract/core/keyFigure';
import type { KeyFigure } from '@carrara/ui/profile/KeyFigures.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';

export interface FigureTitle {
  readonly label: string;
  /** The page whose rows add up to the figure. */
  readonly href?: string | undefined;
  /** The plural noun of the parts that a sum covers. */
  readonly counted?: string | undefined;
  readonly note?: string | undefined;
  /** True if the figure is of a year, so that it is compared with the same days of the year before. */
  readonly isOfYear?: boolean;
}

/** Returns a key figure of a home page as the row of figures displays it. */
export function toKeyFigure(
  { kind, value, reason, coverage, change, series }: KeyFigureRow,
  { label, href, counted = 'accounts', note, isOfYear = false }: FigureTitle,
): KeyFigure {
  return {
    label,
    href,
    kind,
    value,
    reason: reason ?? undefined,
    note: (coverage && coverageNote(value, coverage, counted)) ?? note,
    change: change
      ? {
          value: change.percent ?? change.difference,
          unit: change.percent === null ? kind : 'percent',
          since: isOfYear ? `the same days of ${change.since.slice(0, 4)}` : formatDate(change.since),
          isPeriod: isOfYear,
        }
      : undefined,
    trend: series.map((point) => ({
      label: isOfYear ? point.on.slice(0, 4) : formatDate(point.on),
      value: point.value,
    })),
  };
}
