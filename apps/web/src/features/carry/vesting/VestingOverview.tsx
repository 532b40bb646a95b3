import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { storedRows, type TypedRow, type Unit } from './typedRows.ts';
import { UnitSwitch } from './UnitSwitch.tsx';

const columnsIn = (unit: Unit) =>
  [
    { field: 'periodStart', kind: unit === 'months' ? 'count' : 'rate', title: `From (${unit})` },
    { field: 'periodEnd', kind: unit === 'months' ? 'count' : 'rate', title: `To (${unit})` },
    { field: 'vestedPercentage', kind: 'percent', title: 'Vested %' },
  ] as const;

/** Years are displayed without decimals if they are whole, and five months as 0.4167 years. The last period has no end. */
const periodCells = {
  periodStart: ({ periodStart }: TypedRow) => periodStart,
  periodEnd: ({ periodEnd }: TypedRow) => periodEnd ?? 'open',
};

/** The periods of a schedule, in months or years. */
export function VestingOverview({ id }: ViewProps) {
  const [unit, setUnit] = useState<Unit>('months');
  const { data } = useRead('getVestingSchedule', { params: { id } });
  if (!data) return null;
  const rows = storedRows(data.details, unit).map((row) => ({ ...row, periodEnd: row.periodEnd || null }));
  return (
    <TablePanel
      title="Periods"
      actions={<UnitSwitch unit={unit} onChange={setUnit} />}
      columns={columnsIn(unit)}
      rows={rows}
      rowKey={({ periodStart }) => String(periodStart)}
      cells={periodCells}
    />
  );
}
