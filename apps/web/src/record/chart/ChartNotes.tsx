import { Text } from '@mantine/core';
import record from '../record.module.css';

export interface ChartNotesProps {
  /** The notes of the chart's categories, such as its quarters. */
  readonly notes: readonly string[];
}

/** Notes below a chart, of what its figures leave out. Several are one line that opens. */
export function ChartNotes({ notes }: ChartNotesProps) {
  const [only] = notes;
  if (only === undefined) return null;
  if (notes.length === 1)
    return (
      <Text size="xs" c="dimmed">
        {only}
      </Text>
    );
  return (
    <details className={record.chartNotes}>
      <summary>Some figures don’t include every fund ({notes.length})</summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}
