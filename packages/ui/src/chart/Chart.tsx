import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '../feedback/states.tsx';
import { whenSettled } from '../layout/whenSettled.ts';
import { ChartTable } from './ChartTable.tsx';
import styles from './chart.module.css';
import { cutToTop } from './chartFigures.ts';
import type { ChartProps } from './chartTypes.ts';

/** The library of charts is larger than a whole page, so it loads after the figures around a chart are drawn. */
const ChartCanvas = lazy(async () => {
  await whenSettled();
  return { default: (await import('./ChartCanvas.tsx')).ChartCanvas };
});
const usualHeight = 280;

/** A chart and, one click away, the same numbers as a table. */
export function Chart(props: ChartProps) {
  const [asTable, setAsTable] = useState(false);
  const cut = cutToTop(props);
  const height = props.height ?? usualHeight;
  const waiting = <ChartSkeleton label={`Loading ${cut.title}`} height={height} />;
  const isEmpty = cut.categories.length === 0 || cut.series.length === 0;
  return (
    <section className={styles.chart} aria-label={cut.title} data-chart>
      <header>
        <h2>{cut.title}</h2>
        {props.tools ? <div className={styles.tools}>{props.tools}</div> : null}
        {isEmpty ? null : (
          <button
            type="button"
            aria-pressed={asTable}
            aria-label={`${cut.title} as a table`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          </button>
        )}
      </header>
      <div style={{ minHeight: height }}>
        {props.isLoading ? (
          waiting
        ) : isEmpty ? (
          <EmptyState text={props.emptyText} />
        ) : asTable ? (
          <ChartTable {...props} {...cut} />
        ) : (
          <Suspense fallback={waiting}>
            <ChartCanvas
              {...props}
              {...cut}
              height={height}
              onSelect={props.onSelect ?? (props.cell && (() => setAsTable(true)))}
            />
          </Suspense>
        )}
      </div>
      {isEmpty || asTable || !props.notes?.at(-1) ? null : <p className={styles.note}>{props.notes.at(-1)}</p>}
    </section>
  );
}

/** Placeholder bars while the figures load. */
function ChartSkeleton({ label, height }: { readonly label: string; readonly height: number }) {
  return (
    <div className={styles.skeleton} style={{ height }} role="status" aria-label={label}>
      {[92, 74, 61, 45, 28].map((width) => (
        <span key={width} style={{ width: `${String(width)}%` }} />
      ))}
    </div>
  );
}
