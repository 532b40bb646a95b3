import styles from './chart.module.css';
import { fullFigure } from './chartFigures.ts';
import type { ChartProps } from './chartTypes.ts';

export function ChartTable({ title, categories, series, kind, prefix, cell, onSelect }: ChartProps) {
  const [only] = series.length === 1 ? series : [];
  return (
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
            {series.map(({ name, values }) => (
              <td key={name}>{cell?.(position, name) ?? fullFigure(kind, values[position] ?? null, prefix)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
