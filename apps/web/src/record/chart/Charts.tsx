import { Chart } from '@carrara/ui/chart/Chart.tsx';
import type { ChartProps } from '@carrara/ui/chart/chartTypes.ts';
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from '../record.module.css';

export interface ChartChoice
  extends Pick<
    ChartProps,
    'title' | 'shape' | 'categories' | 'dates' | 'series' | 'top' | 'height' | 'emptyText' | 'onSelect'
  > {
  readonly id: string;
  /** The label of the switch. */
  readonly label: string;
  /** True while the figures load. */
  readonly isLoading?: boolean;
}

const emptyHeight = 120;

export interface ChartSwitchProps {
  readonly label: string;
  readonly charts: readonly ChartChoice[];
  /** A choice between several currencies. */
  readonly currencies?: ReactNode;
}

/** Several charts of the same amounts, one at a time. An empty chart can't be chosen. */
export function ChartSwitch({ label, charts, currencies }: ChartSwitchProps) {
  const [chosen, setChosen] = useState<string>();
  const isFilled = ({ categories }: ChartChoice) => categories.length > 0;
  const current = charts.find(({ id }) => id === chosen) ?? charts.find(isFilled) ?? charts[0];
  if (!current) return null;
  const { id, label: _onTheSwitch, isLoading, ...chart } = current;
  // An empty chart takes less room.
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
            data={charts.map((item) => ({ value: item.id, label: item.label, disabled: !isFilled(item) }))}
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
