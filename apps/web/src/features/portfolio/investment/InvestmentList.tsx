import type { ListState } from '@carrara/ui/list/listState.ts';
import { useRead } from '../../../api/calls.ts';
import { ChartCard } from '../../../record/chart/ChartCard.tsx';
import { slicesToSeries } from '../../../record/chart/pointsOverTime.ts';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import record from '../../../record/record.module.css';
import { useEntryFilter } from '../../../record/list/useEntryFilter.ts';
import { useFilterFromChart } from '../../../record/chart/useFilterFromChart.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { investmentRecord } from './investmentRecord.ts';

const mostTypes = 7;
const chartHeight = 200;
const chosen = ({ filters }: ListState, id: string) => filters[id]?.[0];
const byStatusAndType = (state: ListState) => ({ status: chosen(state, 'status'), type: chosen(state, 'type') });

/** The investments, with charts of their number by status and the carry paid by type. Clicking a chart filters the list. */
export function InvestmentList() {
  const { data: statuses } = useRead('chartInvestmentStatus', undefined);
  const { data: types } = useRead('chartInvestmentCarryByType', undefined);
  const money = useCurrencyChoice(types);
  const filters = [
    useEntryFilter('status', 'Status', 'investment-status'),
    useEntryFilter('type', 'Type', 'investment-type'),
  ];
  const filterBy = useFilterFromChart();
  return (
    <RecordList record={investmentRecord} filters={filters} query={byStatusAndType}>
      {statuses?.length === 0 ? null : (
        <div className={`${record.charts} ${record.aboveList}`}>
          <ChartCard
            title="How many investments have each status?"
            shape="pie"
            kind="count"
            height={chartHeight}
            isLoading={statuses === undefined}
            categories={(statuses ?? []).map(({ name }) => name)}
            series={[
              { name: 'Investments', values: (statuses ?? []).map(({ investmentCount }) => String(investmentCount)) },
            ]}
            onSelect={(name) => filterBy('status', statuses?.find((slice) => slice.name === name)?.id)}
          />
          <ChartCard
            tools={money.chooser}
            isLoading={types === undefined}
            title={`Which types of investment distributed the most carry${money.ending}?`}
            kind="money"
            height={chartHeight}
            top={mostTypes}
            {...slicesToSeries(money.inCurrency(types), 'Carry distributed', 'bar', 'carry')}
            onSelect={(name) => filterBy('type', types?.find((slice) => slice.name === name)?.id)}
          />
        </div>
      )}
    </RecordList>
  );
}
