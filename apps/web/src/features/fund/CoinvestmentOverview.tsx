import { useRead } from '../../api/calls.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import { ChartSwitch } from '../../record/Charts.tsx';
import { ofSlices } from '../../record/pointsOverTime.ts';
import { RecordOverview } from '../../record/RecordOverview.tsx';
import { Stack } from '../../record/Stack.tsx';
import { coinvestmentRecord } from './coinvestmentRecord.ts';

const yearHeight = 255;

/** What a coinvestment distributed, year by year, and its fields. */
export function CoinvestmentOverview({ id }: ViewProps) {
  const { data } = useRead('chartCoinvestmentDistributionsByYear', { params: { id } });
  return (
    <Stack>
      <ChartSwitch
        label="Carry by"
        charts={[
          {
            id: 'year',
            label: 'Year',
            title: 'Carry by year',
            height: yearHeight,
            ...ofSlices(data ?? [], 'Carry distributed', 'column'),
            isLoading: data === undefined,
          },
        ]}
      />
      <RecordOverview record={coinvestmentRecord} id={id} />
    </Stack>
  );
}
