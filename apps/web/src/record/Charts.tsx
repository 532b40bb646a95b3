import { Chart, type ChartProps } from '@carrara/ui/chart';
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './record.module.css';

export interface ChartChoice extends Pick<ChartProps, 'title' | 'shape' | 'categories' | 'series' | 'top' | 'height'> {
  readonly id: string;
  /** On the switch. */
  readonly label: string;
  /** The figures are still on their way. */
  readonly isLoading?: boolean;
}

const emptyHeight = 120;

export interface ChartSwitchProps {
  readonly label: string;
  readonly charts: readonly ChartChoice[];
  /** Chooses among several currencies. */
  readonly currencies?: ReactNode;
}

/** Several views of the same amounts, one at a time. A view without figures cannot be chosen. */
export function ChartSwitch({ label, charts, currencies }: ChartSwitchProps) {
  const [chosen, setChosen] = useState<string>();
  const isFilled = ({ categories }: ChartChoice) => categories.length > 0;
  const current = charts.find(({ id }) => id === chosen) ?? charts.find(isFilled) ?? charts[0];
  if (!current) return null;
  const { id, label: _onTheSwitch, isLoading, ...chart } = current;
  // Nothing to draw needs no room to draw it in.
  const height = isFilled(current) || isLoading ? chart.height : emptyHeight;
  return (
    <div className={styles.chartCard}>
      <div className={styles.chartTools}>
        {charts.length > 1 ? (
          <SegmentedControl
            size="xs"
            aria-label={label}
            value={id}
            onChange={setChosen}
            data={charts.map((one) => ({ value: one.id, label: one.label, disabled: !isFilled(one) }))}
          />
        ) : null}
        {currencies}
      </div>
      <Chart
        key={`${id} ${chart.title}`}
        {...chart}
        {...(height ? { height } : {})}
        isLoading={isLoading}
        kind="money"
      />
    </div>
  );
}
