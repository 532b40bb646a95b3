import type { LegendOptions, Point } from 'highcharts';
import { drawnSeries, labelFigure } from './chartFigures.ts';
import { aroundName, legendHeightOnPhone, legendLine, linesOnPhone, phoneWidth } from './chartHeight.ts';
import { escapeHtml, notesOf } from './chartSeries.ts';
import type { DrawnChart } from './chartTypes.ts';

/**
 * The names of the series in a strip above the plot: up to two lines, or one with arrows to the others. On a phone, names that don't fit are a list.
 * A pie has the list of its slices.
 */
export function legendOf(props: DrawnChart, width: 'wide' | 'narrow' = 'wide'): LegendOptions {
  const shared: LegendOptions = {
    enabled: drawnSeries(props.series).length > 1,
    itemStyle: { color: 'var(--text)', fontWeight: '400', fontSize: '12px' },
    itemHoverStyle: { color: 'var(--muted)' },
    symbolRadius: 2,
    navigation: {
      animation: false,
      activeColor: 'var(--text)',
      inactiveColor: 'var(--line)',
      style: { color: 'var(--muted)', fontSize: '12px' },
    },
  };
  if (props.shape === 'pie') return { ...shared, ...listOfSlices(props, width) };
  const isList = width === 'narrow' && linesOnPhone(props) > 0;
  return {
    ...shared,
    align: 'left',
    verticalAlign: 'top',
    x: -8,
    // The highest figure of the axis is next to the first line of the plot.
    margin: 14,
    padding: 2,
    alignColumns: false,
    // A vertical legend would take its room from the left of the plot.
    ...(isList ? { itemWidth: phoneWidth - aroundName } : {}),
    maxHeight: 2 * legendLine + 3 + (isList ? legendHeightOnPhone(props) : 0),
  };
}

/** Lists the slices by name and figure. A click on a name does the same as a click on its slice. */
function listOfSlices(
  { kind, prefix, height, categories, onSelect }: DrawnChart,
  width: 'wide' | 'narrow',
): LegendOptions {
  return {
    enabled: true,
    ...(width === 'wide'
      ? { layout: 'vertical', align: 'right', verticalAlign: 'middle', width: '50%', maxHeight: height - 20 }
      : {
          // A vertical legend would take its room from the left of the pie.
          layout: 'horizontal',
          itemWidth: phoneWidth - aroundName,
          align: 'left',
          verticalAlign: 'bottom',
          width: '100%',
          maxHeight: (categories.length + 1) * legendLine,
        }),
    itemMarginTop: 2,
    itemMarginBottom: 2,
    labelFormatter() {
      const notes = notesOf(this as Point);
      return notes ? `${escapeHtml(notes.category)} <b>${labelFigure(kind, notes.figure ?? '0', prefix)}</b>` : '';
    },
    events: {
      itemClick({ legendItem }) {
        const notes = notesOf(legendItem as Point);
        if (notes) onSelect?.(notes.category, notes.series);
        // Hiding a slice would make the others look larger.
        return false;
      },
    },
  };
}
