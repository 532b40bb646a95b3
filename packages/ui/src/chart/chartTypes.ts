import type { ReactNode } from 'react';

export type ChartShape = 'bar' | 'column' | 'pie' | 'line' | 'area' | 'stackedColumn' | 'stackedBar';

/** @public */
export interface ChartSeries {
  readonly name: string;
  /** Decimal strings, one for each category; null leaves a gap. */
  readonly values: readonly (string | null)[];
}

export interface ChartProps {
  /** Without '(Top N)', which is added if categories are cut. */
  readonly title: string;
  readonly shape: ChartShape;
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  /** The format of the figures in the table and in the tooltip. */
  readonly kind: 'money' | 'percent' | 'return' | 'multiple' | 'count' | 'shares' | 'rate';
  /** The text before each figure on the axis and in the tooltip. */
  readonly prefix?: string | undefined;
  /** Displays only this many categories (7 and 10 in the specification) and says so in the title. The caller sets the order. */
  readonly top?: number | undefined;
  readonly height?: number | undefined;
  /** True while the figures load. */
  readonly isLoading?: boolean | undefined;
  /** The text of a chart without any figure. */
  readonly emptyText?: string | undefined;
  /** Explains what each category leaves out; undefined if nothing. The table has all notes, and the last one is below the chart. */
  readonly notes?: readonly (string | undefined)[] | undefined;
  /** More controls in the title line. */
  readonly tools?: ReactNode;
  /** Draws a figure in the table, for example with its 'why?' button. A click on its point then leads to that cell. */
  readonly cell?: ((position: number, series: string) => ReactNode) | undefined;
  /** Called on a click on a bar, slice or point, for example to filter a list or to open a record. */
  readonly onSelect?: ((category: string, series: string) => void) | undefined;
}
