import { SegmentedControl } from '@mantine/core';
import type { Unit } from './typedRows.ts';

export interface UnitSwitchProps {
  readonly unit: Unit;
  readonly onChange: (unit: Unit) => void;
}

/** A switch to display periods in months, as they are stored, or in years. */
export function UnitSwitch({ unit, onChange }: UnitSwitchProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Periods in"
      value={unit}
      onChange={(value) => onChange(value === 'years' ? 'years' : 'months')}
      data={[
        { value: 'months', label: 'Months' },
        { value: 'years', label: 'Years' },
      ]}
    />
  );
}
