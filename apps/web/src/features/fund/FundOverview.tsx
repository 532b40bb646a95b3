import { useRead } from '../../api/calls.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import { ChartSwitch } from '../../record/Charts.tsx';
import { ofSlices } from '../../record/pointsOverTime.ts';
import record from '../../record/record.module.css';
import { RecordOverview } from '../../record/RecordOverview.tsx';
import { Stack } from '../../record/Stack.tsx';
import { fundRecord } from './fundRecord.ts';

const mostSectors = 7;

/** What a fund distributed and invested, by sector, and its fields. */
export function FundOverview({ id }: ViewProps) {
  const carry = useRead('chartFundDistributionsBySector', { params: { id } });
  const invested = useRead('chartFundInvestmentsBySector', { params: { id } });
  return (
    <Stack>
      <div className={record.charts}>
        <ChartSwitch
          label="Carry by"
          charts={[
            {
              id: 'carry',
              label: 'Carry',
              title: 'Carry by sector',
              top: mostSectors,
              ...ofSlices(carry.data ?? [], 'Carry distributed', 'pie'),
              isLoading: carry.data === undefined,
            },
          ]}
        />
        <ChartSwitch
          label="Invested by"
          charts={[
            {
              id: 'invested',
              label: 'Invested',
              title: 'Invested by sector',
              top: mostSectors,
              ...ofSlices(invested.data ?? [], 'Invested', 'bar'),
              isLoading: invested.data === undefined,
            },
          ]}
        />
      </div>
      <RecordOverview record={fundRecord} id={id} />
    </Stack>
  );
}
