import type { ReactNode } from 'react';
import type { Meaning } from './meanings.ts';

export type ChartShape =
  | 'bar'
  | 'column'
  | 'pie'
  | 'line'
  | 'area'
  | 'stackedArea'
  | 'stackedColumn'
  | 'stackedBar'
  /** Steps from one amount to another, in one series: see `steps`. */
  | 'waterfall'
  /** A value with the quartiles of its benchmark: the series are the value, the lower quartile, the median and the upper one. */
  | 'quartiles';

/** The format of figures in the table and in the tooltip. */
export type ChartKind = 'money' | 'percent' | 'return' | 'multiple' | 'count' | 'shares' | 'rate';

/** @public */
export interface ChartSeries {
  readonly name: string;
  /** The meaning of the figures, which sets their color. Without it, the series has the color of its position. */
  readonly meaning?: Meaning | undefined;
  /** Decimal strings, one for each category; null leaves a gap. */
  readonly values: readonly (string | null)[];
  /** The format of figures in another unit than the chart's, such as a percentage. They are in the tooltip and in the table, but not drawn. */
  readonly otherKind?: ChartKind | undefined;
}

/** A step of a waterfall. */
export interface ChartStep {
  /** Without it, the step is a gain or a loss by its sign. */
  readonly meaning?: Meaning | undefined;
  /** True for an amount that the steps lead from or to. */
  readonly isTotal?: boolean | undefined;
}

export interface ChartProps {
  /** Without '(Top N)', which is added if categories are cut. */
  readonly title: string;
  readonly shape: ChartShape;
  readonly categories: readonly string[];
  /** The ISO dates of the categories. Points are then placed by their dates, not evenly. */
  readonly dates?: readonly string[] | undefined;
  readonly series: readonly ChartSeries[];
  /** The steps of a waterfall, one for each category. */
  readonly steps?: readonly ChartStep[] | undefined;
  readonly kind: ChartKind;
  /** The text before each figure on the axis and in the tooltip. */
  readonly prefix?: string | undefined;
  /** Displays only this many categories (7 and 10 in the specification) and says so in the title. The caller sets the order. */
  readonly top?: number | undefined;
  /** The least height. Many horizontal bars need more. */
  readonly height?: number | undefined;
  /** True while the figures load. */
  readonly isLoading?: boolean | undefined;
  /** The text of a chart without any figure. */
  readonly emptyText?: string | undefined;
  /** Explains what each category leaves out; undefined if nothing. The table has all notes, and the last one is below the chart. */
  readonly notes?: readonly (string | undefined)[] | undefined;
  /** The scope of the figures, such as the partners and the period. A picture of the chart names it. */
  readonly scope?: string | undefined;
  /** More controls in the title line. */
  readonly tools?: ReactNode;
  /** Draws a figure in the table, for example with its 'why?' button. A click on its point then leads to that cell. */
  readonly cell?: ((position: number, series: string) => ReactNode) | undefined;
  /** Called on a click on a bar, slice or point, for example to filter a list or to open a record. */
  readonly onSelect?: ((category: string, series: string) => void) | undefined;
}

/** The subject of a chart's picture. */
export interface Picture {
  /** The record that the figures belong to, such as a fund. */
  readonly name?: string | undefined;
  /** The reporting date as an ISO date. */
  readonly reportingDate?: string | undefined;
  /** Today's date of the firm as an ISO date. It dates pictures without a reporting date. */
  readonly today?: string | undefined;
  /** The scope of the figures, such as the partners and the period. */
  readonly scope?: string | undefined;
}

/** A chart with its final height, as the library draws it. */
export interface DrawnChart extends ChartProps {
  readonly height: number;
  /** For a file, which has the title in the picture and can't be pointed at. */
  readonly picture?: Picture | undefined;
}
