import styles from './chart.module.css';
import { seriesFigure } from './chartFigures.ts';
import type { ChartProps } from './chartTypes.ts';

export function ChartTable({ title, categories, series, kind, prefix, notes = [], cell, onSelect }: ChartProps) {
  const hasNotes = notes.some((note) => note !== undefined);
  const [only] = series.length === 1 ? series : [];
  return (
    <div className={styles.scroll} role="group" aria-label={`${title}, table`} tabIndex={0}>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {hasNotes ? <th scope="col">Notes</th> : null}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, position) => (
            <tr key={category}>
              <th scope="row">
                {onSelect && only ? (
                  <button type="button" onClick={() => onSelect(category, only.name)}>
                    {category}
                  </button>
                ) : (
                  category
                )}
              </th>
              {series.map((own) => {
                const { name, values } = own;
                const value = values[position] ?? null;
                const figure = seriesFigure({ kind, prefix }, own, value);
                // With several series, each bar of a category can open something different.
                const opens = onSelect && !only && value !== null;
                return (
                  <td key={name}>
                    {cell?.(position, name) ??
                      (opens ? (
                        <button
                          type="button"
                          aria-label={`${category}, ${name}: ${figure}`}
                          onClick={() => onSelect(category, name)}
                        >
                          {figure}
                        </button>
                      ) : (
                        figure
                      ))}
                  </td>
                );
              })}
              {hasNotes ? <td>{notes[position]}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
