import type { ReactNode } from 'react';

export type ChartShape = 'bar' | 'column' | 'pie' | 'line' | 'area' | 'stackedColumn' | 'stackedBar';

/** @public */
export interface ChartSeries {
  readonly name: string;
  /** Decimal strings, one for each category; null leaves a gap. */
  readonly values: readonly (string | null)[];
}

export interface ChartProps {
  /** Without '(Top N)': it is put behind where the categories are cut. */
  readonly title: string;
  readonly shape: ChartShape;
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  /** How the figures are written in the table and on the tooltip. */
  readonly kind: 'money' | 'percent' | 'return' | 'multiple' | 'count' | 'shares' | 'rate';
  /** Before the figures of axis and tooltip. */
  readonly prefix?: string | undefined;
  /** Shows the first so many categories only (7 and 10 in the specification) and says so in the title. The order is the caller's. */
  readonly top?: number | undefined;
  readonly height?: number | undefined;
  /** The figures are still on their way. */
  readonly isLoading?: boolean | undefined;
  /** The text of a chart without any figure. */
  readonly emptyText?: string | undefined;
  /** What each category leaves out, undefined for none. The table has all of them, and the last one is below the chart. */
  readonly notes?: readonly (string | undefined)[] | undefined;
  /** In the title line: what else may be looked at. */
  readonly tools?: ReactNode;
  /** How a figure stands in the table, by its category's position and its series: as where it is asked why. A click on its point then leads there. */
  readonly cell?: ((position: number, series: string) => ReactNode) | undefined;
  /** A click on a bar, slice or point: filters, opens. */
  readonly onSelect?: ((category: string, series: string) => void) | undefined;
}
