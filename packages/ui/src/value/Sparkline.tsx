import styles from './sparkline.module.css';

export interface SparklineProps {
  /** Decimals from the earliest to the latest; null for a gap. */
  readonly values: readonly (string | null)[];
  /** Reads the values aloud, such as '06/30/2026: 1.00, 09/30/2026: 2.00'. */
  readonly label: string;
}

const [width, height, margin] = [72, 20, 2];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the positions of the values, in runs without a gap. A position is floating point. */
function runsOf(values: readonly (string | null)[]): readonly (readonly Point[])[] {
  const numbers = values.map((value) => (value === null ? null : Number(value)));
  const present = numbers.filter((value) => value !== null);
  const [least, most] = [Math.min(...present), Math.max(...present)];
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const yOf = (value: number) =>
    most === least ? height / 2 : margin + ((most - value) / (most - least)) * (height - 2 * margin);
  const runs: Point[][] = [[]];
  numbers.forEach((value, at) => {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push({ x: margin + at * step, y: yOf(value) });
  });
  return runs.filter((run) => run.length > 0);
}

const pathOf = (run: readonly Point[]) => run.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

/** A small line of one figure over time. It has no axis; a gap is a value that is not determined. */
export function Sparkline({ values, label }: SparklineProps) {
  // The line starts with the first figure, not with a gap.
  const runs = runsOf(values.slice(values.findIndex((value) => value !== null)));
  const last = values.at(-1) === null ? undefined : runs.at(-1)?.at(-1);
  return (
    <svg className={styles.line} width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img">
      <title>{label}</title>
      {runs.map((run) =>
        run.length === 1 ? (
          <circle key={pathOf(run)} cx={run[0]?.x} cy={run[0]?.y} r={1.2} />
        ) : (
          <polyline key={pathOf(run)} points={pathOf(run)} />
        ),
      )}
      {last ? <circle cx={last.x} cy={last.y} r={2} /> : null}
    </svg>
  );
}
