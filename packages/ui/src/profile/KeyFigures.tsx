import type { CSSProperties, ReactNode } from 'react';
import { Sparkline } from '../value/Sparkline.tsx';
import { EmptyState, type EmptyStateProps, ErrorState, LoadingState } from '../feedback/states.tsx';
import { formatDecimal, isNegative } from '../value/formatDecimal.ts';
import unseenStyles from '../value/unseen.module.css';
import { Value } from '../value/Value.tsx';
import { valueText } from '../value/valueText.ts';
import type { Figure } from './FigureStrip.tsx';
import { Panel } from './Panel.tsx';
import styles from './keyFigures.module.css';

/** The units of changes, with their decimals and text. A change of a return is in percentage points. */
const units = {
  percent: [1, '%'],
  points: [2, ' points'],
  multiple: [2, 'x'],
  money: [2, ''],
  count: [0, ''],
} as const;

interface FigureChange {
  /** A signed decimal. */
  readonly value: string;
  readonly unit: keyof typeof units;
  /** The earlier date or period, as displayed: '06/30/2026', 'the same days of 2025'. */
  readonly since: string;
  /** True if `since` is a period. */
  readonly isPeriod?: boolean | undefined;
  /** Set only if it is clear whether the change is good. */
  readonly tone?: 'ok' | 'bad' | undefined;
}

export interface KeyFigure extends Figure {
  /** The page with the details of the figure. */
  readonly href?: string | undefined;
  /** Undefined if there is no earlier figure. */
  readonly change?: FigureChange | undefined;
  /** The figure at earlier dates, from the earliest to the latest. */
  readonly trend?: readonly { readonly label: string; readonly value: string | null }[] | undefined;
}

export interface KeyFiguresProps {
  readonly title: string;
  /** At most six figures in one currency; undefined while they load. */
  readonly figures: readonly KeyFigure[] | undefined;
  /** Why they can't be loaded. */
  readonly failure?: { readonly message: string; readonly onRetry?: () => void } | undefined;
  /** The text and the action if there are none. */
  readonly empty?: EmptyStateProps;
  readonly actions?: ReactNode;
}

function Change({ value, unit, since: earlier, isPeriod = false, tone }: FigureChange) {
  const since = `${isPeriod ? 'from' : 'since'} ${earlier}`;
  const [decimals, suffix] = units[unit];
  const size = formatDecimal(value.replace('-', ''), decimals, suffix);
  if (!/[1-9]/.test(size)) return <span>{`Unchanged ${since}`}</span>;
  const isLower = isNegative(value);
  return (
    <span>
      <span data-tone={tone}>
        <span aria-hidden>{isLower ? '↓' : '↑'} </span>
        <span className={unseenStyles.unseen}>{isLower ? 'Down ' : 'Up '}</span>
        {size}
      </span>
      {` ${since}`}
    </span>
  );
}

/** One key figure with its change, its trend and its coverage. */
function Cell({ label, kind, value, nullIs, reason, note, why, href, change, trend = [] }: KeyFigure) {
  const trendText = trend.map((point) => `${point.label}: ${valueText(kind, point.value)}`).join(', ');
  return (
    <div>
      <dt>{href === undefined ? label : <a href={href}>{label}</a>}</dt>
      <dd className={styles.value}>
        <Value kind={kind} value={value} nullIs={nullIs} reason={reason} />
        {why}
      </dd>
      {change ? (
        <dd className={styles.note}>
          <Change {...change} />
        </dd>
      ) : null}
      {note ? <dd className={styles.note}>{note}</dd> : null}
      {trend.length > 1 && trend.some((point) => point.value !== null) ? (
        <dd className={styles.trend}>
          <Sparkline values={trend.map((point) => point.value)} label={`${label}, ${trendText}`} />
        </dd>
      ) : null}
    </div>
  );
}

/** The characters in a cell of the smallest width, and those as wide as its button. */
const [leastCharacters, buttonCharacters] = [11, 4];

/** Returns what the style sheet needs to know whether the figures fit in a row: their characters, and those of the longest. */
function widthsOf(figures: readonly KeyFigure[]) {
  const lengths = figures.map(({ kind, value, nullIs, reason, why }) => {
    // A reason is a tooltip.
    const text = reason === undefined ? ((value === null ? nullIs : undefined) ?? valueText(kind, value)) : '';
    return Math.max(text.length + (why ? buttonCharacters : 0), leastCharacters);
  });
  return {
    '--cells': figures.length,
    '--characters': lengths.reduce((sum, length) => sum + length, 0),
    '--longest': Math.max(...lengths),
  } as CSSProperties;
}

/** A row of at most six key figures. */
export function KeyFigures({ title, figures, failure, empty, actions }: KeyFiguresProps) {
  return (
    <Panel title={title} actions={actions} flush>
      {failure ? (
        <ErrorState {...failure} />
      ) : figures === undefined ? (
        <LoadingState lines={2} />
      ) : figures.length === 0 ? (
        <EmptyState {...empty} />
      ) : (
        <dl className={styles.figures} style={widthsOf(figures)}>
          {figures.map((figure) => (
            <Cell key={figure.label} {...figure} />
          ))}
        </dl>
      )}
    </Panel>
  );
}
