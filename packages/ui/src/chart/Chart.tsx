import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type CSSProperties, lazy, Suspense, useState } from 'react';
import { EmptyState } from '../feedback/states.tsx';
import { waitUntilSettled } from '../layout/waitUntilSettled.ts';
import { ChartMenu } from './ChartMenu.tsx';
import { ChartTable } from './ChartTable.tsx';
import styles from './chart.module.css';
import { axisUnit, cutToTop, isDrawable } from './chartFigures.ts';
import { chartHeight, heightOnPhone } from './chartHeight.ts';
import { hasValueAxis } from './chartShapes.ts';
import type { ChartProps, DrawnChart } from './chartTypes.ts';
import { loadCharts } from './loadCharts.ts';

/** The library of charts is larger than a whole page, so it loads after the figures around a chart are drawn. */
const Canvas = lazy(async () => {
  await waitUntilSettled();
  return { default: await loadCharts() };
});

/** Returns a chart as it is drawn: cut to its first categories, high enough for its bars, and without slices below zero. */
function drawnChart(props: ChartProps): DrawnChart {
  const cut = cutToTop(props);
  const isBelowZero = cut.series.some(({ values }) => values.some((value) => value?.startsWith('-')));
  const shape = props.shape === 'pie' && isBelowZero ? 'bar' : props.shape;
  const chart = { ...props, ...cut, shape };
  return { ...chart, height: chartHeight(chart) };
}

/** A chart and, one click away, the same numbers as a table and as a picture to save. */
export function Chart(props: ChartProps) {
  const [isTableRequested, setIsTableRequested] = useState(false);
  const drawn = drawnChart(props);
  const { title, height } = drawn;
  const waiting = <ChartSkeleton label={`Loading ${title}`} />;
  const canDraw = isDrawable(drawn);
  // Without a drawing, the cells of the table can still say why.
  const isEmpty = drawn.categories.length === 0 || drawn.series.length === 0 || (!canDraw && !props.cell);
  const asTable = isTableRequested || !canDraw;
  // A sentence that says why there is no chart takes the same room everywhere.
  const phoneHeight = isEmpty && !props.isLoading ? height : heightOnPhone(drawn);
  const reserved = { '--height': `${String(height)}px`, '--on-phone': `${String(phoneHeight)}px` } as CSSProperties;
  const unit = isEmpty || asTable || !hasValueAxis(drawn) ? '' : axisUnit(drawn).name;
  return (
    <section className={styles.chart} aria-label={title} data-chart>
      <header data-tools={props.tools !== undefined}>
        <div className={styles.heading}>
          <h2>{title}</h2>
          {unit ? <span>{unit}</span> : null}
        </div>
        {props.tools ? <div className={styles.tools}>{props.tools}</div> : null}
        {isEmpty || !canDraw || props.isLoading ? null : (
          <div className={styles.actions}>
            <button
              type="button"
              aria-pressed={asTable}
              aria-label={`${title} as a table`}
              onClick={() => setIsTableRequested(!asTable)}
            >
              {asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
            </button>
            <ChartMenu chart={drawn} />
          </div>
        )}
      </header>
      <div className={asTable && !isEmpty && !props.isLoading ? undefined : styles.drawing} style={reserved}>
        {props.isLoading ? (
          waiting
        ) : isEmpty ? (
          <EmptyState text={props.emptyText} />
        ) : asTable ? (
          <ChartTable {...drawn} />
        ) : (
          <Suspense fallback={waiting}>
            <Canvas {...drawn} onSelect={props.onSelect ?? (props.cell && (() => setIsTableRequested(true)))} />
          </Suspense>
        )}
      </div>
      {isEmpty || asTable || !props.notes?.at(-1) ? null : <p className={styles.note}>{props.notes.at(-1)}</p>}
    </section>
  );
}

/** Placeholder bars while the figures load. */
function ChartSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {[92, 74, 61, 45, 28].map((width) => (
        <span key={width} style={{ width: `${String(width)}%` }} />
      ))}
    </div>
  );
}
