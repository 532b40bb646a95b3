import { type KindDefinition, kinds } from '@carrara/contract/core/kinds';
import { formatDecimal } from '../value/formatDecimal.ts';
import type { ChartProps } from './chartTypes.ts';

/** Cuts the categories to the first `top`, and adds that number to the title. */
export function cutToTop({
  title,
  categories,
  series,
  top,
}: Pick<ChartProps, 'title' | 'categories' | 'series' | 'top'>) {
  if (top === undefined || categories.length <= top) return { title, categories, series };
  return {
    title: `${title} (Top ${String(top)})`,
    categories: categories.slice(0, top),
    series: series.map(({ name, values }) => ({ name, values: values.slice(0, top) })),
  };
}

const suffixes = ['', 'K', 'M', 'B', 'T', 'P', 'E'];

/** A figure short enough for an axis: 1,250,000 is 1.25M. Digits are moved, not divided, and rounded to two decimals. */
export function shortFigure(text: string, prefix = ''): string {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  const step = Math.min(suffixes.length - 1, Math.floor((digits.length - 1) / 3));
  const head = digits.slice(0, digits.length - step * 3);
  const tail = digits.slice(digits.length - step * 3) + fraction;
  const displayed = formatDecimal(`${head}.${tail || '0'}`, 2).replace(/\.?0+$/, '');
  const figure = `${prefix}${displayed}${suffixes[step] ?? ''}`;
  return negative && /[1-9]/.test(figure) ? `(${figure})` : figure;
}

/** A figure in full, as in the table of the chart. */
export function fullFigure(kind: ChartProps['kind'], text: string | null, prefix = ''): string {
  const shape: KindDefinition = kinds[kind];
  const displayed = formatDecimal(text, shape.decimals ?? 0, shape.suffix);
  return displayed.startsWith('(') ? `(${prefix}${displayed.slice(1)}` : prefix + displayed;
}
